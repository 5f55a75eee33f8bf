package io.github.functionschema.peer.schema;

import io.github.functionschema.peer.json.Pointer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The dialect rule: $schema absent or 2020-12 is read as it is; draft-07 and 2019-09 are read as 2020-12 unless a keyword is there whose
 * meaning differs; any other is refused.
 */
final class Dialects {
    static final String DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema";
    private static final String DRAFT_2019_09 = "https://json-schema.org/draft/2019-09/schema";
    private static final Set<String> DRAFT_07 = Set.of("http://json-schema.org/draft-07/schema", "https://json-schema.org/draft-07/schema");

    private Dialects() {}

    static List<Violation> faults(JsonNode text, String pointer, String outer) {
        List<Violation> faults = new ArrayList<>();
        Map<String, String> dialects = new HashMap<>();
        dialects.put(pointer, outer);
        Keywords.eachSubschema(text, pointer, (at, schema) -> {
            if (!schema.isObject()) {
                return;
            }
            String name = Keywords.text(schema, "$schema");
            if (name != null && (at.isEmpty() || schema.has("$id"))) {
                String dialect = withoutFragment(name);
                dialects.put(at, dialect);
                if (!dialect.equals(DRAFT_2020_12) && !isOlder(dialect)) {
                    faults.add(Violation.of(at + "/$schema", "$schema",
                            "this dialect is not read here: use " + DRAFT_2020_12 + " or leave $schema out"));
                }
            }
            String dialect = dialectAt(dialects, at);
            if (isOlder(dialect)) {
                differences(schema, at, DRAFT_07.contains(dialect), faults);
            }
        });
        return faults;
    }

    static String withoutFragment(String uri) {
        return uri.endsWith("#") ? uri.substring(0, uri.length() - 1) : uri;
    }

    private static boolean isOlder(String dialect) {
        return DRAFT_2019_09.equals(dialect) || DRAFT_07.contains(dialect);
    }

    private static String dialectAt(Map<String, String> dialects, String pointer) {
        for (String at = pointer; ; at = at.substring(0, at.lastIndexOf('/'))) {
            if (dialects.containsKey(at)) {
                return dialects.get(at);
            }
            if (at.isEmpty()) {
                return "";
            }
        }
    }

    private static void differences(JsonNode schema, String pointer, boolean seven, List<Violation> faults) {
        for (Map.Entry<String, JsonNode> member : schema.properties()) {
            String keyword = member.getKey();
            boolean differs = switch (keyword) {
                case "items" -> member.getValue().isArray();
                case "additionalItems", "dependencies", "$recursiveRef" -> true;
                default -> false;
            };
            if (differs) {
                faults.add(Violation.of(Pointer.join(pointer, keyword), keyword,
                        keyword + " means something else in Draft 2020-12: write what it means there and declare 2020-12"));
            }
            if (seven && keyword.equals("$ref")) {
                schema.propertyNames().stream().filter(Keywords::differsBesideRef).forEach(sibling -> faults.add(
                        Violation.of(Pointer.join(pointer, sibling), sibling, "draft-07 ignores " + sibling + " beside $ref: remove it, or declare 2020-12")));
            }
        }
    }
}
