package io.github.functionschema.peer.schema;

import io.github.functionschema.peer.json.Limits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The faults of a schema (rule 11), in this order: it must satisfy the metaschema and be of a dialect that is read, every pattern must compile
 * and every reference resolve without a circle that consumes no input; the root must admit an object; every default must be valid. The
 * faults of one step are reported together.
 */
final class SchemaCheck {
    private SchemaCheck() {}

    /** Judges the text of a schema by the metaschema, the dialect rule and the pattern rule. */
    static List<Violation> textFaults(JsonNode text, String pointer, String dialect, Patterns patterns) {
        List<Violation> faults = new ArrayList<>(Dialects.faults(text, pointer, dialect));
        Limits unlimited = Limits.DEFAULT.with("violations", Integer.MAX_VALUE).with("applications", Integer.MAX_VALUE);
        for (Violation v : Metaschemas.judge().judge(text, Judge.Terms.of(unlimited)).violations()) {
            faults.add(v.at(pointer + v.pointer()));
        }
        Keywords.eachSubschema(text, pointer, (at, schema) -> faults.addAll(patterns.faults(at, schema)));
        return faults;
    }

    static CompiledSchema compile(JsonNode text, CompiledSchema.Options options) throws SchemaFaults {
        if (!Keywords.isSchema(text)) {
            throw new SchemaFaults(List.of(Violation.of("", "type", "a schema is an object, true or false")));
        }
        Patterns patterns = new Patterns(options.declared());
        List<Violation> faults = textFaults(text, "", "", patterns);
        Places places = null;
        // References of a dialect that is not read mean something else.
        if (faults.stream().noneMatch(v -> "$schema".equals(v.keyword()))) {
            places = new Places(text, patterns);
            faults.addAll(places.faults);
        }
        SchemaFaults.throwIfAny(faults);
        if (!options.anyRoot()) {
            List<Violation> root = new ArrayList<>();
            rootFaults(places.rootPlace(), new HashSet<>(), root);
            SchemaFaults.throwIfAny(root);
        }
        Judge judge = new Judge(places, patterns, options.asserted(), options.formats());
        SchemaFaults.throwIfAny(Defaults.compile(places.inOrder(), judge));
        places.inOrder().forEach(place -> place.assertion = options.asserted().get(place.text));
        return new CompiledSchema(text, places, judge);
    }

    /** What keeps the root from admitting any object, through $ref and allOf. */
    private static void rootFaults(Place place, Set<Place> seen, List<Violation> faults) {
        if (place == null || !seen.add(place)) {
            return;
        }
        JsonNode text = place.text;
        String keyword = null;
        if (place.isFalse()) {
            keyword = "false";
        } else if (text.has("type") && !place.types().contains("object")) {
            keyword = "type";
        } else if (text.has("const") && !text.get("const").isObject()) {
            keyword = "const";
        } else if (text.has("enum") && text.get("enum").valueStream().noneMatch(JsonNode::isObject)) {
            keyword = "enum";
        }
        if (keyword != null) {
            faults.add(Violation.of(place.pointer + (keyword.equals("false") ? "" : "/" + keyword), keyword,
                    "arguments are an object, which this does not admit: say type object at the root"));
        }
        rootFaults(place.ref, seen, faults);
        place.allOf.forEach(part -> rootFaults(part, seen, faults));
    }

}
