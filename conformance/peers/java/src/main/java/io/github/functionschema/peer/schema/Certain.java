package io.github.functionschema.peer.schema;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/**
 * What certainly applies to one value by rule 16: the schemas that apply to it by where it stands, and what they apply to the same value
 * through $ref, allOf and the transparent choices of rule 13.
 */
public final class Certain {
    private final Set<Place> schemas = new LinkedHashSet<>();
    private final BooleanSupplier spend;
    private Set<String> required;

    private Certain(BooleanSupplier spend) {
        this.spend = spend;
    }

    /** The schemas that apply to the whole of the arguments. */
    public static List<Place> whole(CompiledSchema schema) {
        return List.of(schema.places().rootPlace());
    }

    /** What applies to a value where these schemas apply; each is paid for, and what can no longer be paid stays out. */
    public static Certain of(List<Place> at, JsonNode value, BooleanSupplier spend) {
        Certain certain = new Certain(spend);
        at.forEach(place -> certain.add(place, value));
        return certain;
    }

    private void add(Place place, JsonNode value) {
        if (!schemas.contains(place) && spend.getAsBoolean()) {
            schemas.add(place);
            place.sure(value).forEach(more -> add(more, value));
        }
    }

    /** The schemas that apply to a member by its name, whether it is there or not. */
    public List<Place> member(String name) {
        List<Place> list = new ArrayList<>();
        for (Place place : schemas) {
            Place property = place.properties.get(name);
            if (property != null) {
                list.add(property);
            }
            for (Place.Patterned p : place.patternProperties) {
                if (p.pattern().matches(name)) {
                    list.add(p.place());
                }
            }
            Place additional = place.single.get("additionalProperties");
            if (additional != null && !place.declares(name)) {
                list.add(additional);
            }
        }
        return list;
    }

    /** The schemas that apply to an item by its index. */
    public List<Place> item(int index) {
        List<Place> list = new ArrayList<>();
        for (Place place : schemas) {
            Place one = index < place.prefixItems.size() ? place.prefixItems.get(index) : place.single.get("items");
            if (one != null) {
                list.add(one);
            }
        }
        return list;
    }

    /** Reports whether a property of this name is declared. */
    public boolean declares(String name) {
        return schemas.stream().anyMatch(place -> place.properties.containsKey(name));
    }

    /** The names of members that have to be there, in the order in which they are required. */
    public Set<String> required() {
        if (required == null) {
            required = new LinkedHashSet<>();
            schemas.forEach(place -> required.addAll(Choice.texts(place.text.get("required"))));
        }
        return required;
    }

    /** Reports whether binding depends on an assertion there. */
    public boolean asserts(Assertion assertion) {
        return schemas.stream().anyMatch(place -> place.assertion == assertion);
    }
}
