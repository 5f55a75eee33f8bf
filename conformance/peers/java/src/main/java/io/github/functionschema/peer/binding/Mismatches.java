package io.github.functionschema.peer.binding;

import io.github.functionschema.peer.binding.Shape.Field;
import io.github.functionschema.peer.binding.Shape.Model;
import io.github.functionschema.peer.json.Pointer;
import io.github.functionschema.peer.schema.Violation;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeType;

/**
 * Compares a foreign schema with the parameters it is to fill, and reports what they cannot hold whatever is sent: a property without a
 * parameter, a place whose every type, value, number or length is another than the Java type takes. A place that only some of what the schema
 * admits fits is none: the call then says BINDING_ERROR.
 */
public final class Mismatches {
    private static final Set<JsonNodeType> ALL =
            EnumSet.of(JsonNodeType.BOOLEAN, JsonNodeType.NUMBER, JsonNodeType.STRING, JsonNodeType.ARRAY, JsonNodeType.OBJECT);

    /** What stands for the parameters together. */
    private static final Object ROOT = new Object();

    private final Map<JsonNode, JsonNode> targets;
    /** By the schema and what it is compared with, which says whether it takes null. */
    private final Map<JsonNode, Map<Object, Said>> said = new IdentityHashMap<>();
    /** Of what is being compared. */
    private Said now = new Said();

    private Mismatches(Map<JsonNode, JsonNode> targets) {
        this.targets = targets;
    }

    /**
     * The faults. What is behind a $ref is reported at every place that refers to it.
     *
     * @param targets what each $ref leads to, by the schema object it stands in
     */
    public static List<Violation> of(List<Field> parameters, JsonNode schema, Map<JsonNode, JsonNode> targets) {
        Mismatches mismatches = new Mismatches(targets);
        mismatches.parameters(parameters, schema, "");
        return mismatches.now.faults();
    }

    /** Reports a fault at a place relative to that of what is being compared. */
    private void fault(String at, String keyword, String message) {
        now.own.add(Violation.of(at, keyword, message));
    }

    /**
     * Compares unless that has been done, and says at a place what was found. What is met again within itself says nothing there: it would
     * say the same of ever deeper places.
     */
    private void once(JsonNode schema, Object other, String at, Runnable compare) {
        Map<Object, Said> others = said.computeIfAbsent(schema, s -> new HashMap<>());
        Said found = others.get(other);
        if (found == null) {
            found = new Said();
            others.put(other, found);
            Said outer = now;
            now = found;
            compare.run();
            now = outer;
            found.done = true;
        }
        if (found.done && !found.isEmpty()) {
            now.parts.add(new Said.Part(at, found));
        }
    }

    /** Compares a root, and the schemas that apply with it, with the parameters: an object in any case. */
    private void parameters(List<Field> fields, JsonNode schema, String at) {
        if (schema.isObject()) {
            once(schema, ROOT, at, () -> {
                beside(schema, (part, below) -> parameters(fields, part, below));
                members(fields, schema);
            });
        }
    }

    /** Visits the schemas behind $ref and in allOf. */
    private void beside(JsonNode schema, BiConsumer<JsonNode, String> compare) {
        JsonNode target = targets.get(schema);
        if (target != null) {
            compare.accept(target, "");
        }
        JsonNode parts = schema.get("allOf");
        for (int i = 0; parts != null && i < parts.size(); i++) {
            compare.accept(parts.get(i), "/allOf/" + i);
        }
    }

    private void members(List<Field> fields, JsonNode schema) {
        JsonNode properties = schema.get("properties");
        if (properties == null) {
            return;
        }
        for (Map.Entry<String, JsonNode> property : properties.properties()) {
            String here = Pointer.join("/properties", property.getKey());
            Field field = fields.stream().filter(f -> f.name().equals(property.getKey())).findFirst().orElse(null);
            if (field == null) {
                fault(here, "properties", "the schema has this property and there is no parameter for it: add one, or take it out");
            } else if (field.isOpaque()) {
                fault(here, "inject", "this parameter is opaque and in no schema: take it out there");
            } else {
                place(field.shape(), property.getValue(), here);
            }
        }
    }

    private void place(Shape shape, JsonNode schema, String at) {
        Shape bare = shape instanceof Shape.NullableOf n ? n.of() : shape instanceof Shape.MaybeOf m ? m.of() : shape;
        if (schema.isObject() && !SchemaWriter.type(bare).isEmpty()) {
            once(schema, shape, at, () -> here(shape, bare, schema));
        }
    }

    private void here(Shape whole, Shape bare, JsonNode schema) {
        if (values(whole, bare, schema)) {
            return;
        }
        Set<JsonNodeType> admitted = kinds(schema, Collections.newSetFromMap(new IdentityHashMap<>()));
        if (!admitted.isEmpty() && !admitted.contains(kind(SchemaWriter.type(bare)))) {
            fault("", "type", "the schema admits nothing here that the Java type holds: change one of them");
            return;
        }
        beside(schema, (part, below) -> place(whole, part, below));
        if (bare instanceof Model model) {
            members(model.fields(), schema);
        } else if (bare instanceof Shape.MapOf map) {
            JsonNode properties = schema.get("properties");
            if (properties != null) {
                properties.properties().forEach(p -> place(map.of().shape(), p.getValue(), Pointer.join("/properties", p.getKey())));
            }
            if (schema.has("additionalProperties")) {
                place(map.of().shape(), schema.get("additionalProperties"), "/additionalProperties");
            }
        } else if (schema.has("items") && bare instanceof Shape.ListOf list) {
            place(list.of().shape(), schema.get("items"), "/items");
        } else if (schema.has("items") && bare instanceof Shape.ExactlyOf list) {
            place(list.of().shape(), schema.get("items"), "/items");
        }
    }

    /** Compares what a schema says of the value itself with what the type takes, and reports whether there was a fault. */
    private boolean values(Shape whole, Shape bare, JsonNode schema) {
        int before = now.own.size();
        for (String keyword : new String[] {"default", "const"}) {
            if (schema.has(keyword) && !takes(whole, schema.get(keyword))) {
                fault("/" + keyword, keyword, "the Java type does not take this value: change one of them");
            }
        }
        JsonNode list = schema.get("enum");
        if (list != null && !list.isEmpty() && list.valueStream().noneMatch(v -> takes(whole, v))) {
            fault("/enum", "enum", "the Java type takes none of these values: change one of them");
        }
        if (whole == bare && "null".equals(schema.path("type").asString(""))) {
            fault("/type", "type", "the schema admits null alone here, which the Java type does not take: make it nullable");
        }
        if (bare instanceof Shape.Int integer) {
            bound(schema, "minimum", new BigDecimal(SchemaWriter.highest(integer)), 1);
            bound(schema, "exclusiveMinimum", new BigDecimal(SchemaWriter.highest(integer)), 1);
            bound(schema, "maximum", new BigDecimal(SchemaWriter.lowest(integer)), -1);
            bound(schema, "exclusiveMaximum", new BigDecimal(SchemaWriter.lowest(integer)), -1);
        } else if (bare instanceof Shape.ExactlyOf exactly) {
            bound(schema, "minItems", BigDecimal.valueOf(exactly.size()), 1);
            bound(schema, "maxItems", BigDecimal.valueOf(exactly.size()), -1);
        }
        return now.own.size() > before;
    }

    private void bound(JsonNode schema, String keyword, BigDecimal end, int beyond) {
        JsonNode value = schema.get(keyword);
        if (value != null && value.isNumber() && value.decimalValue().compareTo(end) * beyond > 0) {
            fault("/" + keyword, keyword, "the Java type ends at " + end + ": change one of them");
        }
    }

    private static boolean takes(Shape shape, JsonNode value) {
        Bind bind = new Bind();
        bind.parameter(Field.of("value", shape), null, value);
        return bind.faults().isEmpty();
    }

    private static JsonNodeType kind(String type) {
        return switch (type) {
            case "integer", "number" -> JsonNodeType.NUMBER;
            case "string" -> JsonNodeType.STRING;
            case "boolean" -> JsonNodeType.BOOLEAN;
            case "array" -> JsonNodeType.ARRAY;
            case "object" -> JsonNodeType.OBJECT;
            default -> JsonNodeType.NULL;
        };
    }

    /** The types that a schema may admit, null left out: more rather than fewer. */
    private Set<JsonNodeType> kinds(JsonNode schema, Set<JsonNode> under) {
        Set<JsonNodeType> kinds = EnumSet.copyOf(ALL);
        if (!schema.isObject() || !under.add(schema)) {
            return kinds;
        }
        JsonNode type = schema.get("type");
        if (type != null) {
            Set<JsonNodeType> named = new HashSet<>();
            (type.isArray() ? type.valueStream() : java.util.stream.Stream.of(type)).forEach(name -> named.add(kind(name.asString(""))));
            kinds.retainAll(named);
        }
        if (schema.has("const")) {
            kinds.retainAll(Set.of(schema.get("const").getNodeType()));
        }
        if (schema.has("enum")) {
            kinds.retainAll(schema.get("enum").valueStream().map(JsonNode::getNodeType).collect(java.util.stream.Collectors.toSet()));
        }
        JsonNode target = targets.get(schema);
        if (target != null) {
            kinds.retainAll(kinds(target, under));
        }
        if (schema.has("allOf")) {
            schema.get("allOf").forEach(part -> kinds.retainAll(kinds(part, under)));
        }
        for (String choice : new String[] {"anyOf", "oneOf"}) {
            if (schema.has(choice)) {
                Set<JsonNodeType> any = new HashSet<>();
                schema.get(choice).forEach(part -> any.addAll(kinds(part, under)));
                kinds.retainAll(any);
            }
        }
        return kinds;
    }
}
