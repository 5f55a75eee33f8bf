package io.github.functionschema.peer.schema;

import io.github.functionschema.peer.json.Pointer;
import io.github.functionschema.peer.pattern.EcmaPattern;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * All schemas of a document by their pointers: first each gets its place and its identifiers are noted, then what each leads to is found.
 * Faults are collected, reached or not. No document is ever loaded but the bundled metaschemas.
 */
final class Places {
    private static final String[] SINGLE = {"additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then",
        "unevaluatedItems", "unevaluatedProperties"};

    final JsonNode root;
    final Map<String, Place> byPointer = new LinkedHashMap<>();
    final List<Violation> faults = new ArrayList<>();
    /** Targets that stand where no keyword holds schemas; they became schemas by being referred to. */
    final Map<String, Place> adopted = new LinkedHashMap<>();
    private final Map<URI, Resource> resources = new HashMap<>();
    private final Patterns patterns;
    private final List<Place> order = new ArrayList<>();

    Places(JsonNode root, Patterns patterns) {
        this.root = root;
        this.patterns = patterns;
        Resource document = new Resource(Resource.BASE, "", "");
        resources.put(document.address, document);
        enter(document, "", root);
        for (int i = 0; i < order.size(); i++) { // references add to it
            link(order.get(i));
        }
        if (faults.isEmpty()) {
            faults.addAll(Cycles.faults(order));
        }
        if (faults.isEmpty()) {
            for (Place place : order) {
                place.anyChoice = Choice.of(place.anyOf);
                place.oneChoice = Choice.of(place.oneOf);
            }
        }
    }

    Place rootPlace() {
        return byPointer.get("");
    }

    List<Place> inOrder() {
        return order;
    }

    boolean hasSeveralResources() {
        return resources.values().stream().map(r -> r.pointer).distinct().count() > 1;
    }

    private void enter(Resource outer, String pointer, JsonNode text) {
        if (byPointer.containsKey(pointer)) {
            return;
        }
        Resource resource = identify(outer, pointer, text);
        Place place = new Place(pointer, text, resource);
        byPointer.put(pointer, place);
        order.add(place);
        for (String keyword : new String[] {"$anchor", "$dynamicAnchor"}) {
            String name = Keywords.text(text, keyword);
            if (name == null) {
                continue;
            }
            Place other = resource.anchors.putIfAbsent(name, place);
            if (other != null && other != place) {
                faults.add(Violation.of(pointer + "/" + keyword, keyword, "another schema has this anchor too: give each its own"));
            }
        }
        Keywords.eachChild(text, pointer, (at, child) -> enter(resource, at, child));
    }

    private Resource identify(Resource outer, String pointer, JsonNode text) {
        Resource resource = outer;
        String id = Keywords.text(text, "$id");
        String address = id == null ? "" : id.replaceFirst("#.*", "");
        if (!address.isEmpty()) {
            URI uri = outer.resolve(address);
            if (uri == null) {
                faults.add(Violation.of(pointer + "/$id", "$id", "this is no URI reference: write one, or leave $id out"));
            } else {
                resource = new Resource(uri, pointer, outer.dialect);
                Resource other = resources.putIfAbsent(uri, resource);
                if (other != null && !other.pointer.equals(pointer)) {
                    faults.add(Violation.of(pointer + "/$id", "$id", "another schema has this $id too: give each its own"));
                } else if (other != null) {
                    resource = other;
                }
            }
        }
        String dialect = Keywords.text(text, "$schema");
        if (dialect != null && resource.pointer.equals(pointer)) {
            resource.dialect = Dialects.withoutFragment(dialect);
        }
        return resource;
    }

    private void link(Place place) {
        place.ref = reference(place, "$ref");
        place.dynamicRef = reference(place, "$dynamicRef");
        list(place, "allOf", place.allOf);
        list(place, "anyOf", place.anyOf);
        list(place, "oneOf", place.oneOf);
        list(place, "prefixItems", place.prefixItems);
        for (String keyword : SINGLE) {
            Place one = byPointer.get(place.pointer + "/" + keyword);
            if (one != null && place.text.has(keyword)) {
                place.single.put(keyword, one);
            }
        }
        members(place, "properties", place.properties::put);
        members(place, "dependentSchemas", (name, one) -> place.dependentSchemas.add(one));
        members(place, "dependencies", (name, one) -> place.dependentSchemas.add(one));
        members(place, "patternProperties", (name, one) -> {
            EcmaPattern pattern = patterns.get(name);
            if (pattern != null) { // it has been reported
                place.patternProperties.add(new Place.Patterned(pattern, one));
            }
        });
    }

    private void list(Place place, String keyword, List<Place> into) {
        JsonNode list = place.text.get(keyword);
        for (int i = 0; list != null && list.isArray() && i < list.size(); i++) {
            Place one = byPointer.get(place.pointer + "/" + keyword + "/" + i);
            if (one != null) {
                into.add(one);
            }
        }
    }

    private void members(Place place, String keyword, java.util.function.BiConsumer<String, Place> into) {
        JsonNode map = place.text.get(keyword);
        if (map != null && map.isObject()) {
            for (String name : map.propertyNames()) {
                Place one = byPointer.get(Pointer.join(place.pointer + "/" + keyword, name));
                if (one != null) {
                    into.accept(name, one);
                }
            }
        }
    }

    /** Resolves a reference (core 8.2), or reports why it names no schema. One to a bundled metaschema is null and no fault. */
    private Place reference(Place place, String keyword) {
        String text = Keywords.text(place.text, keyword);
        if (text == null) {
            return null;
        }
        int hash = text.indexOf('#');
        String address = hash < 0 ? text : text.substring(0, hash);
        String fragment = decode(hash < 0 ? "" : text.substring(hash + 1));
        Resource resource = place.resource;
        String problem = null;
        if (!address.isEmpty()) {
            URI uri = place.resource.resolve(address);
            resource = uri == null ? null : resources.get(uri);
            if (resource == null && uri != null && Metaschemas.has(uri.toString(), fragment)) {
                place.metaschema = keyword.equals("$ref") ? Metaschemas.at(uri.toString(), fragment) : place.metaschema;
                return null;
            }
            problem = uri == null ? "is no URI reference: write one such as #/$defs/name"
                    : "names a document that is not part of this schema, and none is ever loaded: put the target into $defs";
        }
        Place target = null;
        if (resource != null) {
            problem = "names no schema here: point it at one that is there";
            if (fragment == null || !fragment.replaceAll("~[01]", "").chars().noneMatch(c -> c == '~')) {
                problem = "is no URI reference: write one such as #/$defs/name";
            } else if (fragment.isEmpty() || fragment.startsWith("/")) {
                target = at(resource.pointer + fragment);
            } else {
                target = resource.anchors.get(fragment);
            }
        }
        if (target == null) {
            faults.add(Violation.of(place.pointer + "/" + keyword, keyword, "the reference " + problem));
        }
        return target;
    }

    /** Undoes percent escapes, or returns null where they are malformed; a plus is a plus. */
    private static String decode(String fragment) {
        try {
            return URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private Place at(String pointer) {
        Place known = byPointer.get(pointer);
        if (known != null) {
            return known;
        }
        JsonNode text = Pointer.at(root, pointer);
        if (text == null || !Keywords.isSchema(text)) {
            return null;
        }
        String above = pointer;
        do {
            above = above.substring(0, above.lastIndexOf('/'));
        } while (!byPointer.containsKey(above));
        Resource enclosing = byPointer.get(above).resource;
        faults.addAll(SchemaCheck.textFaults(text, pointer, enclosing.dialect, patterns));
        enter(enclosing, pointer, text);
        adopted.put(pointer, byPointer.get(pointer));
        return byPointer.get(pointer);
    }
}
