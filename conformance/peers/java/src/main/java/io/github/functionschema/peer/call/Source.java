package io.github.functionschema.peer.call;

/** Where the framework's values come from. */
@FunctionalInterface
public interface Source {
    /**
     * Returns a value: a JSON tree, or the native object where the parameter is opaque.
     *
     * @throws NotFound if there is none
     */
    Object resolve(CallContext context, String key) throws Exception;

    /** The source has no value under a key. */
    final class NotFound extends Exception {
        public NotFound(String key) {
            super("there is no value under " + key);
        }
    }
}
