package io.github.functionschema.peer.call;

/** In which phase a call, or the building of a schema, failed. */
public enum Code {
    INVALID_SCHEMA, INVALID_ARGUMENT, BINDING_ERROR, INJECTION_ERROR, EXECUTION_ERROR, INVALID_RESULT, CANCELLED
}
