package io.github.functionschema.peer.pattern;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * A regular expression of {@code pattern} and {@code patternProperties} (rule 11): ECMA-262 with the u flag, without what a linear engine
 * cannot do, parsed by its own grammar and written out for java.util.regex, so that nothing keeps a meaning by luck. Declared functions may
 * use the portable subset only.
 *
 * <p>Matching is by code point and unanchored. java.util.regex backtracks: a match that takes too many steps is given up with {@link
 * TooCostly}, as is one that needs more stack than there is.
 */
public final class EcmaPattern {
    private static final int LONGEST = 1 << 16;
    private static final long STEPS = 200_000_000;

    private final Pattern pattern;

    private EcmaPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /** A match was given up. */
    public static final class TooCostly extends RuntimeException {
        TooCostly() {
            super("a pattern takes too long on this text", null, false, false);
        }
    }

    public static EcmaPattern compile(String ecma) throws PatternFault {
        return compile(ecma, false);
    }

    public static EcmaPattern compilePortable(String portable) throws PatternFault {
        return compile(portable, true);
    }

    private static EcmaPattern compile(String source, boolean portable) throws PatternFault {
        if (source.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            throw new PatternFault("the pattern is longer than 65536 bytes: shorten it");
        }
        Part part = new PatternParser(source, portable).parse();
        part.checkSize();
        return new EcmaPattern(Pattern.compile(part.text()));
    }

    /** Reports whether some part of a text matches. */
    public boolean matches(String text) {
        try {
            return pattern.matcher(new Counted(text, new long[] {STEPS})).find();
        } catch (StackOverflowError e) {
            throw new TooCostly();
        }
    }

    /** A text that counts how often it is looked at. */
    private record Counted(CharSequence text, long[] left) implements CharSequence {
        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (--left[0] < 0) {
                throw new TooCostly();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Counted(text.subSequence(start, end), left);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
