package io.github.functionschema.peer.call;

import io.github.functionschema.peer.binding.Encode;
import io.github.functionschema.peer.repair.Applied;
import io.github.functionschema.peer.schema.Judge;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/** A call that has been checked and bound, and not yet made. */
public final class Call {
    private final FunctionSchema function;
    private final String arguments;
    private final List<Object> parameters;
    private final List<Applied> repairs;
    private final AtomicBoolean done = new AtomicBoolean();

    Call(FunctionSchema function, String arguments, List<Object> parameters, List<Applied> repairs) {
        this.function = function;
        this.arguments = arguments;
        this.parameters = parameters;
        this.repairs = repairs;
    }

    /** The completed arguments without the injected values: safe to log, and to show to a person. */
    public String arguments() {
        return arguments;
    }

    /** What was mended of the arguments before they were judged, sorted by pointer; empty if they were valid as they were sent. */
    public List<Applied> repairs() {
        return repairs;
    }

    /**
     * Runs the function, once, and returns its result as a tree.
     *
     * @throws Failure CANCELLED if the context is done before the function returned its value, or the thread was interrupted: its flag is set
     *     again then; EXECUTION_ERROR for an exception of the function; INVALID_RESULT for a value that cannot be encoded or does not satisfy
     *     the schema of its type
     */
    public JsonNode run(CallContext context) throws Failure {
        if (context.isDone()) {
            throw function.cancelled(null);
        }
        if (done.getAndSet(true)) {
            throw Failure.of(Code.EXECUTION_ERROR, function.name(), "this call has been made already: bind the arguments again", null);
        }
        Object value;
        try {
            value = function.declaration().body().run(context, parameters);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw function.cancelled(e);
        } catch (Exception | StackOverflowError | AssertionError | LinkageError e) {
            throw context.isDone() ? function.cancelled(e) : failed(e);
        }
        if (context.isDone()) {
            throw function.cancelled(null);
        }
        return function.declaration().result() == null ? NullNode.getInstance() : encode(value);
    }

    /** The text of an exception may hold an injected value: then it is not in the log's text either. */
    private Failure failed(Throwable e) {
        String text = function.hasInjected() ? "the function threw " + e.getClass().getName() : "the function threw " + e;
        return Failure.of(Code.EXECUTION_ERROR, function.name(), text, e);
    }

    private JsonNode encode(Object value) throws Failure {
        JsonNode result;
        try {
            result = Encode.result(function.declaration().result(), value);
        } catch (RuntimeException e) {
            throw Failure.of(Code.INVALID_RESULT, function.name(), "its result cannot be encoded", e);
        }
        Judge.Report report = function.resultRule().judge(result, Judge.Terms.of(function.limits()));
        if (!report.isValid()) {
            throw Failure.of(Code.INVALID_RESULT, function.name(), report.violations(), report.more());
        }
        return result;
    }
}
