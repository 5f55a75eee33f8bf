package io.github.functionschema.peer.pattern;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A set of code points: spans, and properties that java.util.regex has tables of.
 *
 * @param spans first and last code points, in any order
 * @param properties as {@code \p{…}} or {@code \P{…}}
 * @param negated whether the set is all but these
 */
record CharSet(List<int[]> spans, List<String> properties, boolean negated) {
    static final CharSet DIGITS = of('0', '9');
    static final CharSet WORDS = of('0', '9', 'A', 'Z', '_', '_', 'a', 'z');
    /** ECMA-262 WhiteSpace and LineTerminator. */
    static final CharSet SPACES = of('\t', '\r', ' ', ' ', 0xA0, 0xA0, 0x1680, 0x1680, 0x2000, 0x200A, 0x2028, 0x2029, 0x202F, 0x202F,
            0x205F, 0x205F, 0x3000, 0x3000, 0xFEFF, 0xFEFF);
    static final CharSet DOT = of('\n', '\n', '\r', '\r', 0x2028, 0x2029).complement();

    static CharSet of(int... ends) {
        List<int[]> spans = new ArrayList<>();
        for (int i = 0; i < ends.length; i += 2) {
            spans.add(new int[] {ends[i], ends[i + 1]});
        }
        return new CharSet(spans, List.of(), false);
    }

    static CharSet property(String text) {
        return new CharSet(List.of(), List.of(text), false);
    }

    CharSet negate() {
        return new CharSet(spans, properties, !negated);
    }

    /** The complement of a set of spans, as spans: sets in classes are joined, and java.util.regex nests no negation reliably. */
    CharSet complement() {
        List<int[]> sorted = new ArrayList<>(spans);
        sorted.sort(Comparator.comparingInt(span -> span[0]));
        List<int[]> rest = new ArrayList<>();
        int next = 0;
        for (int[] span : sorted) {
            if (span[0] > next) {
                rest.add(new int[] {next, span[0] - 1});
            }
            next = Math.max(next, span[1] + 1);
        }
        if (next <= Character.MAX_CODE_POINT) {
            rest.add(new int[] {next, Character.MAX_CODE_POINT});
        }
        return new CharSet(rest, List.of(), false);
    }

    /** The text for one character of the set. */
    String text() {
        if (spans.isEmpty() && properties.isEmpty()) {
            return negated ? "[\\x{0}-\\x{10FFFF}]" : "(?!)";
        }
        StringBuilder b = new StringBuilder(negated ? "[^" : "[");
        for (int[] span : spans) {
            b.append(String.format("\\x{%X}", span[0]));
            if (span[1] > span[0]) {
                b.append(String.format("-\\x{%X}", span[1]));
            }
        }
        properties.forEach(b::append);
        return b.append(']').toString();
    }
}
