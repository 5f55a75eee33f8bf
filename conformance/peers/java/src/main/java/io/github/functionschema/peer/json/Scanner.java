package io.github.functionschema.peer.json;

import io.github.functionschema.peer.json.ParseFault.Reason;
import java.nio.charset.StandardCharsets;

/** The tokens of a JSON text, which has been decoded: a lone surrogate can only come from an escape. */
final class Scanner {
    private final String source;
    private final Limits limits;
    private int pos;

    Scanner(String source, Limits limits) {
        this.source = source;
        this.limits = limits;
    }

    String source() {
        return source;
    }

    int position() {
        return pos;
    }

    boolean atEnd() {
        return pos == source.length();
    }

    boolean is(char c) {
        return pos < source.length() && source.charAt(pos) == c;
    }

    void skip() {
        pos++;
    }

    void space() {
        while (pos < source.length()) {
            char c = source.charAt(pos);
            if (c > ' ' || c != ' ' && c != '\t' && c != '\r' && c != '\n') {
                return;
            }
            pos++;
        }
    }

    /** Returns the character at hand; a text that ends here is truncated. */
    char need(String where) throws ParseFault {
        if (atEnd()) {
            throw truncated(where);
        }
        return source.charAt(pos);
    }

    ParseFault fault(Reason reason, String message) {
        int bytes = source.substring(0, pos).getBytes(StandardCharsets.UTF_8).length;
        return new ParseFault(reason, message + " (at byte " + bytes + ")");
    }

    private ParseFault truncated(String where) {
        pos = source.length();
        return fault(Reason.TRUNCATED, "the text ends " + where + ": send the whole of it");
    }

    private ParseFault at(int position, Reason reason, String message) {
        pos = position;
        return fault(reason, message);
    }

    <T> T word(String word, T value) throws ParseFault {
        for (int i = 0; i < word.length(); i++, pos++) {
            if (need("inside " + word) != word.charAt(i)) {
                throw fault(Reason.SYNTAX, "the only bare words are true, false and null; text stands in double quotes");
            }
        }
        return value;
    }

    /** Reads a number. The grammar comes first: only a token that has it can exceed a limit. */
    String number() throws ParseFault {
        int start = pos;
        if (is('-')) {
            pos++;
        }
        int first = pos;
        int count = digits();
        if (source.charAt(first) == '0' && count > 1) {
            throw at(first + 1, Reason.SYNTAX, "a number has no leading zeros");
        }
        if (is('.')) {
            pos++;
            count += digits();
        }
        String exponent = "0";
        if (is('e') || is('E')) {
            pos++;
            if (is('+') || is('-')) {
                pos++;
            }
            int begin = pos;
            count += digits();
            exponent = source.substring(begin, pos);
        }
        if (count > limits.digits()) {
            throw at(start, Reason.NUMBER, "a number has at most " + limits.digits() + " digits, its exponent's included");
        }
        if (magnitude(exponent) > limits.exponent()) {
            throw at(start, Reason.NUMBER, "an exponent lies between -" + limits.exponent() + " and " + limits.exponent());
        }
        return source.substring(start, pos);
    }

    private int digits() throws ParseFault {
        int start = pos;
        while (pos < source.length() && source.charAt(pos) >= '0' && source.charAt(pos) <= '9') {
            pos++;
        }
        if (pos == start) {
            need("inside a number");
            throw fault(Reason.SYNTAX, "a digit must follow a minus sign, a point and an exponent sign");
        }
        return pos - start;
    }

    private static long magnitude(String digits) {
        long n = 0;
        for (int i = 0; i < digits.length() && n <= Integer.MAX_VALUE; i++) {
            n = n * 10 + digits.charAt(i) - '0';
        }
        return n;
    }

    String string() throws ParseFault {
        int start = ++pos;
        pos = plain(pos);
        if (is('"')) {
            return source.substring(start, pos++);
        }
        StringBuilder b = new StringBuilder(source.substring(start, pos));
        while (true) {
            char c = need("inside a string");
            if (c == '"') {
                pos++;
                return b.toString();
            }
            if (c != '\\') {
                throw fault(Reason.SYNTAX, "a control character inside a string: write it as an escape");
            }
            escape(b);
            int next = plain(pos);
            b.append(source, pos, next);
            pos = next;
        }
    }

    private int plain(int i) {
        while (i < source.length()) {
            char c = source.charAt(i);
            if (c == '"' || c == '\\' || c < ' ') {
                break;
            }
            i++;
        }
        return i;
    }

    private void escape(StringBuilder b) throws ParseFault {
        int start = pos++;
        char c = need("inside an escape");
        int simple = "\"\\/bfnrt".indexOf(c);
        if (simple >= 0) {
            b.append("\"\\/\b\f\n\r\t".charAt(simple));
            pos++;
            return;
        }
        if (c != 'u') {
            throw fault(Reason.SYNTAX, "unknown escape: a backslash itself is written \\\\");
        }
        pos++;
        char unit = 0;
        for (int k = 0; k < 4; k++, pos++) {
            int digit = hex(need("inside an escape"));
            if (digit < 0) {
                throw fault(Reason.SYNTAX, "\\u takes four hexadecimal digits");
            }
            unit = (char) (unit << 4 | digit);
        }
        if (Character.isLowSurrogate(unit)) {
            throw lone(start);
        }
        b.append(unit);
        if (Character.isHighSurrogate(unit)) {
            b.append(low(start));
        }
    }

    /** Reads the low surrogate that must follow. A text that ends before it is truncated; anything else leaves the high one alone. */
    private char low(int start) throws ParseFault {
        char unit = 0;
        for (int k = 0; k < 6; k++, pos++) {
            char c = need("inside a surrogate pair");
            int digit = hex(c);
            boolean fits = switch (k) {
                case 0 -> c == '\\';
                case 1 -> c == 'u';
                case 2 -> digit == 0xD;
                case 3 -> digit >= 0xC;
                default -> digit >= 0;
            };
            if (!fits) {
                throw lone(start);
            }
            unit = k < 2 ? unit : (char) (unit << 4 | digit);
        }
        return unit;
    }

    private ParseFault lone(int start) {
        return at(start, Reason.SURROGATE, "half of a surrogate pair: write the character itself, or both halves");
    }

    private static int hex(char c) {
        return c < 128 ? Character.digit(c, 16) : -1;
    }
}
