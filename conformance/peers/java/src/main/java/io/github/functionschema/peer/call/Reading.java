package io.github.functionschema.peer.call;

import io.github.functionschema.peer.json.ParseFault;
import io.github.functionschema.peer.repair.Repairer;
import io.github.functionschema.peer.schema.Violation;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Texts as a call and a declaration read them. */
final class Reading {
    private Reading() {}

    static Violation violation(ParseFault e) {
        return new Violation(e.pointer(), "parse", e.property(), e.reason().toString(), e.getMessage());
    }

    /** Reads arguments: rules 8 to 10 and the repairs of rule 31, and an object at the root. */
    static Repairer.Repaired arguments(FunctionSchema function, byte[] text, BooleanSupplier stop) throws Failure {
        Repairer.Repaired read;
        try {
            read = function.repairer().read(text, function.limits(), stop);
        } catch (ParseFault e) {
            throw Failure.of(Code.INVALID_ARGUMENT, function.name(), List.of(violation(e)), 0);
        }
        if (!read.value().isObject()) {
            throw Failure.of(Code.INVALID_ARGUMENT, function.name(),
                    List.of(Violation.of("", "type", "the arguments must be an object: send it itself, not a string that holds it")), 0);
        }
        return read;
    }
}
