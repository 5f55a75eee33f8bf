package io.github.functionschema.peer.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lays defaults into a valid instance (rules 15 and 16). What does not change is shared, and the instance itself is not changed: sent members
 * keep their text, and filled ones follow them in declaration order.
 */
final class Filler {
    private final Defaults building;
    private final List<Definition> under = new ArrayList<>();
    private long left;

    /** A completion while a schema is compiled, or, without one, of a call whose defaults may have so many bytes together. */
    Filler(Defaults building, long left) {
        this.building = building;
        this.left = left;
    }

    boolean isWithinLimit() {
        return left >= 0;
    }

    void begin(Definition definition) {
        under.add(definition);
    }

    JsonNode complete(List<Place> schemas, JsonNode instance) {
        if (building != null && !building.spend() || !instance.isContainer()) {
            return instance;
        }
        Set<Place> applied = new LinkedHashSet<>();
        schemas.forEach(place -> apply(place, instance, applied));
        if (applied.isEmpty()) {
            return instance;
        }
        return instance.isArray() ? items(applied, instance) : members(applied, instance);
    }

    private static void apply(Place place, JsonNode instance, Set<Place> applied) {
        if (place.fills && applied.add(place)) {
            place.sure(instance).forEach(more -> apply(more, instance, applied));
        }
    }

    private JsonNode items(Set<Place> applied, JsonNode instance) {
        ArrayNode changed = null;
        for (int i = 0; i < instance.size(); i++) {
            List<Place> schemas = new ArrayList<>();
            for (Place place : applied) {
                Place one = i < place.prefixItems.size() ? place.prefixItems.get(i) : place.single.get("items");
                if (one != null) {
                    schemas.add(one);
                }
            }
            JsonNode filled = complete(schemas, instance.get(i));
            if (filled != instance.get(i)) {
                if (changed == null) {
                    changed = JsonNodeFactory.instance.arrayNode();
                    instance.forEach(changed::add);
                }
                changed.set(i, filled);
            }
        }
        return changed == null ? instance : changed;
    }

    private JsonNode members(Set<Place> applied, JsonNode instance) {
        Map<String, JsonNode> members = new LinkedHashMap<>();
        boolean changed = false;
        for (Map.Entry<String, JsonNode> member : instance.properties()) {
            JsonNode filled = complete(memberSchemas(applied, member.getKey()), member.getValue());
            changed |= filled != member.getValue();
            members.put(member.getKey(), filled);
        }
        Set<String> done = new HashSet<>();
        for (Place place : applied) {
            for (Map.Entry<String, Place> property : place.properties.entrySet()) {
                String name = property.getKey();
                if (property.getValue().definition == null || instance.has(name) || !done.add(name)) {
                    continue;
                }
                JsonNode value = fill(property.getValue(), memberSchemas(applied, name));
                if (value != null) {
                    members.put(name, value);
                    changed = true;
                }
            }
        }
        if (!changed) {
            return instance;
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        members.forEach(object::set);
        return object;
    }

    /** Returns what an omitted property becomes, or null if its default is being laid in already, which building refuses. */
    private JsonNode fill(Place place, List<Place> all) {
        Definition definition = place.definition;
        int at = under.indexOf(definition);
        if (at >= 0) {
            if (building != null) {
                building.meet(under.subList(at, under.size()));
            }
            return null;
        }
        under.add(definition);
        try {
            if (building != null) {
                building.define(place, this);
            } else {
                left -= definition.bytes;
                if (left < 0) {
                    return null;
                }
            }
            return all.size() > 1 ? complete(all, definition.completed) : definition.completed;
        } finally {
            under.remove(under.size() - 1);
        }
    }

    /** The schemas that certainly apply to a member by its name. */
    private static List<Place> memberSchemas(Set<Place> applied, String name) {
        List<Place> schemas = new ArrayList<>();
        for (Place place : applied) {
            Place property = place.properties.get(name);
            if (property != null) {
                schemas.add(property);
            }
            for (Place.Patterned p : place.patternProperties) {
                if (p.place().fills && p.pattern().matches(name)) {
                    schemas.add(p.place());
                }
            }
            Place additional = place.single.get("additionalProperties");
            if (additional != null && additional.fills && !place.declares(name)) {
                schemas.add(additional);
            }
        }
        return schemas;
    }
}
