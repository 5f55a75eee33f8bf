package io.github.functionschema.peer.pattern;

import java.util.List;

/**
 * A part of a pattern, translated.
 *
 * @param text for java.util.regex
 * @param size an upper estimate of the instructions that a linear engine needs for it: what is too large there is refused everywhere
 * @param product the largest product of nested counts, as the reference engine writes them out
 * @param kind what it is, as far as that decides its size
 */
record Part(String text, long size, int product, Kind kind) {
    enum Kind { EMPTY, START, END, ASSERTION, CHARACTER, RUN, OTHER }

    static final Part EMPTY = new Part("", 1, 1, Kind.EMPTY);
    private static final long LARGEST = 1 << 16;
    private static final long TOO_MUCH = 1 << 21;
    private static final int MAX_REPEAT = 1000;
    static final int UNLIMITED = -1;

    static Part assertion(String text) {
        return new Part(text, 1, 1, Kind.ASSERTION);
    }

    static Part character(CharSet set) {
        return new Part(set.text(), 1, 1, Kind.CHARACTER);
    }

    /** A pattern that is one counted character set, anchored or not, is counted and needs no program as long as its bound. */
    static Part sequence(List<Part> parts) {
        if (parts.isEmpty()) {
            return EMPTY;
        }
        if (parts.size() == 1) {
            return parts.get(0);
        }
        int from = parts.get(0).kind == Kind.START ? 1 : 0;
        int to = parts.get(parts.size() - 1).kind == Kind.END ? parts.size() - 1 : parts.size();
        boolean run = to - from == 1 && (parts.get(from).kind == Kind.RUN || parts.get(from).kind == Kind.CHARACTER);
        return join(parts, "", run ? Kind.RUN : Kind.OTHER);
    }

    static Part alternatives(List<Part> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        Part joined = join(parts, "|", Kind.OTHER);
        return new Part("(?:" + joined.text + ")", Math.min(joined.size + parts.size(), TOO_MUCH), joined.product, Kind.OTHER);
    }

    private static Part join(List<Part> parts, String separator, Kind kind) {
        StringBuilder text = new StringBuilder();
        long size = 0;
        int product = 1;
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            text.append(i == 0 ? "" : separator).append(part.text);
            size += part.size;
            product = Math.max(product, part.product);
        }
        return new Part(text.toString(), Math.min(size, TOO_MUCH), product, kind);
    }

    /** This part, low to high times. Whether a quantifier is lazy decides which match is found, not whether there is one. */
    Part repeated(int low, int high) {
        if (high == 0 || kind == Kind.EMPTY) {
            return EMPTY;
        }
        int per = MAX_REPEAT / product;
        long optional = high == UNLIMITED ? 1 : high - low;
        long total = low * size + optional * (size + 1);
        if (low > per || high > per) {
            long blocks = optional / per;
            long rest = optional % per;
            if (blocks > 0) {
                long whole = blocks * per * size;
                total = low * size + whole + blocks + per * (size + 1);
                if (rest != per - 1) {
                    total += whole + rest * (size + 1);
                }
            }
        }
        String counts = high == UNLIMITED ? "{" + low + ",}" : "{" + low + "," + high + "}";
        int most = Math.max(Math.max(low, high), 1);
        return new Part("(?:" + text + ")" + counts, Math.min(total, TOO_MUCH), product * Math.min(most, per),
                kind == Kind.CHARACTER ? Kind.RUN : Kind.OTHER);
    }

    void checkSize() throws PatternFault {
        if (size > LARGEST && kind != Kind.RUN) {
            throw new PatternFault("the pattern is too large to compile: use smaller counts, or minLength and maxLength");
        }
    }
}
