package io.github.functionschema.peer.call;

import io.github.functionschema.peer.binding.Bind;
import io.github.functionschema.peer.binding.Shape;
import io.github.functionschema.peer.json.JsonText;
import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.repair.Repairer;
import io.github.functionschema.peer.schema.CompiledSchema;
import io.github.functionschema.peer.schema.Judge;
import io.github.functionschema.peer.schema.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A function that a model may call: the schema of its arguments and all that is needed to call it. It is immutable and safe for concurrent
 * use. The order of a call: read, repair, resolve and overwrite, validate once, lay in defaults, bind, call, encode, check the result. A phase that
 * fails ends the call with all of its violations and none of a later one.
 */
public final class FunctionSchema {
    private static final String HIDDEN = "the framework's value for this parameter does not fit it";

    private final Declaration declaration;
    private final Limits limits;
    private final CompiledSchema schema;
    private final JsonNode metadata;
    private final CompiledSchema resultRule;
    private final Injector injector;
    private final Repairer repairer;
    private final boolean binary;

    FunctionSchema(Declaration declaration, Limits limits, CompiledSchema schema, JsonNode metadata, CompiledSchema resultRule, Injector injector,
            Repairer repairer, boolean binary) {
        this.declaration = declaration;
        this.limits = limits;
        this.schema = schema;
        this.metadata = metadata;
        this.resultRule = resultRule;
        this.injector = injector;
        this.repairer = repairer;
        this.binary = binary;
    }

    /**
     * @throws Failure of INVALID_SCHEMA with everything that is wrong, whose pointers point into the execution schema
     */
    public static FunctionSchema of(Declaration declaration, Declaration.Options options) throws Failure {
        return new Build(declaration, options).build();
    }

    public String name() {
        return declaration.name();
    }

    /** The execution schema: all parameters, injected ones included. */
    public String schemaText() {
        return JsonText.compact(schema.text());
    }

    /** What the model sees of it. */
    public String metadataText() {
        return JsonText.compact(metadata);
    }

    /** What the model is told of the function. */
    public Optional<String> description() {
        String note = binary ? "Binary output is returned base64-encoded." : null;
        if (declaration.description() == null) {
            return Optional.ofNullable(note);
        }
        return Optional.of(note == null ? declaration.description() : declaration.description() + " " + note);
    }

    Declaration declaration() {
        return declaration;
    }

    Limits limits() {
        return limits;
    }

    Repairer repairer() {
        return repairer;
    }

    CompiledSchema resultRule() {
        return resultRule;
    }

    boolean hasInjected() {
        return !injector.isEmpty();
    }

    Failure cancelled(Throwable cause) {
        return Failure.of(Code.CANCELLED, name(), "its context is done", cause);
    }

    /** Does everything but the call. */
    public Call bind(CallContext context, byte[] arguments) throws Failure {
        if (context.isDone()) {
            throw cancelled(null);
        }
        try {
            Call call = prepare(context, arguments);
            if (!context.isDone()) {
                return call;
            }
        } catch (Failure e) {
            if (!context.isDone()) {
                throw e;
            }
        }
        throw cancelled(null);
    }

    private Call prepare(CallContext context, byte[] arguments) throws Failure {
        Repairer.Repaired read = Reading.arguments(this, arguments, context::isDone);
        Injector.Values values = injector.resolve(name(), context, limits);
        JsonNode complete = overwrite(read.value(), values.trees());
        Judge.Report report = schema.judge(complete, new Judge.Terms(limits, injector.hidden(), injector.opaque(), context::isDone));
        if (!report.isValid()) {
            throw Failure.of(report.hidden() ? Code.INJECTION_ERROR : Code.INVALID_ARGUMENT, name(), report.violations(), report.more());
        }
        JsonNode completed = schema.complete(complete, limits.bytes()).orElseThrow(() -> Failure.of(Code.INVALID_ARGUMENT, name(),
                List.of(new Violation("", "parse", null, "size", "the defaults of what is omitted would make these arguments too large")), 0));
        return new Call(this, JsonText.sent(without(completed, injector.hidden())), decode(completed, values.natives()), read.applied());
    }

    /** The framework's values win over what the model sent; the tree that was sent is not changed. */
    private static JsonNode overwrite(JsonNode sent, Map<String, JsonNode> values) {
        if (values.isEmpty()) {
            return sent;
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        sent.properties().forEach(member -> object.set(member.getKey(), member.getValue()));
        values.forEach(object::set);
        return object;
    }

    private static JsonNode without(JsonNode completed, Set<String> names) {
        if (names.isEmpty()) {
            return completed;
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        completed.properties().forEach(member -> {
            if (!names.contains(member.getKey())) {
                object.set(member.getKey(), member.getValue());
            }
        });
        return object;
    }

    private List<Object> decode(JsonNode completed, Map<String, Object> natives) throws Failure {
        List<Object> parameters = new ArrayList<>();
        if (declaration.parameters() == null) {
            parameters.add(Bind.plain(completed));
            return parameters;
        }
        Bind bind = new Bind();
        for (int i = 0; i < declaration.parameters().size(); i++) {
            Shape.Field field = declaration.parameters().get(i);
            parameters.add(field.isOpaque() || natives.containsKey(field.name()) ? natives.get(field.name())
                    : bind.parameter(field, declaration.types().get(i), completed.get(field.name())));
        }
        if (bind.faults().isEmpty()) {
            return parameters;
        }
        boolean injected = false;
        List<Violation> shielded = new ArrayList<>();
        for (Violation v : bind.faults()) {
            String first = v.pointer().split("/", 3)[1];
            boolean hidden = injector.hidden().contains(io.github.functionschema.peer.json.Pointer.unescape(first));
            injected |= hidden;
            shielded.add(hidden ? new Violation("/" + first, null, null, v.reason(), HIDDEN) : v);
        }
        List<Violation> distinct = Violation.distinct(shielded);
        int reported = Math.min(distinct.size(), limits.violations());
        throw new Failure(injected ? Code.INJECTION_ERROR : Code.BINDING_ERROR, name(), distinct.subList(0, reported),
                distinct.size() - reported, null, bind.cause());
    }
}
