package io.github.functionschema.peer.conformance;

import io.github.functionschema.peer.call.CallContext;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the function of one call received, written down before the function overwrites it. */
final class Recorder {
    private final List<String> names;
    private String bound;
    private int invocations;

    /** A recorder of parameters with these names; null of the members of one map. */
    Recorder(List<String> names) {
        this.names = names;
    }

    /** The members of the protocol's bound, as text; null before the function ran. */
    String bound() {
        return bound;
    }

    int invocations() {
        return invocations;
    }

    /**
     * Records the parameters of a call and then overwrites, in place, every list and map of them: what the engine shares between calls, or
     * with the caller, shows in the next one.
     */
    static void receive(CallContext context, Object... received) {
        context.find(Recorder.class).ifPresent(recorder -> recorder.record(received));
        for (Object value : received) {
            overwrite(value);
        }
    }

    private void record(Object... received) {
        invocations++;
        Map<String, Object> values = new LinkedHashMap<>();
        if (names == null) {
            ((Map<?, ?>) received[0]).forEach((name, value) -> values.put((String) name, value));
        } else {
            for (int i = 0; i < names.size(); i++) {
                values.put(names.get(i), received[i]);
            }
        }
        bound = TypedValues.members(values);
    }

    private static void overwrite(Object value) {
        if (value instanceof List<?> list) {
            list.forEach(Recorder::overwrite);
            list.clear();
        } else if (value instanceof Map<?, ?> map) {
            map.values().forEach(Recorder::overwrite);
            map.clear();
        } else if (value instanceof byte[] bytes) {
            Arrays.fill(bytes, (byte) 0);
        } else if (value instanceof Record record) {
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                overwrite(TypedValues.component(record, component));
            }
        } else if (value != null && value.getClass().isArray() && value.getClass().getComponentType().isPrimitive()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                Array.setByte(value, i, (byte) 0);
            }
        }
    }
}
