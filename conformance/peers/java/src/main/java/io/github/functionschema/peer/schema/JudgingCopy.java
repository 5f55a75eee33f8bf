package io.github.functionschema.peer.schema;

import io.github.functionschema.peer.json.Pointer;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema as networknt is given it. It says the same, without what that library reads in a way of its own:
 *
 * <ul>
 *   <li>every target of a reference stands under the root's $defs, under a name without escapes, percent signs and empty tokens, and identifiers
 *       are gone; only a schema of several resources with a $dynamicRef keeps both, for there the library has to choose the target;
 *   <li>counts are at most what an int holds, and numbers compare by value;
 *   <li>what binding depends on is asserted by a keyword of this project, where the text says format or contentEncoding.
 * </ul>
 */
final class JudgingCopy {
    static final String ASSERT = "x-fscheck-assert";
    private static final Set<String> COUNTS = Set.of("minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains",
            "minProperties", "maxProperties");
    private static final Set<String> LEFT_OUT = Set.of("$schema", "$comment", "$vocabulary", "title", "description", "default", "examples",
            "$recursiveRef", "$recursiveAnchor", "contentSchema", "id");
    private static final Set<String> IDENTIFIERS = Set.of("$id", "$anchor", "$dynamicAnchor", "$defs", "definitions");

    final JsonNode root;
    /** The transparent choices, by the list of their branches. */
    final Map<JsonNode, Choice> choices = new IdentityHashMap<>();
    /** The schemas of contains that stand beside a minContains. */
    final Map<JsonNode, Boolean> counted = new IdentityHashMap<>();

    private final Places places;
    private final Map<JsonNode, Assertion> asserted;
    private final boolean keep;
    private final Map<Place, JsonNode> copies = new HashMap<>();
    private final Map<Place, String> names = new HashMap<>();
    private final ObjectNode targets = JsonNodeFactory.instance.objectNode();

    JudgingCopy(Places places, Map<JsonNode, Assertion> asserted) {
        this.places = places;
        this.asserted = asserted;
        boolean dynamic = places.inOrder().stream().anyMatch(p -> p.dynamicRef != null);
        this.keep = dynamic && places.hasSeveralResources();
        for (Place place : places.inOrder()) {
            if (!keep && place != places.rootPlace() && place.text.isObject() && place.text.has("default")) {
                name(place);
            }
        }
        JsonNode copy = copy(places.rootPlace());
        while (targets.size() < names.size()) { // copying a target names further ones
            for (Map.Entry<Place, String> entry : Map.copyOf(names).entrySet()) {
                targets.set(entry.getValue(), copy(entry.getKey()));
            }
        }
        if (copy.isObject() && !targets.isEmpty()) {
            ObjectNode withTargets = (ObjectNode) copy;
            if (withTargets.get("$defs") instanceof ObjectNode defs) {
                defs.setAll(targets);
            } else {
                withTargets.set("$defs", targets);
            }
        }
        this.root = copy;
    }

    /** Returns the pointer of a place in the copy, or null if it has none. Where identifiers are kept it is where it was: elsewhere it would be in another resource. */
    String pointer(Place place) {
        return keep ? place.pointer : place == places.rootPlace() ? "" : names.containsKey(place) ? "/$defs/" + names.get(place) : null;
    }

    /** Gives a place a name by which it is referred to. */
    private String name(Place place) {
        return names.computeIfAbsent(place, p -> "x-fscheck-" + names.size());
    }

    private JsonNode copy(Place place) {
        JsonNode known = copies.get(place);
        if (known != null) {
            return known;
        }
        if (!place.text.isObject()) {
            return place.text;
        }
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        copies.put(place, copy);
        for (Map.Entry<String, JsonNode> member : place.text.properties()) {
            String keyword = member.getKey();
            if (!LEFT_OUT.contains(keyword) && (keep || judges(keyword))) {
                copy.set(keyword, value(place, keyword, member.getValue()));
            }
        }
        Assertion assertion = asserted.get(place.text);
        if (assertion != null) {
            copy.put(ASSERT, assertion.keyword());
        }
        return copy;
    }

    /** What networknt knows of other dialects, such as id, it tries to read in this one, too. */
    private static boolean judges(String keyword) {
        return Keywords.asserts(keyword) && !IDENTIFIERS.contains(keyword) || keyword.equals("$ref") || keyword.equals("format");
    }

    private JsonNode value(Place place, String keyword, JsonNode value) {
        if (COUNTS.contains(keyword) && value.isNumber()) {
            return JsonNodeFactory.instance.numberNode(value.decimalValue().min(BigDecimal.valueOf(Integer.MAX_VALUE)).intValue());
        }
        switch (keyword) {
            case "$ref", "$dynamicRef":
                Place target = keyword.equals("$ref") ? place.ref : place.dynamicRef;
                if (keep || target == null) {
                    return value;
                }
                return JsonNodeFactory.instance.stringNode(target == places.rootPlace() ? "#" : "#/$defs/" + name(target));
            case "allOf", "anyOf", "oneOf", "prefixItems":
                return list(place, keyword, value);
            case "properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions":
                ObjectNode map = JsonNodeFactory.instance.objectNode();
                for (Map.Entry<String, JsonNode> entry : value.properties()) {
                    Place child = places.byPointer.get(Pointer.join(place.pointer + "/" + keyword, entry.getKey()));
                    map.set(entry.getKey(), child == null ? entry.getValue() : copy(child));
                }
                return map;
            case "contains":
                JsonNode contained = copy(place.single.get(keyword));
                if (contained.isBoolean()) { // a node of its own, so that it can be told from others
                    ObjectNode own = JsonNodeFactory.instance.objectNode();
                    contained = contained.booleanValue() ? own : own.set("not", JsonNodeFactory.instance.objectNode());
                }
                counted.put(contained, place.text.has("minContains"));
                return contained;
            default:
                Place one = place.single.get(keyword);
                return one == null ? value : copy(one);
        }
    }

    private JsonNode list(Place place, String keyword, JsonNode value) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < value.size(); i++) {
            list.add(copy(places.byPointer.get(place.pointer + "/" + keyword + "/" + i)));
        }
        Choice choice = keyword.equals("anyOf") ? place.anyChoice : keyword.equals("oneOf") ? place.oneChoice : null;
        if (choice != null) {
            choices.put(list, choice);
        }
        return list;
    }
}
