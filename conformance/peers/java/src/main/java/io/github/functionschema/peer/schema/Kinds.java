package io.github.functionschema.peer.schema;

import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Which kinds of values can satisfy a schema at most: what type, const and enum say, through $ref and allOf, and of anyOf and oneOf what any
 * branch says. A kind that it leaves out is refused by the schema; one that it has need not be accepted. Of null it is known whether it is,
 * since only these keywords, not and if say anything of it. It is immutable.
 */
public final class Kinds {
    /** The types of JSON Schema, numbers told apart by whether they are integers. */
    public enum Kind {
        NULL, BOOLEAN, INTEGER, FRACTION, STRING, ARRAY, OBJECT;

        /** All of them. */
        public static final Set<Kind> ANY = Collections.unmodifiableSet(EnumSet.allOf(Kind.class));

        public static Kind of(JsonNode value) {
            return switch (value.getNodeType()) {
                case BOOLEAN -> BOOLEAN;
                case NUMBER -> value.decimalValue().stripTrailingZeros().scale() <= 0 ? INTEGER : FRACTION;
                case STRING -> STRING;
                case ARRAY -> ARRAY;
                case OBJECT -> OBJECT;
                default -> NULL;
            };
        }

        private static Set<Kind> named(String type) {
            return type.equals("number") ? EnumSet.of(INTEGER, FRACTION) : EnumSet.of(valueOf(type.toUpperCase(java.util.Locale.ROOT)));
        }
    }

    private final Map<Place, Set<Kind>> most = new HashMap<>();
    private final Map<Place, Boolean> nulls = new HashMap<>();
    /** No reference depends on the way to it, or leads into a bundled metaschema, which has no places. */
    private final boolean resolved;

    public Kinds(CompiledSchema schema) {
        List<Place> places = schema.places().inOrder();
        for (Place place : places) {
            most(place);
            admitsNull(place);
        }
        resolved = places.stream().noneMatch(Kinds::isOpen);
    }

    /** What can stand at most where these schemas apply. */
    public Set<Kind> at(List<Place> schemas) {
        Set<Kind> kinds = EnumSet.allOf(Kind.class);
        schemas.forEach(place -> kinds.retainAll(most.get(place)));
        return kinds;
    }

    /** Reports whether these schemas take null. */
    public boolean admitNull(List<Place> schemas) {
        return schemas.stream().allMatch(nulls::get);
    }

    /** Reports whether these schemas certainly do not take null. Neither this nor its contrary is known behind a reference that is open. */
    public boolean refuseNull(List<Place> schemas) {
        return !at(schemas).contains(Kind.NULL) || resolved && !admitNull(schemas);
    }

    private static boolean isOpen(Place place) {
        String dynamic = Keywords.text(place.text, "$dynamicRef");
        if (dynamic != null) {
            return place.dynamicRef == null || dynamic.endsWith("#" + Keywords.text(place.dynamicRef.text, "$dynamicAnchor"));
        }
        return place.ref == null && Keywords.text(place.text, "$ref") != null;
    }

    /** References that lead in a circle within one instance have been refused. */
    private Set<Kind> most(Place place) {
        Set<Kind> known = most.get(place);
        if (known != null) {
            return known;
        }
        Set<Kind> kinds = place.isFalse() ? EnumSet.noneOf(Kind.class) : EnumSet.allOf(Kind.class);
        JsonNode text = place.text;
        if (text.has("type")) {
            Set<Kind> named = EnumSet.noneOf(Kind.class);
            place.types().forEach(type -> named.addAll(Kind.named(type)));
            kinds.retainAll(named);
        }
        if (text.has("const")) {
            kinds.retainAll(EnumSet.of(Kind.of(text.get("const"))));
        }
        if (text.has("enum")) {
            Set<Kind> listed = EnumSet.noneOf(Kind.class);
            text.get("enum").forEach(value -> listed.add(Kind.of(value)));
            kinds.retainAll(listed);
        }
        if (place.ref != null) {
            kinds.retainAll(most(place.ref));
        }
        place.allOf.forEach(part -> kinds.retainAll(most(part)));
        for (List<Place> branches : List.of(place.anyOf, place.oneOf)) {
            if (!branches.isEmpty()) {
                Set<Kind> any = EnumSet.noneOf(Kind.class);
                branches.forEach(branch -> any.addAll(most(branch)));
                kinds.retainAll(any);
            }
        }
        most.put(place, kinds);
        return kinds;
    }

    private boolean admitsNull(Place place) {
        Boolean known = nulls.get(place);
        if (known == null) {
            known = saysNull(place) && appliesNull(place);
            nulls.put(place, known);
        }
        return known;
    }

    private static boolean saysNull(Place place) {
        JsonNode text = place.text;
        return !place.isFalse() && (!text.has("type") || place.types().contains("null")) && (!text.has("const") || text.get("const").isNull())
                && (!text.has("enum") || text.get("enum").valueStream().anyMatch(JsonNode::isNull));
    }

    private boolean appliesNull(Place place) {
        Place not = place.single.get("not");
        Place condition = place.single.get("if");
        Place then = condition == null ? null : place.single.get(admitsNull(condition) ? "then" : "else");
        return (place.ref == null || admitsNull(place.ref)) && (place.dynamicRef == null || admitsNull(place.dynamicRef))
                && place.allOf.stream().allMatch(this::admitsNull) && (place.anyOf.isEmpty() || place.anyOf.stream().anyMatch(this::admitsNull))
                && (place.oneOf.isEmpty() || place.oneOf.stream().filter(this::admitsNull).count() == 1)
                && (not == null || !admitsNull(not)) && (then == null || admitsNull(then));
    }
}
