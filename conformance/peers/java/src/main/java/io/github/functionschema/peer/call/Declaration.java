package io.github.functionschema.peer.call;

import io.github.functionschema.peer.binding.Shape;
import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.repair.Repair;
import io.github.functionschema.peer.schema.Violation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JavaType;

/**
 * All that is known of a function before it is compiled.
 *
 * @param name what it is called
 * @param description what the model is told of it, or null
 * @param parameters in order; null of a function that takes one map of whatever there is
 * @param types the Java type of each parameter, null where its shape says enough
 * @param result the shape of what it returns, or null
 * @param faults what is wrong with the declaration
 * @param body runs it
 */
public record Declaration(String name, String description, List<Shape.Field> parameters, List<JavaType> types, Shape result,
        List<Violation> faults, Body body) {
    /** A function, given its context and its bound parameters. */
    @FunctionalInterface
    public interface Body {
        Object run(CallContext context, List<Object> parameters) throws Exception;
    }

    /**
     * What a host adds.
     *
     * @param schema a schema to judge the arguments by instead of the derived one, or null
     * @param injected references by parameter; they win over annotations
     * @param sources by name; null if there are none yet, and every call of a function with injected parameters fails
     * @param formats whether format is asserted in a foreign schema
     * @param limits of texts and calls
     * @param repairs what is mended of what a model sends
     */
    public record Options(byte[] schema, Map<String, Shape.Injection> injected, Map<String, Source> sources, boolean formats, Limits limits,
            Set<Repair> repairs) {
        public static Options none() {
            return new Options(null, Map.of(), null, false, Limits.DEFAULT, Set.of());
        }
    }
}
