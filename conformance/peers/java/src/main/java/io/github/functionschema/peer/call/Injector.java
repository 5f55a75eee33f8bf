package io.github.functionschema.peer.call;

import io.github.functionschema.peer.binding.Encode;
import io.github.functionschema.peer.binding.Shape;
import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.json.Pointer;
import io.github.functionschema.peer.schema.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/** Asks the sources of a function's injected parameters, in order, once a call for each reference (rule 19). */
final class Injector {
    private final List<Shape.Field> injected;
    private final Map<String, Source> sources;
    private final Set<String> hidden = new LinkedHashSet<>();
    private final Set<String> opaque = new LinkedHashSet<>();

    Injector(List<Shape.Field> injected, Map<String, Source> sources) {
        this.injected = injected;
        this.sources = sources == null ? Map.of() : sources;
        injected.forEach(field -> (field.isOpaque() ? opaque : hidden).add(field.name()));
    }

    boolean isEmpty() {
        return injected.isEmpty();
    }

    /** The names that the schema has and the model does not see. */
    Set<String> hidden() {
        return hidden;
    }

    /** The names that no arguments may have. */
    Set<String> opaque() {
        return opaque;
    }

    /** The values of one call: trees for the schema, native objects beside it. */
    record Values(Map<String, JsonNode> trees, Map<String, Object> natives) {}

    private record Answer(Object value, Exception failure) {}

    Values resolve(String function, CallContext context, Limits limits) throws Failure {
        Values values = new Values(new LinkedHashMap<>(), new HashMap<>());
        Map<Shape.Injection, Answer> answers = new HashMap<>();
        List<Violation> faults = new ArrayList<>();
        Exception cause = null;
        for (Shape.Field field : injected) {
            if (context.isDone()) {
                throw Failure.of(Code.CANCELLED, function, "its context is done", null);
            }
            Answer answer = answers.get(field.injected());
            if (answer == null) {
                answer = ask(context, field.injected());
                answers.put(field.injected(), answer);
            }
            String problem = answer.failure() == null ? set(values, field, answer.value())
                    : answer.failure() instanceof Source.NotFound ? "its source has no value for it" : "its source failed";
            if (problem != null) {
                faults.add(Violation.of(Pointer.join("", field.name()), "inject", problem));
                cause = answer.failure() == null ? cause : answer.failure();
            }
        }
        if (!faults.isEmpty()) {
            List<Violation> distinct = Violation.distinct(faults);
            int reported = Math.min(distinct.size(), limits.violations());
            throw new Failure(Code.INJECTION_ERROR, function, distinct.subList(0, reported), distinct.size() - reported, null, cause);
        }
        return values;
    }

    private Answer ask(CallContext context, Shape.Injection reference) {
        Source source = sources.get(reference.source());
        if (source == null) {
            return new Answer(null, new Source.NotFound(reference.key()));
        }
        try {
            return new Answer(source.resolve(context, reference.key()), null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the context is done now
            return new Answer(null, e);
        } catch (Exception e) {
            return new Answer(null, e);
        }
    }

    /** Stores a value in the form in which its parameter takes it, or returns what is wrong with it. */
    private static String set(Values values, Shape.Field field, Object value) {
        if (field.shape() instanceof Shape.Opaque type) {
            values.natives().put(field.name(), value);
            return type.type().isInstance(value) ? null : "the value of its source is of another type";
        }
        try {
            JsonNode tree = value == null ? NullNode.getInstance() : value instanceof JsonNode node ? node : Encode.result(field.shape(), value);
            values.trees().put(field.name(), tree);
            return null;
        } catch (RuntimeException e) {
            return "the value of its source cannot be used for it";
        }
    }
}
