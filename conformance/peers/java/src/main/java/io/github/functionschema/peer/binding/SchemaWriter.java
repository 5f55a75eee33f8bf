package io.github.functionschema.peer.binding;

import io.github.functionschema.peer.binding.Shape.Element;
import io.github.functionschema.peer.binding.Shape.Field;
import io.github.functionschema.peer.binding.Shape.Model;
import io.github.functionschema.peer.json.ExactNumber;
import io.github.functionschema.peer.json.Pointer;
import io.github.functionschema.peer.schema.Assertion;
import io.github.functionschema.peer.schema.Violation;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes the one spelling of a shape's schema (rule 6): structs inlined unless recursive, type first, default last. */
public final class SchemaWriter {
    private static final String BASE64_NOTE = "Base64 (RFC 4648 standard alphabet, with padding).";
    private static final String NANOS_NOTE = "Duration in nanoseconds.";

    private final Map<JsonNode, Assertion> asserted = new IdentityHashMap<>();
    private final Map<JsonNode, String> notes = new IdentityHashMap<>();
    private final List<Violation> faults = new ArrayList<>();
    private final Map<String, ObjectNode> definitions = new LinkedHashMap<>();

    /** The schema objects, by identity, whose format or encoding binding depends on. */
    public Map<JsonNode, Assertion> asserted() {
        return asserted;
    }

    /** What the model is told beside the author's descriptions. */
    public Map<JsonNode, String> notes() {
        return notes;
    }

    public List<Violation> faults() {
        return faults;
    }

    public ObjectNode parameters(List<Field> fields) {
        ObjectNode schema = object(fields.stream().filter(f -> !f.isOpaque()).toList(), null, null, "");
        addDefinitions(schema);
        return schema;
    }

    public ObjectNode result(Shape shape) {
        ObjectNode schema = finish(keywords(shape, ""), null, null);
        addDefinitions(schema);
        return schema;
    }

    private void addDefinitions(ObjectNode schema) {
        if (!definitions.isEmpty()) {
            ObjectNode defs = node();
            definitions.forEach(defs::set);
            schema.set("$defs", defs);
        }
    }

    private static ObjectNode node() {
        return JsonNodeFactory.instance.objectNode();
    }

    private ObjectNode object(List<Field> fields, String discriminator, String variant, String at) {
        ObjectNode properties = node();
        ArrayNode required = JsonNodeFactory.instance.arrayNode();
        if (discriminator != null) {
            properties.set(discriminator, node().put("const", variant));
            required.add(discriminator);
        }
        for (Field field : fields) {
            properties.set(field.name(), property(field, Pointer.join(at + "/properties", field.name())));
            if (field.isRequired()) {
                required.add(field.name());
            }
        }
        ObjectNode schema = node().put("type", "object");
        schema.set("properties", properties);
        schema.set("required", required);
        return schema.put("additionalProperties", false);
    }

    private ObjectNode property(Field field, String at) {
        ObjectNode schema = keywords(field.shape(), at);
        constrain(schema, field.shape(), field.constraints(), at);
        JsonNode byDefault = null;
        if (field.byDefault() != null) {
            byDefault = Constraints.read(field.byDefault());
            if (byDefault == null) {
                faults.add(Violation.of(at + "/default", "default", "this default is no JSON literal: " + field.byDefault()));
            }
        }
        return finish(schema, field.description(), byDefault);
    }

    private void constrain(ObjectNode schema, Shape shape, Map<String, String> constraints, String at) {
        Shape bare = shape instanceof Shape.NullableOf n ? n.of() : shape instanceof Shape.MaybeOf m ? m.of() : shape;
        Constraints.apply(constraints, schema, type(bare), at, faults);
        if (bare != shape && schema.get("enum") instanceof ArrayNode list && list.valueStream().noneMatch(JsonNode::isNull)) {
            ArrayNode withNull = list.deepCopy();
            schema.set("enum", withNull.addNull());
        }
    }

    /** Puts the description behind the type and the default last. What is known of the schema object by identity goes with it. */
    private ObjectNode finish(ObjectNode schema, String description, JsonNode byDefault) {
        ObjectNode ordered = node();
        schema.properties().forEach(member -> {
            if (description != null && ordered.isEmpty() && !member.getKey().equals("type")) {
                ordered.put("description", description);
            }
            ordered.set(member.getKey(), member.getValue());
            if (description != null && ordered.size() == 1 && member.getKey().equals("type")) {
                ordered.put("description", description);
            }
        });
        if (description != null && !ordered.has("description")) {
            ordered.put("description", description);
        }
        if (byDefault != null) {
            ordered.set("default", byDefault);
        }
        if (asserted.containsKey(schema)) {
            asserted.put(ordered, asserted.remove(schema));
        }
        if (notes.containsKey(schema)) {
            notes.put(ordered, notes.remove(schema));
        }
        return ordered;
    }

    static String type(Shape shape) {
        if (shape instanceof Shape.Int || shape instanceof Shape.BigInt || shape instanceof Shape.Nanos) {
            return "integer";
        }
        if (shape instanceof Shape.Floating || shape instanceof Shape.Exact) {
            return "number";
        }
        if (shape instanceof Shape.Bool) {
            return "boolean";
        }
        if (shape instanceof Shape.ListOf || shape instanceof Shape.ExactlyOf) {
            return "array";
        }
        if (shape instanceof Shape.MapOf || shape instanceof Model || shape instanceof Shape.Union) {
            return "object";
        }
        boolean text = shape instanceof Shape.Text || shape instanceof Shape.Bytes || shape instanceof Shape.DateTime
                || shape instanceof Shape.Hook hook && hook.fromText();
        return text ? "string" : "";
    }

    private ObjectNode keywords(Shape shape, String at) {
        if (shape instanceof Shape.NullableOf n) {
            return nullable(keywords(n.of(), at));
        }
        if (shape instanceof Shape.MaybeOf m) {
            return nullable(keywords(m.of(), at));
        }
        if (shape instanceof Model model) {
            return model(model, at);
        }
        if (shape instanceof Shape.Union union) {
            ArrayNode branches = JsonNodeFactory.instance.arrayNode();
            union.variants().forEach((name, variant) -> branches.add(object(variant.fields(), union.discriminator(), name, at)));
            ObjectNode schema = node();
            schema.set("oneOf", branches);
            return schema;
        }
        ObjectNode schema = node();
        String type = type(shape);
        if (!type.isEmpty()) {
            schema.put("type", type);
        }
        if (shape instanceof Shape.Int integer) {
            schema.set("minimum", new ExactNumber(lowest(integer).toString()));
            schema.set("maximum", new ExactNumber(highest(integer).toString()));
        } else if (shape instanceof Shape.Nanos) {
            schema.set("minimum", ExactNumber.of(Long.MIN_VALUE));
            schema.set("maximum", ExactNumber.of(Long.MAX_VALUE));
            notes.put(schema, NANOS_NOTE);
        } else if (shape instanceof Shape.Bytes) {
            schema.put("contentEncoding", "base64");
            asserted.put(schema, Assertion.BASE64);
            notes.put(schema, BASE64_NOTE);
        } else if (shape instanceof Shape.DateTime) {
            schema.put("format", "date-time");
            asserted.put(schema, Assertion.DATE_TIME);
        } else if (shape instanceof Shape.ListOf list) {
            schema.set("items", element(list.of(), at + "/items"));
        } else if (shape instanceof Shape.ExactlyOf list) {
            schema.set("items", element(list.of(), at + "/items"));
            schema.put("minItems", list.size());
            schema.put("maxItems", list.size());
        } else if (shape instanceof Shape.MapOf map) {
            if (map.integerKeys()) {
                schema.set("propertyNames", node().put("pattern", "^(0|-?[1-9][0-9]*)$"));
            }
            schema.set("additionalProperties", element(map.of(), at + "/additionalProperties"));
        }
        return schema;
    }

    private ObjectNode element(Element element, String at) {
        ObjectNode schema = keywords(element.shape(), at);
        constrain(schema, element.shape(), element.constraints(), at);
        return finish(schema, null, null);
    }

    static BigInteger lowest(Shape.Int integer) {
        return integer.unsigned() ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(integer.bits() - 1).negate();
    }

    static BigInteger highest(Shape.Int integer) {
        return BigInteger.ONE.shiftLeft(integer.unsigned() ? integer.bits() : integer.bits() - 1).subtract(BigInteger.ONE);
    }

    /** Adds null to the type; only what has none of its own, as a reference, becomes a choice. */
    private static ObjectNode nullable(ObjectNode schema) {
        JsonNode type = schema.get("type");
        if (type != null) {
            schema.set("type", JsonNodeFactory.instance.arrayNode().add(type).add("null"));
            return schema;
        }
        if (schema.isEmpty()) {
            return schema;
        }
        ObjectNode choice = node();
        choice.set("anyOf", JsonNodeFactory.instance.arrayNode().add(schema).add(node().put("type", "null")));
        return choice;
    }

    private ObjectNode model(Model model, String at) {
        if (!contains(model, model, new HashSet<>())) {
            return object(model.fields(), null, null, at);
        }
        if (!definitions.containsKey(model.name())) {
            definitions.put(model.name(), node());
            definitions.put(model.name(), object(model.fields(), null, null, "/$defs/" + model.name()));
        }
        return node().put("$ref", "#/$defs/" + model.name());
    }

    private static boolean contains(Shape shape, Model wanted, Set<Shape> seen) {
        if (shape instanceof Model model) {
            return seen.add(model) && model.fields().stream().anyMatch(f -> f.shape() == wanted || contains(f.shape(), wanted, seen));
        }
        Shape within = shape instanceof Shape.NullableOf n ? n.of() : shape instanceof Shape.MaybeOf m ? m.of()
                : shape instanceof Shape.ListOf l ? l.of().shape() : shape instanceof Shape.ExactlyOf e ? e.of().shape()
                : shape instanceof Shape.MapOf m ? m.of().shape() : null;
        if (shape instanceof Shape.Union union) {
            return union.variants().values().stream().anyMatch(v -> v == wanted || contains(v, wanted, seen));
        }
        return within != null && (within == wanted || contains(within, wanted, seen));
    }
}
