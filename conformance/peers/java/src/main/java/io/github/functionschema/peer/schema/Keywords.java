package io.github.functionschema.peer.schema;

import io.github.functionschema.peer.json.Pointer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/** What the keywords of Draft 2020-12 hold. */
final class Keywords {
    /** Keywords that hold schemas: 's' one, 'l' a list, 'm' a map of them by name. */
    private static final Map<String, Character> HOLDS = new HashMap<>();
    /** Keywords that assert or apply. */
    private static final Set<String> ASSERTING = new HashSet<>();
    private static final Set<String> ANNOTATIONS = Set.of("$comment", "title", "description", "default", "examples", "example", "deprecated",
            "readOnly", "writeOnly", "format", "contentEncoding", "contentMediaType", "contentSchema");
    private static final Set<String> IDENTIFIERS = Set.of("$schema", "$id", "$anchor", "$defs", "definitions", "$vocabulary");

    static {
        for (String k : "additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems unevaluatedProperties"
                .split(" ")) {
            HOLDS.put(k, 's');
        }
        for (String k : "allOf anyOf oneOf prefixItems".split(" ")) {
            HOLDS.put(k, 'l');
        }
        for (String k : "$defs definitions dependencies dependentSchemas patternProperties properties".split(" ")) {
            HOLDS.put(k, 'm');
        }
        ASSERTING.addAll(HOLDS.keySet());
        for (String k : ("type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems "
                + "uniqueItems maxContains minContains maxProperties minProperties required dependentRequired $dynamicRef").split(" ")) {
            ASSERTING.add(k);
        }
    }

    private Keywords() {}

    static boolean asserts(String keyword) {
        return ASSERTING.contains(keyword);
    }

    /** Reports whether a keyword beside a $ref of draft-07 would mean something in 2020-12 that it does not mean there. */
    static boolean differsBesideRef(String keyword) {
        return !keyword.equals("$ref") && !ANNOTATIONS.contains(keyword) && !IDENTIFIERS.contains(keyword) && asserts(keyword);
    }

    static boolean isSchema(JsonNode node) {
        return node.isObject() || node.isBoolean();
    }

    /** Visits the schemas that the keywords of one schema hold, with their pointers. */
    static void eachChild(JsonNode schema, String pointer, BiConsumer<String, JsonNode> visit) {
        for (Map.Entry<String, JsonNode> member : schema.properties()) {
            Character kind = HOLDS.get(member.getKey());
            if (kind == null) {
                continue;
            }
            String at = Pointer.join(pointer, member.getKey());
            JsonNode value = member.getValue();
            if (kind == 's') {
                see(value, at, visit);
            } else if (kind == 'l' && value.isArray()) {
                for (int i = 0; i < value.size(); i++) {
                    see(value.get(i), at + "/" + i, visit);
                }
            } else if (kind == 'm' && value.isObject()) {
                value.properties().forEach(entry -> see(entry.getValue(), Pointer.join(at, entry.getKey()), visit));
            }
        }
    }

    private static void see(JsonNode node, String pointer, BiConsumer<String, JsonNode> visit) {
        if (isSchema(node)) {
            visit.accept(pointer, node);
        }
    }

    /** Visits a schema and all schemas within it, each before those within it, in the order of the text. */
    static void eachSubschema(JsonNode schema, String pointer, BiConsumer<String, JsonNode> visit) {
        visit.accept(pointer, schema);
        eachChild(schema, pointer, (at, child) -> eachSubschema(child, at, visit));
    }

    static String text(JsonNode schema, String keyword) {
        JsonNode value = schema.get(keyword);
        return value != null && value.isString() ? value.stringValue() : null;
    }
}
