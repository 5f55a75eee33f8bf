package io.github.functionschema.peer.schema;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A schema that judges instances and lays its defaults in. It is immutable and safe for concurrent use. */
public final class CompiledSchema {
    private final JsonNode text;
    private final Places places;
    private final Judge judge;

    CompiledSchema(JsonNode text, Places places, Judge judge) {
        this.text = text;
        this.places = places;
        this.judge = judge;
    }

    /**
     * How a schema is read.
     *
     * @param declared whether it was derived: patterns are of the portable subset then
     * @param asserted the schema objects, by identity, whose format or encoding binding depends on
     * @param formats whether format is asserted
     * @param anyRoot whether the root may admit what is no object, as results may be
     */
    public record Options(boolean declared, Map<JsonNode, Assertion> asserted, boolean formats, boolean anyRoot) {
        public static Options foreign(boolean formats) {
            return new Options(false, Map.of(), formats, false);
        }

        public static Options declared(Map<JsonNode, Assertion> asserted, boolean anyRoot) {
            return new Options(true, asserted, false, anyRoot);
        }
    }

    public static CompiledSchema compile(JsonNode text, Options options) throws SchemaFaults {
        return SchemaCheck.compile(text, options);
    }

    public JsonNode text() {
        return text;
    }

    /** What each $ref leads to, in the text or in a metaschema, by the schema object it stands in. */
    public Map<JsonNode, JsonNode> targets() {
        Map<JsonNode, JsonNode> targets = new IdentityHashMap<>();
        for (Place place : places.inOrder()) {
            JsonNode target = place.ref == null ? place.metaschema : place.ref.text;
            if (target != null) {
                targets.put(place.text, target);
            }
        }
        return targets;
    }

    Places places() {
        return places;
    }

    public Judge.Report judge(JsonNode instance, Judge.Terms terms) {
        return judge.judge(instance, terms);
    }

    /** Lays the defaults into a valid instance, unless their texts have more bytes together than the limit. */
    public Optional<JsonNode> complete(JsonNode instance, long limit) {
        Filler filler = new Filler(null, limit);
        JsonNode completed = filler.complete(List.of(places.rootPlace()), instance);
        return filler.isWithinLimit() ? Optional.of(completed) : Optional.empty();
    }

    /** The properties that the root names, its own, behind $ref and in allOf, in order. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        collect(places.rootPlace(), names, new java.util.HashSet<>());
        return names;
    }

    private static void collect(Place place, List<String> names, java.util.Set<Place> seen) {
        if (place == null || !seen.add(place)) {
            return;
        }
        place.properties.keySet().stream().filter(name -> !names.contains(name)).forEach(names::add);
        collect(place.ref, names, seen);
        place.allOf.forEach(part -> collect(part, names, seen));
    }
}
