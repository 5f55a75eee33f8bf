package io.github.functionschema.peer.schema;

import io.github.functionschema.peer.json.JsonText;
import io.github.functionschema.peer.json.Limits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The defaults of a schema: each is checked as it is written, given to the places it fills (rule 16), and completed by its own nested
 * defaults; a completion that meets itself is a fault (rule 17). Faulty defaults fill nothing.
 */
final class Defaults {
    private static final int LARGEST = 1_000_000;

    private final List<Place> places;
    private final Judge judge;
    private final Set<Place> faulty = new HashSet<>();
    private final Map<JsonNode, Long> sizes = new IdentityHashMap<>();
    private final List<Violation> faults = new ArrayList<>();
    private Map<Place, Place> owners = new HashMap<>();
    private long left = 10L * LARGEST;

    private Defaults(List<Place> places, Judge judge) {
        this.places = places;
        this.judge = judge;
    }

    /** Prepares the places for a {@link Filler} and returns the faults. */
    static List<Violation> compile(List<Place> places, Judge judge) {
        Defaults defaults = new Defaults(places, judge);
        defaults.check();
        boolean again;
        do {
            defaults.assign();
            again = defaults.complete();
        } while (again);
        if (defaults.left < 0) {
            defaults.faults.add(Violation.of("", "default", "the defaults of this schema complete each other to too many values"));
        }
        return Violation.distinct(defaults.faults);
    }

    private void refuse(Place owner, String message) {
        if (faulty.add(owner)) {
            faults.add(Violation.of(owner.pointer + "/default", "default", message));
        }
    }

    private void check() {
        for (Place place : places) {
            JsonNode value = place.text.get("default");
            if (value == null) {
                continue;
            }
            Judge.Report report = judge.judgeAt(place, value, Judge.Terms.of(Limits.DEFAULT));
            if (!report.isValid()) {
                Violation first = report.violations().get(0);
                refuse(place, "this default is not valid" + (first.pointer().isEmpty() ? ": it " : " at " + first.pointer() + ": it ") + first.message());
            }
        }
    }

    private void assign() {
        owners = new HashMap<>();
        places.forEach(place -> {
            place.definition = null;
            place.fills = false;
        });
        for (Place place : places) {
            Place owner = owner(place);
            if (owner != null) {
                place.definition = new Definition(owner.text.get("default"), owner);
            }
        }
        assignFills();
    }

    /** The schema whose default is that of a place: its own, else behind $ref, else allOf in order, else the nullable choice. */
    private Place owner(Place place) {
        if (place == null || owners.containsKey(place)) {
            return owners.get(place);
        }
        Place owner = place.text.has("default") && !faulty.contains(place) ? place : owner(place.ref);
        for (int i = 0; owner == null && i < place.allOf.size(); i++) {
            owner = owner(place.allOf.get(i));
        }
        for (Choice choice : place.choices()) {
            owner = owner == null ? owner(choice.nullable()) : owner;
        }
        owners.put(place, owner);
        return owner;
    }

    /** Finds the schemas by which completing can add a member: those with a property that has a default, and those that lead to one. */
    private void assignFills() {
        Map<Place, List<Place>> leads = new HashMap<>();
        ArrayDeque<Place> found = new ArrayDeque<>();
        for (Place place : places) {
            for (Place to : certain(place)) {
                leads.computeIfAbsent(to, p -> new ArrayList<>()).add(place);
            }
            if (place.properties.values().stream().anyMatch(p -> p.definition != null)) {
                place.fills = true;
                found.add(place);
            }
        }
        while (!found.isEmpty()) {
            for (Place from : leads.getOrDefault(found.remove(), List.of())) {
                if (!from.fills) {
                    from.fills = true;
                    found.add(from);
                }
            }
        }
    }

    /** The schemas that a place certainly applies to its instance, to a member or to an item of it. */
    private static List<Place> certain(Place place) {
        List<Place> list = new ArrayList<>(place.sure(null));
        list.addAll(place.prefixItems);
        for (Choice choice : place.choices()) {
            list.addAll(choice.branches());
        }
        list.addAll(place.properties.values());
        place.patternProperties.forEach(p -> list.add(p.place()));
        for (String keyword : new String[] {"additionalProperties", "items"}) {
            if (place.single.containsKey(keyword)) {
                list.add(place.single.get(keyword));
            }
        }
        return list;
    }

    /** Completes every default, and every schema that fills as if {} were sent, so that a completion without end is met here. */
    private boolean complete() {
        int before = faults.size();
        for (Place place : places) {
            Filler filler = new Filler(this, 0);
            if (place.definition != null) {
                filler.begin(place.definition);
                define(place, filler);
            } else if (place.fills) {
                filler.complete(List.of(place), JsonNodeFactory.instance.objectNode());
            }
        }
        return faults.size() > before && left >= 0;
    }

    void define(Place place, Filler filler) {
        Definition definition = place.definition;
        if (definition.completed != null) {
            return;
        }
        definition.completed = filler.complete(List.of(place), definition.value);
        if (size(definition.completed) > LARGEST) {
            refuse(definition.owner, "completed by the defaults within it, this default has more than 1,000,000 values: make it smaller");
            definition.completed = definition.value;
            return;
        }
        definition.bytes = JsonText.compact(definition.completed).length();
    }

    void meet(List<Definition> circle) {
        List.copyOf(circle).forEach(definition -> refuse(definition.owner,
                "this default, completed by the defaults within it, contains itself: give the inner member explicitly"));
    }

    boolean spend() {
        return --left >= 0;
    }

    /** The values of a completed default written out; its parts may be shared, so each is counted once. */
    private long size(JsonNode value) {
        if (!value.isContainer() || value.isEmpty()) {
            return 1;
        }
        Long known = sizes.get(value);
        if (known != null) {
            return known;
        }
        long size = 1;
        for (JsonNode item : value) {
            size = Math.min(size + size(item), LARGEST + 1L);
        }
        sizes.put(value, size);
        return size;
    }
}
