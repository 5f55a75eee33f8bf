package io.github.functionschema.peer.schema;

import io.github.functionschema.peer.json.Pointer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The schema that a model sees: the injected parameters are gone, and descriptions say what the engine knows beside the author (rules 6, 18). */
public final class View {
    private final Set<String> gone;
    private final Map<String, JsonNode> counts;
    private final Map<JsonNode, String> notes;

    private View(Set<String> gone, Map<String, JsonNode> counts, Map<JsonNode, String> notes) {
        this.gone = gone;
        this.counts = counts;
        this.notes = notes;
    }

    /**
     * Makes the view. Notes are added to the description of the schema object that is their key, by identity.
     *
     * @throws SchemaFaults where a hidden name stands where no parameter can be hidden
     */
    public static JsonNode of(CompiledSchema schema, List<String> hidden, Map<JsonNode, String> notes) throws SchemaFaults {
        if (!schema.text().isObject()) {
            return schema.text();
        }
        if (hidden.isEmpty()) {
            return new View(Set.of(), Map.of(), notes).value(schema.text(), "");
        }
        Hider hider = new Hider(schema.places(), hidden);
        hider.hide();
        SchemaFaults.throwIfAny(hider.faults);
        return new View(hider.gone, hider.counts, notes).value(schema.text(), "");
    }

    private JsonNode value(JsonNode node, String pointer) {
        if (counts.containsKey(pointer)) {
            return counts.get(pointer);
        }
        if (node.isArray()) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            for (int i = 0; i < node.size(); i++) {
                if (!gone.contains(pointer + "/" + i)) {
                    copy.add(value(node.get(i), pointer + "/" + i));
                }
            }
            return copy;
        }
        if (!node.isObject()) {
            return node;
        }
        String note = notes.get(node);
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            String at = Pointer.join(pointer, member.getKey());
            if (gone.contains(at)) {
                continue;
            }
            copy.set(member.getKey(), value(member.getValue(), at));
            if (note != null && member.getKey().equals("type") && !node.has("description")) {
                copy.put("description", note);
            } else if (note != null && member.getKey().equals("description")) {
                copy.put("description", member.getValue().stringValue() + " " + note);
            }
        }
        return copy;
    }
}
