package io.github.functionschema.peer.call;

import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.json.ParseFault;
import io.github.functionschema.peer.json.StrictReader;
import io.github.functionschema.peer.schema.Violation;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Texts as a call and a declaration read them. */
final class Reading {
    private Reading() {}

    static Violation violation(ParseFault e) {
        return new Violation(e.pointer(), "parse", e.property(), e.reason().toString(), e.getMessage());
    }

    /** Reads arguments: rules 8 to 10, and an object at the root. */
    static JsonNode arguments(String function, byte[] text, Limits limits) throws Failure {
        JsonNode value;
        try {
            value = StrictReader.read(text, limits);
        } catch (ParseFault e) {
            throw Failure.of(Code.INVALID_ARGUMENT, function, List.of(violation(e)), 0);
        }
        if (!value.isObject()) {
            throw Failure.of(Code.INVALID_ARGUMENT, function,
                    List.of(Violation.of("", "type", "the arguments must be an object: send it itself, not a string that holds it")), 0);
        }
        return value;
    }
}
