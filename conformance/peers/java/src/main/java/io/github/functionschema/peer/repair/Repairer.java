package io.github.functionschema.peer.repair;

import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.json.ParseFault;
import io.github.functionschema.peer.json.StrictReader;
import io.github.functionschema.peer.schema.CompiledSchema;
import io.github.functionschema.peer.schema.Kinds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/** Reads arguments and makes the repairs that were asked for. It is immutable and safe for concurrent use. */
public final class Repairer {
    final CompiledSchema schema;
    final Set<Repair> asked;
    final Set<String> hidden;
    final Kinds kinds;

    /** A repairer of arguments that a schema judges; the parameters that are hidden are not the model's, and left alone. */
    public Repairer(CompiledSchema schema, Set<Repair> asked, Set<String> hidden) {
        this.schema = schema;
        this.asked = Set.copyOf(asked);
        this.hidden = Set.copyOf(hidden);
        this.kinds = asked.isEmpty() ? null : new Kinds(schema);
    }

    /**
     * Arguments as they are judged.
     *
     * @param applied sorted by the bytes of the pointers
     */
    public record Repaired(JsonNode value, List<Applied> applied) {}

    /**
     * Reads a text strictly and repairs what it holds, from the root down, once. The limits hold for the repaired whole: its depth counts
     * from the root, its values are counted together, and a repair that would break one is not made. Nor is one with whose pointer those of
     * the list would be longer together than the text may be.
     *
     * @param stop asked from time to time whether nobody waits any more; what is left is then not repaired
     * @throws ParseFault if the text does not read; the only such one that is repaired is the empty one
     */
    public Repaired read(byte[] text, Limits limits, BooleanSupplier stop) throws ParseFault {
        if (text.length == 0 && asked.contains(Repair.EMPTY_ARGUMENTS)) {
            Repaired repaired = new Walk(this, limits, stop, NullNode.getInstance(), 0).repaired();
            if (!repaired.applied().isEmpty()) {
                return repaired;
            }
        }
        JsonNode value = StrictReader.read(text, limits);
        return asked.isEmpty() ? new Repaired(value, List.of()) : new Walk(this, limits, stop, value, length(text)).repaired();
    }

    /** Without the white space around the value. */
    private static int length(byte[] text) {
        return new String(text, StandardCharsets.ISO_8859_1).strip().length();
    }
}
