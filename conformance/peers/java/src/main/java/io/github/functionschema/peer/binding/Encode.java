package io.github.functionschema.peer.binding;

import io.github.functionschema.peer.binding.Shape.Field;
import io.github.functionschema.peer.binding.Shape.Model;
import io.github.functionschema.peer.json.ExactNumber;
import io.github.functionschema.peer.json.ParseFault;
import io.github.functionschema.peer.json.StrictReader;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes results by the rules of binding backwards (rule 27): bytes as base64, once; a missing list is [], a missing map {}, missing bytes "". */
public final class Encode {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Encode() {}

    /**
     * @throws IllegalArgumentException if JSON has no form for the value
     */
    public static JsonNode result(Shape shape, Object value) {
        if (shape instanceof Shape.NullableOf n) {
            return value == null ? NODES.nullNode() : result(n.of(), value);
        }
        if (value == null) {
            return missing(shape);
        }
        if (shape instanceof Shape.Bytes) {
            return NODES.stringNode(Base64.getEncoder().encodeToString((byte[]) value));
        }
        if (shape instanceof Shape.ListOf list) {
            ArrayNode items = NODES.arrayNode();
            ((List<?>) value).forEach(item -> items.add(result(list.of().shape(), item)));
            return items;
        }
        if (shape instanceof Shape.MapOf map) {
            ObjectNode members = NODES.objectNode();
            ((Map<?, ?>) value).forEach((key, item) -> members.set(String.valueOf(key), result(map.of().shape(), item)));
            return members;
        }
        if (shape instanceof Model model) {
            return record(model, value);
        }
        return scalar(value);
    }

    private static JsonNode missing(Shape shape) {
        if (shape instanceof Shape.ListOf) {
            return NODES.arrayNode();
        }
        if (shape instanceof Shape.MapOf) {
            return NODES.objectNode();
        }
        return shape instanceof Shape.Bytes ? NODES.stringNode("") : NODES.nullNode();
    }

    private static JsonNode record(Model model, Object value) {
        ObjectNode object = NODES.objectNode();
        RecordComponent[] components = model.type().getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            Field field = model.fields().get(i);
            try {
                components[i].getAccessor().setAccessible(true);
                object.set(field.name(), result(field.shape(), components[i].getAccessor().invoke(value)));
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException("the component " + field.name() + " cannot be read", e);
            }
        }
        return object;
    }

    private static JsonNode scalar(Object value) {
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            if (!Double.isFinite(number)) {
                throw new IllegalArgumentException("JSON has no form for " + number);
            }
            return new ExactNumber(value.toString());
        }
        if (value instanceof BigDecimal exact) {
            return new ExactNumber(exact.toString());
        }
        if (value instanceof Duration duration) {
            return ExactNumber.of(duration.toNanos());
        }
        if (value instanceof Number number) {
            return new ExactNumber(number.toString());
        }
        if (value instanceof Boolean flag) {
            return NODES.booleanNode(flag);
        }
        if (value instanceof Raw raw) {
            try {
                return StrictReader.read(raw.json());
            } catch (ParseFault e) {
                throw new IllegalArgumentException("the text of a raw value is no JSON", e);
            }
        }
        return NODES.stringNode(value.toString());
    }
}
