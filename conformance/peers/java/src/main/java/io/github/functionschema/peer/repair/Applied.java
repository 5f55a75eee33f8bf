package io.github.functionschema.peer.repair;

import io.github.functionschema.peer.json.Pointer;
import java.util.Comparator;

/**
 * A repair that was made.
 *
 * @param pointer where in the arguments as they are after it, or where the member was that it left out
 * @param repair which one
 */
public record Applied(String pointer, Repair repair) {
    /** By the UTF-8 bytes of the pointers, then by name. */
    static final Comparator<Applied> ORDER =
            Comparator.comparing(Applied::pointer, Pointer::compare).thenComparing(applied -> applied.repair().toString());

    /** For logs. */
    @Override
    public String toString() {
        return (pointer.isEmpty() ? "(root)" : pointer) + ": " + repair;
    }
}
