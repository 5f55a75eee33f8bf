package io.github.functionschema.peer.binding;

import io.github.functionschema.peer.binding.Shape.Field;
import io.github.functionschema.peer.binding.Shape.Model;
import io.github.functionschema.peer.json.JsonText;
import io.github.functionschema.peer.json.Lexical;
import io.github.functionschema.peer.json.Pointer;
import io.github.functionschema.peer.schema.Violation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Binds valid arguments to native values (rules 22 to 26) in two steps. First a tree is walked by its shape: what does not fit is collected,
 * all of it, and what does becomes nodes that Jackson cannot read in more than one way, as integers for 1.0, bytes for base64. Then Jackson
 * makes records, collections and unions of them.
 */
public final class Bind {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final List<Violation> faults = new ArrayList<>();
    private Exception cause;

    /** What did not fit. */
    public List<Violation> faults() {
        return faults;
    }

    /** What a type that reads itself threw, for logs. */
    public Exception cause() {
        return cause;
    }

    /** Binds one parameter; the result means nothing if there are faults. An absent one is null, or what Jackson makes of absence. */
    public Object parameter(Field field, JavaType type, JsonNode value) {
        if (value == null) {
            return type == null ? absent(field.shape()) : Natives.absent(type);
        }
        int before = faults.size();
        JsonNode prepared = prepare(field.shape(), value, Pointer.join("", field.name()));
        if (faults.size() > before) {
            return null;
        }
        return Natives.read(prepared, type == null ? Natives.type(field.shape()) : type);
    }

    private static Object absent(Shape shape) {
        return shape instanceof Shape.MaybeOf ? Maybe.absent() : null;
    }

    private JsonNode fail(String at, String reason, String message) {
        faults.add(new Violation(at, null, null, reason, message));
        return NODES.nullNode();
    }

    private JsonNode prepare(Shape shape, JsonNode value, String at) {
        if (shape instanceof Shape.Any) {
            return NODES.pojoNode(plain(value));
        }
        if (shape instanceof Shape.RawJson) {
            return NODES.pojoNode(new Raw(JsonText.sent(value)));
        }
        if (shape instanceof Shape.Hook hook && !hook.fromText()) {
            return hook(hook, NODES.pojoNode(new Raw(JsonText.sent(value))), at);
        }
        if (shape instanceof Shape.NullableOf n) {
            return value.isNull() ? value : prepare(n.of(), value, at);
        }
        if (shape instanceof Shape.MaybeOf m) {
            return maybe(m.of(), value, at);
        }
        String want = SchemaWriter.type(shape);
        if (value.isNull()) {
            return fail(at, "null", "must be of type " + want + ", not null");
        }
        if (!isOf(want, value)) {
            return fail(at, "type", "must be of type " + want);
        }
        return fitting(shape, value, at);
    }

    private static boolean isOf(String type, JsonNode value) {
        return switch (type) {
            case "integer", "number" -> value.isNumber();
            case "string" -> value.isString();
            case "boolean" -> value.isBoolean();
            case "array" -> value.isArray();
            default -> value.isObject();
        };
    }

    private JsonNode fitting(Shape shape, JsonNode value, String at) {
        if (shape instanceof Shape.Int integer) {
            return integer(SchemaWriter.lowest(integer), SchemaWriter.highest(integer), value, at);
        }
        if (shape instanceof Shape.Nanos) {
            JsonNode nanos = integer(BigInteger.valueOf(Long.MIN_VALUE), BigInteger.valueOf(Long.MAX_VALUE), value, at);
            return nanos.isNull() ? nanos : NODES.pojoNode(Duration.ofNanos(nanos.bigIntegerValue().longValueExact()));
        }
        if (shape instanceof Shape.BigInt) {
            return integer(null, null, value, at);
        }
        if (shape instanceof Shape.Floating floating) {
            return floating(floating.bits(), value, at);
        }
        if (shape instanceof Shape.Bytes) {
            Optional<byte[]> bytes = Lexical.base64(value.stringValue());
            return bytes.isPresent() ? NODES.binaryNode(bytes.get()) : fail(at, "format", "must be base64 (RFC 4648 standard alphabet, with padding)");
        }
        if (shape instanceof Shape.DateTime) {
            return Lexical.dateTime(value.stringValue()).map(moment -> (JsonNode) NODES.pojoNode(moment))
                    .orElseGet(() -> fail(at, "format", "must be a date-time of RFC 3339 such as 2006-01-02T15:04:05Z"));
        }
        if (shape instanceof Shape.Hook hook) {
            return hook(hook, value, at);
        }
        if (shape instanceof Shape.ListOf list) {
            return items(list.of().shape(), value, at);
        }
        if (shape instanceof Shape.ExactlyOf list) {
            return value.size() == list.size() ? items(list.of().shape(), value, at)
                    : fail(at, "type", "must be an array of exactly " + list.size() + " items");
        }
        if (shape instanceof Shape.MapOf map) {
            return members(map, value, at);
        }
        if (shape instanceof Model model) {
            return object(model, value, at);
        }
        if (shape instanceof Shape.Union union) {
            return choice(union, value, at);
        }
        return value;
    }

    private JsonNode integer(BigInteger low, BigInteger high, JsonNode value, String at) {
        BigDecimal exact = value.decimalValue();
        if (exact.stripTrailingZeros().scale() > 0) {
            return fail(at, "type", "must be an integer");
        }
        // A short token can ask for many digits; the reader's limit keeps them within bounds.
        if (low != null && (exact.compareTo(new BigDecimal(low)) < 0 || exact.compareTo(new BigDecimal(high)) > 0)) {
            return fail(at, "range", "must be an integer from " + low + " to " + high);
        }
        return NODES.numberNode(exact.toBigIntegerExact());
    }

    private JsonNode floating(int bits, JsonNode value, String at) {
        String token = JsonText.sent(value); // BigDecimal has no negative zero
        double nearest = bits == 32 ? Float.parseFloat(token) : Double.parseDouble(token);
        return Double.isInfinite(nearest) ? fail(at, "range", "must be a number that " + bits + " bits of floating point hold")
                : NODES.numberNode(nearest);
    }

    private JsonNode items(Shape shape, JsonNode value, String at) {
        ArrayNode items = NODES.arrayNode();
        for (int i = 0; i < value.size(); i++) {
            items.add(prepare(shape, value.get(i), at + "/" + i));
        }
        return items;
    }

    private JsonNode members(Shape.MapOf map, JsonNode value, String at) {
        ObjectNode members = NODES.objectNode();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            String name = member.getKey();
            if (map.integerKeys()) {
                String reason = !name.matches("0|-?[1-9][0-9]*") ? "format"
                        : new BigInteger(name).bitLength() > 63 ? "range" : null;
                if (reason != null) {
                    faults.add(new Violation(at, null, name, reason, "must be named by integers of 64 bits such as -1, 0 or 12"));
                    continue;
                }
            }
            members.set(name, prepare(map.of().shape(), member.getValue(), Pointer.join(at, name)));
        }
        return members;
    }

    /** Members that the record does not have are left out: a closed schema has refused them, an open one means them to be. */
    private ObjectNode object(Model model, JsonNode value, String at) {
        ObjectNode object = NODES.objectNode();
        for (Field field : model.fields()) {
            JsonNode member = value.get(field.name());
            if (member != null) {
                object.set(field.name(), prepare(field.shape(), member, Pointer.join(at, field.name())));
            }
        }
        return object;
    }

    private JsonNode choice(Shape.Union union, JsonNode value, String at) {
        JsonNode name = value.get(union.discriminator());
        Model variant = name != null && name.isString() ? union.variants().get(name.stringValue()) : null;
        if (variant == null) {
            return fail(Pointer.join(at, union.discriminator()), "type", "must be one of " + String.join(", ", union.variants().keySet()));
        }
        return object(variant, value, at).set(union.discriminator(), name);
    }

    private JsonNode maybe(Shape shape, JsonNode value, String at) {
        if (value.isNull()) {
            return NODES.pojoNode(Maybe.ofNull());
        }
        int before = faults.size();
        JsonNode prepared = prepare(shape, value, at);
        if (faults.size() > before) {
            return prepared;
        }
        Object bound = Natives.read(prepared, Natives.type(shape));
        return NODES.pojoNode(bound == null ? Maybe.ofNull() : Maybe.of(bound));
    }

    /** Lets a type read itself, to see whether it can; a text it does not take is a format, anything else the model's fault. */
    private JsonNode hook(Shape.Hook hook, JsonNode value, String at) {
        try {
            Natives.read(value, Natives.type(hook));
            return value;
        } catch (RuntimeException e) {
            cause = e;
            boolean refused = hook.fromText() && Natives.root(e) instanceof IllegalArgumentException;
            return fail(at, refused ? "format" : "model", "is not what this type reads");
        }
    }

    /** A value as Object holds it: numbers as BigDecimal, never rounded; collections that are the call's own. */
    public static Object plain(JsonNode value) {
        if (value.isObject()) {
            Map<String, Object> map = new LinkedHashMap<>();
            value.properties().forEach(member -> map.put(member.getKey(), plain(member.getValue())));
            return map;
        }
        if (value.isArray()) {
            List<Object> list = new ArrayList<>();
            value.forEach(item -> list.add(plain(item)));
            return list;
        }
        if (value.isNumber()) {
            return value.decimalValue();
        }
        return value.isString() ? value.stringValue() : value.isBoolean() ? value.booleanValue() : null;
    }
}
