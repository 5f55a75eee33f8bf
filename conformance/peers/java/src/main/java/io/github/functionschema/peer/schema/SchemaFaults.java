package io.github.functionschema.peer.schema;

import java.util.List;

/** A schema is refused. */
public final class SchemaFaults extends Exception {
    private final transient List<Violation> violations;

    public SchemaFaults(List<Violation> violations) {
        super("the schema is refused", null, false, false);
        this.violations = Violation.distinct(violations);
    }

    public List<Violation> violations() {
        return violations;
    }

    public static void throwIfAny(List<Violation> violations) throws SchemaFaults {
        if (!violations.isEmpty()) {
            throw new SchemaFaults(violations);
        }
    }
}
