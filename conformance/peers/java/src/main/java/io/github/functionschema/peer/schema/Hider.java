package io.github.functionschema.peer.schema;

import io.github.functionschema.peer.json.ExactNumber;
import io.github.functionschema.peer.json.Pointer;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Decides what of a schema goes when parameters are hidden (rule 18): their names in properties, required and the dependent keywords of the
 * root and, through any depth of allOf, of its branches; definitions that nothing refers to any more. A hidden name anywhere else that
 * judges the arguments as a whole is a fault, and so is a reference to what changes.
 */
final class Hider {
    private static final Set<String> NO_NAMES = Set.of("type", "enum", "examples", "default", "const", "prefixItems", "items", "anyOf", "oneOf");

    final Set<String> gone = new HashSet<>();
    final Map<String, JsonNode> counts = new HashMap<>();
    final List<Violation> faults = new ArrayList<>();
    private final Set<String> changed = new HashSet<>();
    private final Places places;
    private final List<String> hidden;
    private final NameScan scan;

    Hider(Places places, List<String> hidden) {
        this.places = places;
        this.hidden = hidden;
        this.scan = new NameScan(places, hidden, faults);
    }

    void hide() {
        own(places.root, "");
        dropUnused();
        checkReferences();
    }

    /** Reports whether nothing is left of a schema that something was taken out of. */
    private boolean own(JsonNode schema, String pointer) {
        if (!schema.isObject()) {
            return false;
        }
        int left = schema.size();
        for (Map.Entry<String, JsonNode> member : schema.properties()) {
            String keyword = member.getKey();
            JsonNode value = member.getValue();
            String at = Pointer.join(pointer, keyword);
            int before = gone.size();
            boolean all = false;
            switch (keyword) {
                case "properties" -> all = takeNames(value, at) && !pointer.isEmpty();
                case "required" -> all = takeItems(value, at) && !pointer.isEmpty();
                case "dependentRequired", "dependentSchemas", "dependencies" -> all = takeDependents(value, at);
                case "allOf" -> all = takeBranches(value, at, pointer);
                case "minProperties", "maxProperties" -> counts.put(at,
                        new ExactNumber(value.decimalValue().subtract(BigDecimal.valueOf(hidden.size())).max(BigDecimal.ZERO).toPlainString()));
                default -> {
                    scan.keyword(keyword, value, pointer, at);
                    if (!NO_NAMES.contains(keyword) && value.isArray()) { // a list of names, as propertyOrdering is
                        takeItems(value, at);
                    }
                }
            }
            if (gone.size() > before) {
                changed.add(pointer);
            }
            if (all) {
                gone.add(at);
                left--;
            }
        }
        return changed.contains(pointer) && left == 0;
    }

    /** Takes the members with a hidden name out, and reports whether some went and none stayed. */
    private boolean takeNames(JsonNode map, String pointer) {
        int taken = 0;
        for (String name : map.propertyNames()) {
            if (hidden.contains(name)) {
                gone.add(Pointer.join(pointer, name));
                taken++;
            }
        }
        return taken > 0 && taken == map.size();
    }

    private boolean takeItems(JsonNode list, String pointer) {
        int taken = 0;
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).isString() && hidden.contains(list.get(i).stringValue())) {
                gone.add(pointer + "/" + i);
                taken++;
            }
        }
        return taken > 0 && taken == list.size();
    }

    private boolean takeDependents(JsonNode map, String pointer) {
        int left = map.size();
        for (Map.Entry<String, JsonNode> member : map.properties()) {
            String at = Pointer.join(pointer, member.getKey());
            if (hidden.contains(member.getKey())) {
                gone.add(at);
                left--;
            } else if (member.getValue().isArray()) {
                if (takeItems(member.getValue(), at)) {
                    gone.add(at);
                    left--;
                }
            } else {
                scan.schema(member.getValue(), at, "a schema that depends on another property");
            }
        }
        return left == 0 && !map.isEmpty();
    }

    private boolean takeBranches(JsonNode list, String pointer, String parent) {
        int left = list.size();
        // A branch that is taken out moves those behind it, so none is where a reference counts them.
        boolean fixed = references().stream().anyMatch(r -> r.target.pointer.startsWith(pointer + "/"));
        for (int i = 0; i < list.size(); i++) {
            String at = pointer + "/" + i;
            boolean emptied = own(list.get(i), at);
            if (changed.contains(at)) {
                changed.add(parent);
            }
            if (emptied && !fixed) {
                gone.add(at);
                left--;
            }
        }
        return left == 0 && !list.isEmpty();
    }

    private record Reference(Place from, String keyword, Place target) {}

    private List<Reference> references() {
        List<Reference> list = new ArrayList<>();
        for (Place place : places.inOrder()) {
            if (place.ref != null) {
                list.add(new Reference(place, "$ref", place.ref));
            }
            if (place.dynamicRef != null) {
                list.add(new Reference(place, "$dynamicRef", place.dynamicRef));
            }
        }
        return list;
    }

    /** Takes out the definitions that were in use and no longer are. What was out of use before stays, with all it refers to. */
    private void dropUnused() {
        Set<String> entries = new LinkedHashSet<>();
        for (String keyword : new String[] {"$defs", "definitions"}) {
            if (places.root.get(keyword) != null) {
                places.root.get(keyword).propertyNames().forEach(name -> entries.add(Pointer.join("/" + keyword, name)));
            }
        }
        Set<String> before = reach(List.of(""), Set.of());
        List<String> from = new ArrayList<>(List.of(""));
        entries.stream().filter(e -> !before.contains(e)).forEach(from::add);
        Set<String> after = reach(from, Set.copyOf(gone));
        for (String keyword : new String[] {"$defs", "definitions"}) {
            String at = "/" + keyword;
            List<String> own = entries.stream().filter(e -> e.startsWith(at + "/")).toList();
            List<String> dropped = own.stream().filter(e -> before.contains(e) && !after.contains(e)).toList();
            gone.addAll(dropped);
            if (!own.isEmpty() && dropped.size() == own.size()) {
                gone.add(at);
            }
        }
    }

    private Set<String> reach(List<String> from, Set<String> without) {
        Map<String, List<Place>> owned = new HashMap<>();
        for (Reference r : references()) {
            if (!within(r.from.pointer, without)) {
                owned.computeIfAbsent(definition(r.from.pointer), k -> new ArrayList<>()).add(r.target);
            }
        }
        Set<String> used = new HashSet<>();
        ArrayDeque<String> open = new ArrayDeque<>(from);
        while (!open.isEmpty()) {
            String at = open.remove();
            if (used.add(at)) {
                owned.getOrDefault(at, List.of()).forEach(target -> open.add(definition(target.pointer)));
            }
        }
        return used;
    }

    /** The pointer of the definition that a place belongs to, or "" if it belongs to the root itself. */
    private static String definition(String pointer) {
        for (String keyword : new String[] {"/$defs/", "/definitions/"}) {
            if (pointer.startsWith(keyword)) {
                int end = pointer.indexOf('/', keyword.length());
                return end < 0 ? pointer : pointer.substring(0, end);
            }
        }
        return "";
    }

    private static boolean within(String pointer, Set<String> places) {
        for (String at = pointer; ; at = at.substring(0, at.lastIndexOf('/'))) {
            if (places.contains(at)) {
                return true;
            }
            if (at.isEmpty()) {
                return false;
            }
        }
    }

    private void checkReferences() {
        for (Reference r : references()) {
            if (!within(r.from.pointer, gone) && (changed.contains(r.target.pointer) || within(r.target.pointer, gone))) {
                faults.add(Violation.of(r.from.pointer + "/" + r.keyword, "inject", "this leads to a schema that names an injected parameter, so "
                        + "hiding it would change what is meant here: give this place a schema of its own, or do not inject the parameter"));
            }
        }
    }
}
