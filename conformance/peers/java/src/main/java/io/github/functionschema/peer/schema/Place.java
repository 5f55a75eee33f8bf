package io.github.functionschema.peer.schema;

import io.github.functionschema.peer.pattern.EcmaPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * One schema within a schema, with what it leads to. Judging is networknt's; places are for what a validator does not do: finding dangling
 * and circular references, the transparent choices of rule 13, and laying defaults in.
 */
public final class Place {
    final String pointer;
    final JsonNode text;
    final Resource resource;

    Place ref;
    /** What $ref leads to if that is a bundled metaschema, or null. */
    JsonNode metaschema;
    Place dynamicRef;
    final List<Place> allOf = new ArrayList<>();
    final List<Place> anyOf = new ArrayList<>();
    final List<Place> oneOf = new ArrayList<>();
    final List<Place> prefixItems = new ArrayList<>();
    final Map<String, Place> properties = new LinkedHashMap<>();
    final List<Patterned> patternProperties = new ArrayList<>();
    final List<Place> dependentSchemas = new ArrayList<>();
    /** Of the keywords that hold one schema, by keyword. */
    final Map<String, Place> single = new LinkedHashMap<>();

    Choice anyChoice;
    Choice oneChoice;
    Definition definition;
    /** What binding depends on there, or null. */
    Assertion assertion;
    /** Completing an instance of it can add a member. */
    boolean fills;

    Place(String pointer, JsonNode text, Resource resource) {
        this.pointer = pointer;
        this.text = text;
        this.resource = resource;
    }

    record Patterned(EcmaPattern pattern, Place place) {}

    boolean isFalse() {
        return text.isBoolean() && !text.booleanValue();
    }

    /** The names that the keyword type lists; empty if it admits all. */
    Set<String> types() {
        JsonNode type = text.get("type");
        if (type == null) {
            return Set.of();
        }
        if (type.isString()) {
            return Set.of(type.stringValue());
        }
        return type.valueStream().map(item -> item.asString("")).collect(java.util.stream.Collectors.toSet());
    }

    List<Choice> choices() {
        List<Choice> list = new ArrayList<>();
        if (anyChoice != null) {
            list.add(anyChoice);
        }
        if (oneChoice != null) {
            list.add(oneChoice);
        }
        return list;
    }

    /** The schemas that this one applies to the same instance. */
    List<Place> inPlace() {
        List<Place> targets = new ArrayList<>();
        for (Place one : new Place[] {ref, dynamicRef, single.get("not"), single.get("if"), single.get("then"), single.get("else")}) {
            if (one != null) {
                targets.add(one);
            }
        }
        targets.addAll(allOf);
        targets.addAll(anyOf);
        targets.addAll(oneOf);
        targets.addAll(dependentSchemas);
        return targets;
    }


    /** Reports whether its own keywords give a member a schema, so that additionalProperties does not apply to it. */
    boolean declares(String name) {
        return properties.containsKey(name) || patternProperties.stream().anyMatch(p -> p.pattern().matches(name));
    }

    /** The schemas that certainly apply to the same instance, in the order of rule 16; without an instance, those every one takes. */
    List<Place> sure(JsonNode instance) {
        List<Place> list = new ArrayList<>();
        if (ref != null) {
            list.add(ref);
        }
        list.addAll(allOf);
        if (instance != null) {
            for (Choice choice : choices()) {
                Place branch = choice.branch(instance);
                if (branch != null) {
                    list.add(branch);
                }
            }
        }
        return list;
    }
}
