package io.github.functionschema.peer.binding;

import io.github.functionschema.peer.binding.Shape.Field;
import io.github.functionschema.peer.binding.Shape.Model;
import io.github.functionschema.peer.json.Pointer;
import io.github.functionschema.peer.schema.Violation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** Of what stands in a resource, its root: a reference to #… leads to a place in the nearest $id. */
    private final Map<JsonNode, JsonNode> resources = new IdentityHashMap<>();
    private final List<Violation> faults = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    private Mismatches(JsonNode root) {
        enter(root, root);
    }

    private void enter(JsonNode node, JsonNode outer) {
        JsonNode resource = node.path("$id").isString() ? node : outer;
        resources.put(node, resource);
        node.forEach(child -> enter(child, resource));
    }

    public static List<Violation> of(List<Field> parameters, JsonNode schema) {
        Mismatches mismatches = new Mismatches(schema);
        mismatches.parameters(parameters, schema, "");
        return mismatches.faults;
    }

    private void fault(String at, String keyword, String message) {
        faults.add(Violation.of(at, keyword, message));
    }

    /** Compares a root, and the schemas that apply with it, with the parameters: an object in any case. */
    private void parameters(List<Field> fields, JsonNode schema, String at) {
        if (!schema.isObject() || !seen.add(at + " " + System.identityHashCode(schema))) {
            return;
        }
        JsonNode target = target(schema);
        if (target != null) {
            parameters(fields, target, at);
        }
        JsonNode parts = schema.get("allOf");
        for (int i = 0; parts != null && i < parts.size(); i++) {
            parameters(fields, parts.get(i), at + "/allOf/" + i);
        }
        members(fields, schema, at);
    }

    private void members(List<Field> fields, JsonNode schema, String at) {
        JsonNode properties = schema.get("properties");
        if (properties == null) {
            return;
        }
        for (Map.Entry<String, JsonNode> property : properties.properties()) {
            String here = Pointer.join(at + "/properties", property.getKey());
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
        String type = SchemaWriter.type(bare);
        if (!schema.isObject() || type.isEmpty() || !seen.add(at + " " + System.identityHashCode(bare)) || values(shape, bare, schema, at)) {
            return;
        }
        Set<JsonNodeType> admitted = kinds(schema, Collections.newSetFromMap(new IdentityHashMap<>()));
        if (!admitted.isEmpty() && !admitted.contains(kind(type))) {
            fault(at, "type", "the schema admits nothing here that the Java type holds: change one of them");
            return;
        }
        below(bare, schema, at);
    }

    private void below(Shape shape, JsonNode schema, String at) {
        JsonNode target = target(schema);
        if (target != null) {
            place(shape, target, at);
        }
        JsonNode parts = schema.get("allOf");
        for (int i = 0; parts != null && i < parts.size(); i++) {
            place(shape, parts.get(i), at + "/allOf/" + i);
        }
        if (shape instanceof Model model) {
            members(model.fields(), schema, at);
        } else if (shape instanceof Shape.MapOf map) {
            JsonNode properties = schema.get("properties");
            if (properties != null) {
                properties.properties().forEach(p -> place(map.of().shape(), p.getValue(), Pointer.join(at + "/properties", p.getKey())));
            }
            if (schema.has("additionalProperties")) {
                place(map.of().shape(), schema.get("additionalProperties"), at + "/additionalProperties");
            }
        } else if (schema.has("items") && shape instanceof Shape.ListOf list) {
            place(list.of().shape(), schema.get("items"), at + "/items");
        } else if (schema.has("items") && shape instanceof Shape.ExactlyOf list) {
            place(list.of().shape(), schema.get("items"), at + "/items");
        }
    }

    /** Compares what a schema says of the value itself with what the type takes, and reports whether there was a fault. */
    private boolean values(Shape whole, Shape bare, JsonNode schema, String at) {
        int before = faults.size();
        for (String keyword : new String[] {"default", "const"}) {
            if (schema.has(keyword) && !takes(whole, schema.get(keyword))) {
                fault(at + "/" + keyword, keyword, "the Java type does not take this value: change one of them");
            }
        }
        JsonNode list = schema.get("enum");
        if (list != null && !list.isEmpty() && list.valueStream().noneMatch(v -> takes(whole, v))) {
            fault(at + "/enum", "enum", "the Java type takes none of these values: change one of them");
        }
        if (whole == bare && "null".equals(schema.path("type").asString(""))) {
            fault(at + "/type", "type", "the schema admits null alone here, which the Java type does not take: make it nullable");
        }
        if (bare instanceof Shape.Int integer) {
            bound(schema, at, "minimum", new BigDecimal(SchemaWriter.highest(integer)), 1);
            bound(schema, at, "exclusiveMinimum", new BigDecimal(SchemaWriter.highest(integer)), 1);
            bound(schema, at, "maximum", new BigDecimal(SchemaWriter.lowest(integer)), -1);
            bound(schema, at, "exclusiveMaximum", new BigDecimal(SchemaWriter.lowest(integer)), -1);
        } else if (bare instanceof Shape.ExactlyOf exactly) {
            bound(schema, at, "minItems", BigDecimal.valueOf(exactly.size()), 1);
            bound(schema, at, "maxItems", BigDecimal.valueOf(exactly.size()), -1);
        }
        return faults.size() > before;
    }

    private void bound(JsonNode schema, String at, String keyword, BigDecimal end, int beyond) {
        JsonNode value = schema.get(keyword);
        if (value != null && value.isNumber() && value.decimalValue().compareTo(end) * beyond > 0) {
            fault(at + "/" + keyword, keyword, "the Java type ends at " + end + ": change one of them");
        }
    }

    private static boolean takes(Shape shape, JsonNode value) {
        Bind bind = new Bind();
        bind.parameter(Field.of("value", shape), null, value);
        return bind.faults().isEmpty();
    }

    private JsonNode target(JsonNode schema) {
        String ref = schema.path("$ref").asString("");
        JsonNode resource = resources.get(schema);
        return ref.equals("#") ? resource : ref.startsWith("#/") ? Pointer.at(resource, ref.substring(1)) : null;
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
        JsonNode target = target(schema);
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
