package io.github.functionschema.peer.schema;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import io.github.functionschema.peer.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Says what would be accepted (rule 14). No value of the instance is quoted: it may be a secret. */
final class Messages {
    private static final int LONGEST = 40;
    private static final int MOST = 12;

    private Messages() {}

    static String of(Error error, String keyword, String property, JudgingCopy copy, Set<String> hidden) {
        JsonNode rule = error.getSchemaNode();
        return switch (keyword) {
            case "type" -> "must be of type " + (isChoice(error) ? "object" : list(rule));
            case "const" -> "must be " + literal(rule);
            case "enum" -> isChoice(error) ? "must be one of the values that tell the alternatives apart" : "must be one of " + list(rule);
            case "minimum" -> "must be at least " + literal(rule);
            case "maximum" -> "must be at most " + literal(rule);
            case "exclusiveMinimum" -> "must be more than " + literal(rule);
            case "exclusiveMaximum" -> "must be less than " + literal(rule);
            case "multipleOf" -> "must be a multiple of " + literal(rule);
            case "minLength" -> "must have at least " + literal(rule) + " characters";
            case "maxLength" -> "must have at most " + literal(rule) + " characters";
            case "pattern" -> "must match the pattern " + literal(rule);
            case "minItems" -> "must have at least " + literal(rule) + " items";
            case "maxItems" -> "must have at most " + literal(rule) + " items";
            case "uniqueItems" -> "must have no two equal items";
            case "minProperties" -> "must have at least " + literal(rule) + " properties";
            case "maxProperties" -> "must have at most " + literal(rule) + " properties";
            case "required" -> "lacks the property " + shorten(property);
            case "dependentRequired" -> "lacks the property " + shorten(property) + ", which another one asks for";
            case "propertyNames" -> "has a property with a name that is not allowed";
            case "additionalProperties", "unevaluatedProperties" -> "has the property " + shorten(property) + ", which is not known" + nearest(error, property, copy, hidden);
            case "items", "unevaluatedItems" -> "has more items than are allowed";
            case "contains", "minContains" -> "has too few items of the kind that is asked for";
            case "maxContains" -> "has too many items of the kind that is bounded";
            case "anyOf" -> "satisfies none of the alternatives";
            case "oneOf" -> "must satisfy exactly one of the alternatives";
            case "not" -> "is of the kind that is excluded";
            case "false" -> "must be left out";
            case "format" -> "must be of the format that the schema names";
            case "contentEncoding" -> Assertion.BASE64.message();
            default -> "does not satisfy " + keyword;
        };
    }

    private static boolean isChoice(Error error) {
        String last = error.getEvaluationPath().getName(-1);
        return "oneOf".equals(last) || "anyOf".equals(last);
    }

    private static String list(JsonNode rule) {
        if (!rule.isArray()) {
            return literal(rule);
        }
        List<String> words = new ArrayList<>();
        for (JsonNode item : rule) {
            words.add(literal(item));
        }
        return words.size() > MOST ? String.join(", ", words.subList(0, MOST)) + " or others" : String.join(", ", words);
    }

    /** A value of the schema, shortened. */
    private static String literal(JsonNode value) {
        return value.isContainer() ? "the value that the schema gives" : shorten(JsonText.compact(value));
    }

    private static String shorten(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST ? text : text.substring(0, text.offsetByCodePoints(0, LONGEST)) + "…";
    }

    /** Names the visible property that an unknown one is nearest to, if one is near. */
    private static String nearest(Error error, String property, JudgingCopy copy, Set<String> hidden) {
        if (copy == null) {
            return "";
        }
        NodePath at = error.getSchemaLocation().getFragment();
        JsonNode schema = copy.root;
        for (int i = 0; schema != null && i < at.getNameCount() - 1; i++) {
            schema = schema.isArray() && at.getElement(i) instanceof Integer index ? schema.get(index) : schema.get(at.getName(i));
        }
        JsonNode known = schema == null ? null : schema.get("properties");
        if (known == null || !known.isObject() || property.length() > 2 * LONGEST) {
            return "";
        }
        boolean root = error.getInstanceLocation().getParent() == null;
        return known.propertyNames().stream().filter(name -> name.length() <= 2 * LONGEST && !(root && hidden.contains(name)))
                .filter(name -> distance(name, property) <= Math.max(1, name.length() / 3))
                .min(java.util.Comparator.comparingInt(name -> distance(name, property)))
                .map(name -> ": is " + name + " meant?").orElse("");
    }

    /** Levenshtein's distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int above = row[j];
                row[j] = Math.min(Math.min(row[j], row[j - 1]) + 1, diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
