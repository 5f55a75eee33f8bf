package io.github.functionschema.peer.pattern;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads a pattern by the grammar of ECMA-262 section 22.2.1 with the u flag. The first offence in reading order is reported. */
final class PatternParser {
    private static final int DEEPEST = 200;
    private static final int PORTABLE_COUNT = 1000;
    private static final int HUGE = 1 << 30;
    private static final String WORD = "[0-9A-Za-z_]";
    private static final String BOUNDARY = "(?:(?<=" + WORD + ")(?!" + WORD + ")|(?<!" + WORD + ")(?=" + WORD + "))";
    private static final String NOT_BOUNDARY = "(?:(?<=" + WORD + ")(?=" + WORD + ")|(?<!" + WORD + ")(?!" + WORD + "))";
    private static final String[][] REFUSED = {
        {"(?=", "look-ahead", "cannot be checked in linear time: use allOf with a pattern for each condition"},
        {"(?!", "negative look-ahead", "cannot be checked in linear time: use not with a pattern of what is excluded"},
        {"(?<=", "look-behind", "cannot be checked in linear time: use allOf with a pattern for each condition"},
        {"(?<!", "negative look-behind", "cannot be checked in linear time: use not with a pattern of what is excluded"},
    };

    private final Cursor in;
    private int depth;

    PatternParser(String source, boolean portable) {
        this.in = new Cursor(source, portable);
    }

    Part parse() throws PatternFault {
        Part part = disjunction(new HashSet<>());
        if (!in.atEnd()) {
            throw in.fault("unpaired )", in.position(), "is not in ECMA-262: write \\)");
        }
        return part;
    }

    private Part disjunction(Set<String> names) throws PatternFault {
        List<Part> parts = new ArrayList<>();
        do {
            Set<String> own = new HashSet<>();
            parts.add(alternative(own));
            names.addAll(own); // two alternatives may use one name
        } while (in.skip("|"));
        return Part.alternatives(parts);
    }

    private Part alternative(Set<String> names) throws PatternFault {
        List<Part> parts = new ArrayList<>();
        while (!in.atEnd() && in.peek(0) != '|' && in.peek(0) != ')') {
            Part part = term(names);
            if (part.kind() != Part.Kind.EMPTY) {
                parts.add(part);
            }
        }
        return Part.sequence(parts);
    }

    private Part term(Set<String> names) throws PatternFault {
        Part assertion = assertion();
        if (assertion != null) {
            if (!in.atEnd() && "*+?{".indexOf(in.peek(0)) >= 0) {
                throw in.fault("quantifier", in.position(), "stands after an assertion: remove it");
            }
            return assertion;
        }
        return quantified(atom(names));
    }

    private Part assertion() throws PatternFault {
        int at = in.position();
        if (in.skip("^")) {
            return new Part("\\A", 1, 1, Part.Kind.START);
        }
        if (in.skip("$")) {
            return new Part("\\z", 1, 1, Part.Kind.END);
        }
        if (in.skip("\\b") || in.skip("\\B")) {
            in.notPortable("escape " + in.since(at), at);
            return Part.assertion(in.since(at).equals("\\b") ? BOUNDARY : NOT_BOUNDARY);
        }
        return null;
    }

    private Part atom(Set<String> names) throws PatternFault {
        int at = in.position();
        switch (in.peek(0)) {
            case '(':
                return group(names);
            case '[':
                return Part.character(characterClass());
            case '\\':
                if (in.peek(1) >= '1' && in.peek(1) <= '9' || in.peek(1) == 'k') {
                    throw in.fault("back-reference", at, "cannot be checked in linear time: write the repeated part out");
                }
                return Part.character(in.escape().set());
            case '.':
                in.next();
                in.notPortable("dot .", at);
                return Part.character(CharSet.DOT);
            case '*', '+', '?':
                throw in.fault("quantifier " + in.peek(0), at, "has nothing to repeat: write a backslash before it if the character is meant");
            case '{', '}', ']':
                throw in.fault("lone " + in.peek(0), at, "is not in ECMA-262: write a backslash before it");
            default:
                int c = in.next();
                return Part.character(CharSet.of(c, c));
        }
    }

    /** Nothing refers to captures, so all groups become plain ones. */
    private Part group(Set<String> names) throws PatternFault {
        int at = in.position();
        for (String[] refused : REFUSED) {
            if (in.skip(refused[0])) {
                throw in.fault(refused[1], at, refused[2]);
            }
        }
        String name = null;
        if (in.skip("(?:")) {
            name = null;
        } else if (in.skip("(?<")) {
            name = in.groupName(at);
            in.notPortable("named group", at);
        } else if (in.skip("(?")) {
            throw in.fault("group (?" + (in.atEnd() ? "" : in.peek(0)), at, "is not in ECMA-262, or a flag: write (?:…)");
        } else {
            in.next();
        }
        if (++depth > DEEPEST) {
            throw in.fault("group", at, "is nested deeper than 200: flatten the groups");
        }
        Set<String> within = new HashSet<>();
        Part part = disjunction(within);
        depth--;
        if (!in.skip(")")) {
            throw in.fault("unpaired (", at, "is not in ECMA-262: close it, or write \\(");
        }
        if (name != null && !within.add(name)) {
            throw in.fault("group name " + name, at, "stands twice in one alternative: rename one");
        }
        for (String inner : within) {
            if (!names.add(inner)) {
                throw in.fault("group name " + inner, at, "stands twice in one alternative: rename one");
            }
        }
        return part;
    }

    private Part quantified(Part part) throws PatternFault {
        int at = in.position();
        int low = 0;
        int high = Part.UNLIMITED;
        if (in.skip("+")) {
            low = 1;
        } else if (in.skip("?")) {
            high = 1;
        } else if (!in.atEnd() && in.peek(0) == '{') {
            int[] counts = counts();
            low = counts[0];
            high = counts[1];
        } else if (!in.skip("*")) {
            return part;
        }
        int lazy = in.position();
        if (in.skip("?")) {
            in.notPortable("lazy quantifier", lazy);
        }
        if (low > PORTABLE_COUNT || high > PORTABLE_COUNT) {
            in.notPortable("count over 1000", at);
        }
        return part.repeated(low, high);
    }

    private int[] counts() throws PatternFault {
        int at = in.position();
        in.next();
        String from = in.digits();
        String to = from;
        if (!from.isEmpty() && in.skip(",")) {
            to = in.digits();
        }
        if (from.isEmpty() || !in.skip("}")) {
            throw in.fault("lone {", at, "is not in ECMA-262: write \\{");
        }
        if (to.isEmpty()) {
            return new int[] {count(from), Part.UNLIMITED};
        }
        if (new java.math.BigInteger(from).compareTo(new java.math.BigInteger(to)) > 0) {
            throw in.fault("quantifier {n,m}", at, "is out of order: swap its counts");
        }
        return new int[] {count(from), count(to)};
    }

    /** No text is as long as a count beyond this one. */
    private static int count(String digits) {
        java.math.BigInteger n = new java.math.BigInteger(digits);
        return n.bitLength() > 30 ? HUGE : n.intValue();
    }

    private CharSet characterClass() throws PatternFault {
        int start = in.position();
        in.next();
        boolean negated = in.skip("^");
        if (!in.atEnd() && in.peek(0) == ']') {
            in.notPortable(negated ? "class [^]" : "empty class []", start);
        }
        List<int[]> spans = new ArrayList<>();
        List<String> properties = new ArrayList<>();
        while (!in.skip("]")) {
            int at = in.position();
            Cursor.Escaped low = classAtom(start);
            if (in.atEnd() || in.peek(0) != '-' || in.peek(1) == ']') {
                spans.addAll(low.set().spans());
                properties.addAll(low.set().properties());
                continue;
            }
            in.next();
            Cursor.Escaped high = classAtom(start);
            if (low.isClass() || high.isClass()) {
                throw in.fault("class range", at, "has a class for an end: write \\- if the character is meant");
            }
            if (low.character() > high.character()) {
                throw in.fault("class range", at, "is out of order: swap its ends");
            }
            spans.add(new int[] {low.character(), high.character()});
        }
        return new CharSet(spans, properties, negated);
    }

    private Cursor.Escaped classAtom(int start) throws PatternFault {
        if (in.atEnd()) {
            throw in.fault("unpaired [", start, "is not in ECMA-262: close it, or write \\[");
        }
        if (in.peek(0) != '\\') {
            return Cursor.Escaped.of(in.next());
        }
        int at = in.position();
        if (in.skip("\\b")) {
            in.notPortable("escape \\b", at);
            return Cursor.Escaped.of('\b');
        }
        return in.escape();
    }
}
