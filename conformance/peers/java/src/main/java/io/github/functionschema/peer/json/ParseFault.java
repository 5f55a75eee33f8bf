package io.github.functionschema.peer.json;

/** Why a text was refused (rule 10). The message quotes no value, for a value may be a secret. */
public final class ParseFault extends Exception {
    /** The offences of a text, under the names that the contract gives them. */
    public enum Reason {
        SYNTAX, TRUNCATED, TRAILING_DATA, DUPLICATE_KEY, UTF8, SURROGATE, NUMBER, DEPTH, SIZE, VALUES, COST;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    private final Reason reason;
    private final String pointer;
    private final String property;

    ParseFault(Reason reason, String message) {
        this(reason, message, "", null);
    }

    ParseFault(Reason reason, String message, String pointer, String property) {
        super(message, null, false, false);
        this.reason = reason;
        this.pointer = pointer;
        this.property = property;
    }

    public Reason reason() {
        return reason;
    }

    /** The object that has a name twice; else "". */
    public String pointer() {
        return pointer;
    }

    /** The name that an object has twice; else null. */
    public String property() {
        return property;
    }
}
