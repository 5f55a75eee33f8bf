package io.github.functionschema.peer.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** References that lead back to themselves through applicators that stay at the same instance: judging them would not end. */
final class Cycles {
    private final Map<Place, int[]> states = new HashMap<>(); // index, lowest index reached
    private final Map<Place, Integer> components = new HashMap<>();
    private final ArrayDeque<Place> stack = new ArrayDeque<>();

    private Cycles() {}

    static List<Violation> faults(List<Place> places) {
        Cycles cycles = new Cycles();
        for (Place place : places) {
            if (!cycles.states.containsKey(place)) {
                cycles.visit(place);
            }
        }
        List<Violation> faults = new ArrayList<>();
        for (Place place : places) {
            cycles.report(place, place.ref, "$ref", faults);
            cycles.report(place, place.dynamicRef, "$dynamicRef", faults);
        }
        return faults;
    }

    private void report(Place place, Place target, String keyword, List<Violation> faults) {
        if (target != null && components.get(place).equals(components.get(target))) {
            faults.add(Violation.of(place.pointer + "/" + keyword, keyword,
                    "this reference leads back to itself without going into the instance: judging it would not end"));
        }
    }

    /** Tarjan's strongly connected components. */
    private int[] visit(Place place) {
        int[] state = {states.size(), states.size()};
        states.put(place, state);
        stack.push(place);
        for (Place target : place.inPlace()) {
            int[] seen = states.get(target);
            if (seen == null) {
                state[1] = Math.min(state[1], visit(target)[1]);
            } else if (!components.containsKey(target)) {
                state[1] = Math.min(state[1], seen[0]);
            }
        }
        if (state[1] == state[0]) {
            Place top;
            do {
                top = stack.pop();
                components.put(top, state[0]);
            } while (top != place);
        }
        return state;
    }
}
