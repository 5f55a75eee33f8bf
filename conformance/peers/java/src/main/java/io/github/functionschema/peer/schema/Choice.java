package io.github.functionschema.peer.schema;

import io.github.functionschema.peer.json.JsonText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * An anyOf or oneOf that rule 13 makes transparent: one schema and null, or branches told apart by one property.
 *
 * @param nullable the schema beside {"type":"null"}, or null
 * @param property what tells the branches apart, or null
 * @param values distinct, one a branch
 * @param branches in the order of the text
 */
record Choice(Place nullable, String property, List<JsonNode> values, List<Place> branches) {
    /** Returns what a list of branches is, or null if it is no transparent choice. */
    static Choice of(List<Place> branches) {
        if (branches.size() == 2) {
            for (int i = 0; i < 2; i++) {
                if (isNullType(branches.get(1 - i))) {
                    return new Choice(branches.get(i), null, List.of(), branches);
                }
            }
        }
        Place first = branches.isEmpty() ? null : declared(branches.get(0));
        if (first == null) {
            return null;
        }
        for (String property : texts(first.text.get("required"))) {
            List<JsonNode> values = discriminators(branches, property);
            if (values != null) {
                return new Choice(null, property, values, branches);
            }
        }
        return null;
    }

    private static boolean isNullType(Place place) {
        if (!place.types().equals(Set.of("null"))) {
            return false;
        }
        return place.text.propertyNames().stream().noneMatch(k -> !k.equals("type") && (Keywords.asserts(k) || k.equals("$ref")));
    }

    /** Returns the schema that says type object itself: the place, or what its references lead to. */
    private static Place declared(Place place) {
        Place at = place;
        while (at != null && !at.types().equals(Set.of("object"))) {
            at = at.ref; // references that lead in a circle have been refused
        }
        return at;
    }

    private static List<JsonNode> discriminators(List<Place> branches, String property) {
        List<JsonNode> values = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Place branch : branches) {
            Place declared = declared(branch);
            if (declared == null || !texts(declared.text.get("required")).contains(property)) {
                return null;
            }
            Place described = declared.properties.get(property);
            JsonNode value = described == null ? null : onlyValue(described.text);
            if (value == null || !seen.add(JsonText.canonical(value))) {
                return null;
            }
            values.add(value);
        }
        return values;
    }

    private static JsonNode onlyValue(JsonNode schema) {
        if (schema.has("const")) {
            return schema.get("const");
        }
        JsonNode list = schema.get("enum");
        return list != null && list.size() == 1 ? list.get(0) : null;
    }

    static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        if (list != null) {
            list.forEach(item -> {
                if (item.isString()) {
                    texts.add(item.stringValue());
                }
            });
        }
        return texts;
    }

    /** Returns the schema that judges an instance alone, or null. */
    Place branch(JsonNode instance) {
        int index = index(instance);
        return index < 0 ? null : branches.get(index);
    }

    /** Returns which branch judges an instance alone, or -1. */
    int index(JsonNode instance) {
        if (nullable != null) {
            return instance.isNull() ? -1 : branches.indexOf(nullable);
        }
        JsonNode value = instance.isObject() ? instance.get(property) : null;
        return value == null ? -1 : values.indexOf(value);
    }
}
