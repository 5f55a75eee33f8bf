package io.github.functionschema.peer.binding;

import io.github.functionschema.peer.schema.Violation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** What comparing one schema with one type found, relative to the place where they met: that it can be said again at the next one. */
final class Said {
    /** Room for the faults that are written out: each counts as its pointer's length and 100. */
    private static final int MOST = 1_000_000;

    final List<Violation> own = new ArrayList<>();
    /** What was found below, where anything was. */
    final List<Part> parts = new ArrayList<>();
    boolean done;

    record Part(String at, Said said) {}

    boolean isEmpty() {
        return own.isEmpty() && parts.isEmpty();
    }

    /** Writes out what was said. What references double at each of many levels would be said at more places than there is room for. */
    List<Violation> faults() {
        List<Violation> faults = new ArrayList<>();
        Deque<Part> stack = new ArrayDeque<>(List.of(new Part("", this)));
        int room = MOST;
        while (!stack.isEmpty()) {
            Part next = stack.pop();
            for (Violation fault : next.said().own) {
                String pointer = next.at() + fault.pointer();
                room -= 100 + pointer.length();
                if (room < 0) {
                    return faults;
                }
                faults.add(Violation.of(pointer, fault.keyword(), fault.message()));
            }
            List<Part> parts = next.said().parts;
            for (int i = parts.size() - 1; i >= 0; i--) {
                stack.push(new Part(next.at() + parts.get(i).at(), parts.get(i).said()));
            }
        }
        return faults;
    }
}
