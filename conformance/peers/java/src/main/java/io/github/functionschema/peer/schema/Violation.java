package io.github.functionschema.peer.schema;

import io.github.functionschema.peer.json.Pointer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * One fault in the normal form of rule 12.
 *
 * @param pointer where: RFC 6901; of the object for required and its like
 * @param keyword the one that failed, or null
 * @param property the name it is about, or null
 * @param reason of parse and of binding, or null
 * @param message for people and models
 */
public record Violation(String pointer, String keyword, String property, String reason, String message) {
    /** By the UTF-8 bytes of pointer, keyword and property, what is absent first. */
    public static final Comparator<Violation> ORDER = Comparator.comparing(Violation::pointer, Pointer::compare)
            .thenComparing(Violation::keyword, Comparator.nullsFirst(Pointer::compare))
            .thenComparing(Violation::property, Comparator.nullsFirst(Pointer::compare))
            .thenComparing(Violation::reason, Comparator.nullsFirst(Pointer::compare));

    public static Violation of(String pointer, String keyword, String message) {
        return new Violation(pointer, keyword, null, null, message);
    }

    public Violation at(String elsewhere) {
        return new Violation(elsewhere, keyword, property, reason, message);
    }

    private boolean same(Violation other) {
        return pointer.equals(other.pointer) && Objects.equals(keyword, other.keyword) && Objects.equals(property, other.property)
                && Objects.equals(reason, other.reason);
    }

    /** Sorts, and keeps one of each. */
    public static List<Violation> distinct(List<Violation> violations) {
        List<Violation> sorted = new ArrayList<>(violations);
        sorted.sort(ORDER);
        List<Violation> distinct = new ArrayList<>();
        for (Violation v : sorted) {
            if (distinct.isEmpty() || !distinct.get(distinct.size() - 1).same(v)) {
                distinct.add(v);
            }
        }
        return distinct;
    }
}
