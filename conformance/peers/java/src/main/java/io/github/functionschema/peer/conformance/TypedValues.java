package io.github.functionschema.peer.conformance;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.functionschema.peer.binding.Maybe;
import io.github.functionschema.peer.binding.Raw;
import io.github.functionschema.peer.json.Moment;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Java values as the typed values of the protocol. */
final class TypedValues {
    private TypedValues() {}

    static ObjectNode of(Object value) {
        ObjectNode typed = JsonNodeFactory.instance.objectNode();
        if (value == null) {
            return typed.put("null", true);
        }
        if (value instanceof Maybe<?> maybe) {
            return !maybe.isPresent() ? typed.put("absent", true) : maybe.isNull() ? typed.put("null", true) : of(maybe.orElseGet(() -> null));
        }
        if (value instanceof Boolean flag) {
            return typed.put("bool", flag);
        }
        if (value instanceof BigDecimal exact) {
            return typed.put("number", exact.toString());
        }
        if (value instanceof Double || value instanceof Float) {
            return typed.put("float", hexadecimal(((Number) value).doubleValue()));
        }
        if (value instanceof Number integer) {
            return typed.put("int", integer.toString());
        }
        if (value instanceof byte[] bytes) {
            return typed.put("bytes", Base64.getEncoder().encodeToString(bytes));
        }
        if (value instanceof Moment moment) {
            return typed.put("datetime", moment.toString());
        }
        if (value instanceof Duration duration) {
            return typed.put("duration", String.valueOf(duration.toNanos()));
        }
        if (value instanceof List<?> list) {
            ArrayNode items = typed.putArray("list");
            list.forEach(item -> items.add(of(item)));
            return typed;
        }
        if (value.getClass().isArray()) {
            ArrayNode items = typed.putArray("list");
            for (int i = 0; i < Array.getLength(value); i++) {
                items.add(of(Array.get(value, i)));
            }
            return typed;
        }
        if (value instanceof Map<?, ?> map) {
            ObjectNode members = typed.putObject("map");
            map.forEach((key, item) -> members.set(String.valueOf(key), of(item)));
            return typed;
        }
        return value instanceof Record record ? record(record, typed) : typed.put("string", value.toString());
    }

    private static ObjectNode record(Record value, ObjectNode typed) {
        if (value instanceof Raw raw) {
            return typed.put("raw", raw.json());
        }
        if (value instanceof Models.Hooked hooked) {
            return typed.put("raw", hooked.json());
        }
        if (value instanceof Models.Textual textual) {
            return typed.put("string", textual.text());
        }
        if (value instanceof Models.Client client) {
            return typed.put("opaque", client.name());
        }
        typed.put("model", value.getClass().getSimpleName());
        ObjectNode fields = typed.putObject("fields");
        for (RecordComponent c : value.getClass().getRecordComponents()) {
            JsonProperty name = c.getAccessor().getAnnotation(JsonProperty.class);
            fields.set(name == null ? c.getName() : name.value(), of(component(value, c)));
        }
        return typed;
    }

    static Object component(Record value, RecordComponent component) {
        try {
            return component.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** C99 hexadecimal: Double.toHexString, but for the names of what is no number. */
    private static String hexadecimal(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        return Double.isInfinite(value) ? value > 0 ? "inf" : "-inf" : Double.toHexString(value);
    }
}
