package io.github.functionschema.peer.binding;

import io.github.functionschema.peer.json.ParseFault;
import io.github.functionschema.peer.json.StrictReader;
import io.github.functionschema.peer.schema.Violation;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads constraints strictly: any other keyword, a malformed value or a keyword that does not fit the type is refused (rule 3). */
final class Constraints {
    private static final Set<String> COUNTS =
            Set.of("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties");
    private static final Set<String> NUMBERS = Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf");
    private static final Set<String> FLAGS = Set.of("uniqueItems", "readOnly", "writeOnly", "deprecated");
    private static final Set<String> TEXTS = Set.of("pattern", "format", "title");
    private static final Set<String> LISTS = Set.of("enum", "examples");
    private static final List<String[]> PAIRS = List.of(new String[] {"minLength", "maxLength"}, new String[] {"minItems", "maxItems"},
            new String[] {"minProperties", "maxProperties"}, new String[] {"minimum", "maximum"}, new String[] {"exclusiveMinimum", "maximum"},
            new String[] {"minimum", "exclusiveMaximum"}, new String[] {"exclusiveMinimum", "exclusiveMaximum"});

    private Constraints() {}

    /** Adds constraints to a schema of a JSON type; "" admits any. */
    static void apply(Map<String, String> constraints, ObjectNode schema, String type, String at, List<Violation> faults) {
        constraints.forEach((keyword, text) -> {
            String fits = fits(keyword);
            if (fits == null) {
                faults.add(Violation.of(at, keyword, "there is no keyword " + keyword));
                return;
            }
            if (!type.isEmpty() && !fits.isEmpty() && !fits.contains(type)) {
                faults.add(Violation.of(at, keyword, keyword + " does not fit a value of type " + type));
                return;
            }
            JsonNode value = read(text);
            if (value == null || !isWellFormed(keyword, value)) {
                faults.add(Violation.of(at, keyword, keyword + " cannot be " + text));
                return;
            }
            JsonNode bound = schema.get(keyword);
            schema.set(keyword, bound == null ? value : tighter(keyword, bound, value));
        });
        for (String[] pair : PAIRS) {
            JsonNode low = schema.get(pair[0]);
            JsonNode high = schema.get(pair[1]);
            if (low != null && high != null) {
                int order = low.decimalValue().compareTo(high.decimalValue());
                if (order > 0 || order == 0 && (pair[0] + pair[1]).contains("exclusive")) {
                    faults.add(Violation.of(at, pair[0], "no value satisfies both " + pair[0] + " and " + pair[1]));
                }
            }
        }
    }

    static JsonNode read(String text) {
        try {
            return StrictReader.read(text);
        } catch (ParseFault e) {
            return null;
        }
    }

    /** The types that a keyword is for, "" for all, null if there is no such keyword. */
    private static String fits(String keyword) {
        if (keyword.endsWith("Length") && COUNTS.contains(keyword) || keyword.equals("pattern") || keyword.equals("format")) {
            return "string";
        }
        if (NUMBERS.contains(keyword)) {
            return "integer number";
        }
        if (keyword.equals("minItems") || keyword.equals("maxItems") || keyword.equals("uniqueItems")) {
            return "array";
        }
        if (COUNTS.contains(keyword)) {
            return "object";
        }
        return FLAGS.contains(keyword) || LISTS.contains(keyword) || TEXTS.contains(keyword) ? "" : null;
    }

    private static boolean isWellFormed(String keyword, JsonNode value) {
        if (COUNTS.contains(keyword)) {
            return value.isNumber() && value.decimalValue().signum() >= 0 && value.decimalValue().stripTrailingZeros().scale() <= 0;
        }
        if (NUMBERS.contains(keyword)) {
            return value.isNumber() && (!keyword.equals("multipleOf") || value.decimalValue().compareTo(BigDecimal.ZERO) > 0);
        }
        return FLAGS.contains(keyword) ? value.isBoolean() : LISTS.contains(keyword) ? value.isArray() && !value.isEmpty() : value.isString();
    }

    /** Of a native bound and an author's the one that admits less. */
    private static JsonNode tighter(String keyword, JsonNode bound, JsonNode author) {
        int order = bound.decimalValue().compareTo(author.decimalValue());
        return (keyword.toLowerCase(java.util.Locale.ROOT).endsWith("minimum") ? order > 0 : order < 0) ? bound : author;
    }
}
