package io.github.functionschema.peer.call;

import io.github.functionschema.peer.schema.Violation;
import java.util.List;

/**
 * A call, or the building of a schema, failed. {@link #getMessage} is for logs and {@link #modelText} for the model; neither has a value that
 * the framework injected. The cause may hold anything.
 */
public final class Failure extends Exception {
    private static final int LONGEST_PLACE = 200;

    private final Code code;
    private final String function;
    private final transient List<Violation> violations;
    private final int more;
    private final String text;

    Failure(Code code, String function, List<Violation> violations, int more, String text, Throwable cause) {
        super(cause);
        this.code = code;
        this.function = function;
        this.violations = violations;
        this.more = more;
        this.text = text;
    }

    static Failure of(Code code, String function, List<Violation> violations, int more) {
        return new Failure(code, function, violations, more, null, null);
    }

    static Failure of(Code code, String function, String text, Throwable cause) {
        return new Failure(code, function, List.of(), 0, text, cause);
    }

    public Code code() {
        return code;
    }

    public List<Violation> violations() {
        return violations;
    }

    /** How many violations are not listed. */
    public int more() {
        return more;
    }

    @Override
    public String getMessage() {
        StringBuilder b = new StringBuilder(function).append(": ").append(code);
        if (text != null) {
            b.append(": ").append(text);
        }
        String separator = ": ";
        for (Violation v : violations) {
            b.append(separator).append(line(v));
            separator = "; ";
        }
        return b.append(more > 0 ? "; and " + more + " more" : "").toString();
    }

    /** What the model reads: for arguments at fault each place and what would be accepted there; of all else that it cannot mend only that. */
    public String modelText() {
        String subject = "The function " + function;
        return switch (code) {
            case INVALID_ARGUMENT, BINDING_ERROR -> {
                StringBuilder b = new StringBuilder(subject).append(" was not run, because its arguments are not valid:");
                violations.forEach(v -> b.append("\n- ").append(line(v)));
                b.append(more > 0 ? "\n- and " + more + " more" : "");
                yield b.append("\nCorrect this and call it again.").toString();
            }
            case EXECUTION_ERROR -> {
                String visible = VisibleException.textOf(getCause());
                yield visible == null ? subject + " failed." : visible;
            }
            case CANCELLED -> subject + " was cancelled before it finished.";
            case INVALID_RESULT -> subject + " ran, but its result cannot be shown because of an internal failure.";
            default -> subject + " was not run, because of an internal failure that other arguments will not mend.";
        };
    }

    /** A pointer consists of names that somebody sent: it is cut if long, and shows no line ends. */
    private static String line(Violation v) {
        if (v.pointer().isEmpty()) {
            return v.message();
        }
        String place = v.pointer().length() <= LONGEST_PLACE ? v.pointer() : v.pointer().substring(0, LONGEST_PLACE) + "…";
        return place.replaceAll("\\p{Cntrl}", "?") + ": " + v.message();
    }
}
