package io.github.functionschema.peer.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Writes trees: as they were sent, compact, or in the one canonical spelling of rule 30. */
public final class JsonText {
    private enum Spelling { SENT, COMPACT, CANONICAL }

    private final StringBuilder out = new StringBuilder();
    private final Spelling spelling;

    private JsonText(Spelling spelling) {
        this.spelling = spelling;
    }

    /** What was read keeps its text; what was built is written without white space. */
    public static String sent(JsonNode node) {
        return write(node, Spelling.SENT);
    }

    /** Without white space and with one spelling of strings; numbers keep their tokens. */
    public static String compact(JsonNode node) {
        return write(node, Spelling.COMPACT);
    }

    /** Equal values have equal texts: members sorted by UTF-8 bytes, numbers in ECMAScript's layout over their exact digits. */
    public static String canonical(JsonNode node) {
        return write(node, Spelling.CANONICAL);
    }

    private static String write(JsonNode node, Spelling spelling) {
        JsonText text = new JsonText(spelling);
        text.value(node);
        return text.out.toString();
    }

    private void value(JsonNode node) {
        if (spelling == Spelling.SENT && node instanceof Written written) {
            out.append(written.text());
        } else if (node.isObject()) {
            object(node);
        } else if (node.isArray()) {
            out.append('[');
            String separator = "";
            for (JsonNode item : node) {
                out.append(separator);
                value(item);
                separator = ",";
            }
            out.append(']');
        } else if (node.isString()) {
            string(node.stringValue(), out);
        } else if (node.isNumber()) {
            out.append(number(node));
        } else {
            out.append(node.asString("null"));
        }
    }

    private void object(JsonNode node) {
        List<Map.Entry<String, JsonNode>> members = new ArrayList<>(node.properties());
        if (spelling == Spelling.CANONICAL) {
            members.sort((a, b) -> Pointer.compare(a.getKey(), b.getKey()));
        }
        out.append('{');
        String separator = "";
        for (Map.Entry<String, JsonNode> member : members) {
            out.append(separator);
            string(member.getKey(), out);
            out.append(':');
            value(member.getValue());
            separator = ",";
        }
        out.append('}');
    }

    private String number(JsonNode node) {
        if (spelling == Spelling.CANONICAL) {
            return layout(node.decimalValue());
        }
        return node instanceof Written written ? written.text() : node.asString();
    }

    /** RFC 8785 section 3.2.2.2: the two escapes JSON demands, the five short ones, and \\u00xx. */
    public static void string(String text, StringBuilder out) {
        out.append('"');
        int plain = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c != '"' && c != '\\') {
                continue;
            }
            out.append(text, plain, i).append('\\');
            plain = i + 1;
            switch (c) {
                case '"', '\\' -> out.append(c);
                case '\b' -> out.append('b');
                case '\f' -> out.append('f');
                case '\n' -> out.append('n');
                case '\r' -> out.append('r');
                case '\t' -> out.append('t');
                default -> out.append(String.format("u%04x", (int) c));
            }
        }
        out.append(text, plain, text.length()).append('"');
    }

    /** The layout of ECMAScript's Number::toString, over the exact digits instead of the shortest that a double needs. */
    static String layout(BigDecimal value) {
        if (value.signum() == 0) {
            return "0";
        }
        BigDecimal exact = value.abs().stripTrailingZeros();
        String digits = exact.unscaledValue().toString();
        int k = digits.length();
        int n = k - exact.scale();
        StringBuilder b = new StringBuilder(value.signum() < 0 ? "-" : "");
        if (k <= n && n <= 21) {
            b.append(digits).append("0".repeat(n - k));
        } else if (0 < n && n <= 21) {
            b.append(digits, 0, n).append('.').append(digits, n, k);
        } else if (-6 < n && n <= 0) {
            b.append("0.").append("0".repeat(-n)).append(digits);
        } else {
            b.append(digits.charAt(0));
            if (k > 1) {
                b.append('.').append(digits, 1, k);
            }
            b.append('e').append(n > 0 ? "+" : "").append(n - 1);
        }
        return b.toString();
    }
}
