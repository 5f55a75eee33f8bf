package io.github.functionschema.peer.call;

/** A function's way to say that the model may read this (rule 29): the message of this exception, not of those that wrap it. */
public class VisibleException extends RuntimeException {
    private static final int LONGEST_CHAIN = 1_000;

    public VisibleException(String message) {
        super(message);
    }

    /** Returns what of an exception the model may read, or null. */
    static String textOf(Throwable exception) {
        Throwable at = exception;
        for (int i = 0; i < LONGEST_CHAIN && at != null; i++, at = at.getCause()) {
            if (at instanceof VisibleException && at.getMessage() != null) {
                return at.getMessage().replaceAll("[\\p{Cntrl}&&[^\n\t]]", "");
            }
        }
        return null;
    }
}
