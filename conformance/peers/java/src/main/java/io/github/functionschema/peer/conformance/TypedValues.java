package io.github.functionschema.peer.conformance;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.functionschema.peer.binding.Maybe;
import io.github.functionschema.peer.binding.Raw;
import io.github.functionschema.peer.json.JsonText;
import io.github.functionschema.peer.json.Moment;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Writes Java values as the typed values of the protocol. They are text at once: a million of them as nodes would take seconds. */
final class TypedValues {
    private final StringBuilder out = new StringBuilder();

    /** The members of an object, in order. */
    static String members(Map<String, ?> values) {
        TypedValues typed = new TypedValues();
        typed.object(values);
        return typed.out.toString();
    }

    private void object(Map<?, ?> values) {
        String separator = "{";
        for (Map.Entry<?, ?> member : values.entrySet()) {
            out.append(separator);
            JsonText.string(String.valueOf(member.getKey()), out);
            out.append(':');
            value(member.getValue());
            separator = ",";
        }
        out.append(values.isEmpty() ? "{}" : "}");
    }

    private void text(String kind, String text) {
        out.append("{\"").append(kind).append("\":");
        JsonText.string(text, out);
        out.append('}');
    }

    private void flag(String kind, boolean flag) {
        out.append("{\"").append(kind).append("\":").append(flag).append('}');
    }

    private void list(Iterable<?> items) {
        out.append("{\"list\":[");
        String separator = "";
        for (Object item : items) {
            out.append(separator);
            value(item);
            separator = ",";
        }
        out.append("]}");
    }

    private static List<Object> items(Object array) {
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < Array.getLength(array); i++) {
            items.add(Array.get(array, i));
        }
        return items;
    }

    private void value(Object value) {
        if (value == null) {
            flag("null", true);
        } else if (value instanceof Maybe<?> maybe) {
            if (maybe.isPresent()) {
                value(maybe.orElseGet(() -> null));
            } else {
                flag("absent", true);
            }
        } else if (value instanceof Boolean flag) {
            flag("bool", flag);
        } else if (value instanceof BigDecimal exact) {
            text("number", exact.toString());
        } else if (value instanceof Double || value instanceof Float) {
            text("float", hexadecimal(((Number) value).doubleValue()));
        } else if (value instanceof Number integer) {
            text("int", integer.toString());
        } else if (value instanceof byte[] bytes) {
            text("bytes", Base64.getEncoder().encodeToString(bytes));
        } else if (value instanceof Moment moment) {
            text("datetime", moment.toString());
        } else if (value instanceof Duration duration) {
            text("duration", String.valueOf(duration.toNanos()));
        } else if (value instanceof List<?> list) {
            list(list);
        } else if (value.getClass().isArray()) {
            list(items(value));
        } else if (value instanceof Map<?, ?> map) {
            out.append("{\"map\":");
            object(map);
            out.append('}');
        } else if (value instanceof Record record) {
            record(record);
        } else {
            text("string", value.toString());
        }
    }

    private void record(Record value) {
        if (value instanceof Raw raw) {
            text("raw", raw.json());
        } else if (value instanceof Models.Hooked hooked) {
            text("raw", hooked.json());
        } else if (value instanceof Models.Textual textual) {
            text("string", textual.text());
        } else if (value instanceof Models.Client client) {
            text("opaque", client.name());
        } else {
            out.append("{\"model\":\"").append(value.getClass().getSimpleName()).append("\",\"fields\":{");
            String separator = "";
            for (RecordComponent c : value.getClass().getRecordComponents()) {
                JsonProperty name = c.getAccessor().getAnnotation(JsonProperty.class);
                out.append(separator);
                JsonText.string(name == null ? c.getName() : name.value(), out);
                out.append(':');
                value(component(value, c));
                separator = ",";
            }
            out.append("}}");
        }
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
