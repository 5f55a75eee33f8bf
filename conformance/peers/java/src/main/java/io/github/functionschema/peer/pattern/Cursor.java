package io.github.functionschema.peer.pattern;

/** The characters of a pattern, and the escapes that stand inside and outside of classes. */
final class Cursor {
    private final String source;
    private final boolean portable;
    private int pos;

    Cursor(String source, boolean portable) {
        this.source = source;
        this.portable = portable;
    }

    /**
     * What a backslash stands for.
     *
     * @param character the one character, or -1
     * @param set the characters
     */
    record Escaped(int character, CharSet set) {
        static Escaped of(int character) {
            // No text holds a surrogate by itself, so the escape of one matches nothing.
            boolean lone = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
            return new Escaped(character, lone ? CharSet.of() : CharSet.of(character, character));
        }

        static Escaped of(CharSet set) {
            return new Escaped(-1, set);
        }

        boolean isClass() {
            return character < 0;
        }
    }

    boolean atEnd() {
        return pos == source.length();
    }

    int position() {
        return pos;
    }

    String since(int at) {
        return source.substring(at, pos);
    }

    /** Returns the character n places ahead, 0 at the end. */
    char peek(int n) {
        return pos + n < source.length() ? source.charAt(pos + n) : 0;
    }

    int next() {
        int c = source.codePointAt(pos);
        pos += Character.charCount(c);
        return c;
    }

    boolean skip(String prefix) {
        if (!source.startsWith(prefix, pos)) {
            return false;
        }
        pos += prefix.length();
        return true;
    }

    String digits() {
        int start = pos;
        while (peek(0) >= '0' && peek(0) <= '9') {
            pos++;
        }
        return source.substring(start, pos);
    }

    PatternFault fault(String construct, int at, String reason) {
        return new PatternFault(construct, at, reason);
    }

    void notPortable(String construct, int at) throws PatternFault {
        if (portable) {
            throw fault(construct, at, "is not in the portable subset of declared functions: write out what is meant");
        }
    }

    Escaped escape() throws PatternFault {
        int at = pos++;
        if (atEnd()) {
            throw fault("backslash", at, "escapes nothing: write \\\\");
        }
        char c = peek(0);
        pos++;
        int control = "tnvfr".indexOf(c);
        if (control >= 0) {
            return Escaped.of("\t\n\u000B\f\r".charAt(control));
        }
        switch (c) {
            case 'd':
                return Escaped.of(CharSet.DIGITS);
            case 'w':
                return Escaped.of(CharSet.WORDS);
            case 'D', 'W', 's', 'S':
                notPortable("escape \\" + c, at);
                return Escaped.of(switch (c) {
                    case 'D' -> CharSet.DIGITS.complement();
                    case 'W' -> CharSet.WORDS.complement();
                    case 'S' -> CharSet.SPACES.complement();
                    default -> CharSet.SPACES;
                });
            case 'p', 'P':
                notPortable("escape \\" + c, at);
                return Escaped.of(property(at, c == 'P'));
            case 'c':
                char letter = peek(0);
                if (letter >= 128 || !Character.isLetter(letter)) {
                    throw fault("escape \\c", at, "is not followed by a letter A to Z");
                }
                notPortable("escape \\c", at);
                pos++;
                return Escaped.of(letter % 32);
            case '0':
                if (peek(0) >= '0' && peek(0) <= '9') {
                    throw fault("octal escape", at, "is not in ECMA-262: write \\xHH");
                }
                notPortable("escape \\0", at);
                return Escaped.of(0);
            case 'x':
                return Escaped.of(hex(2, at));
            case 'u':
                return Escaped.of(unicode(at));
            default:
                // A needless escape of ASCII punctuation is the character.
                if (c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c)) {
                    return Escaped.of(c);
                }
                throw fault("escape \\" + c, at, "is not in ECMA-262: write the character without the backslash");
        }
    }

    private CharSet property(int at, boolean negated) throws PatternFault {
        int end = source.indexOf('}', pos);
        if (peek(0) != '{' || end < 0) {
            throw fault("escape \\p", at, "has no name in braces: write \\p{…}");
        }
        CharSet set = PropertyNames.of(source.substring(pos + 1, end), at);
        pos = end + 1;
        if (!negated) {
            return set;
        }
        return set.properties().isEmpty() ? set.complement() : CharSet.property(set.properties().get(0).replace("\\p", "\\P"));
    }

    private int unicode(int at) throws PatternFault {
        if (peek(0) == '{') {
            int end = source.indexOf('}', pos);
            String digits = end < 0 ? "" : source.substring(pos + 1, end);
            if (!digits.matches("0*[0-9A-Fa-f]{1,6}") || Integer.parseInt(digits.replaceFirst("^0+(?=.)", ""), 16) > Character.MAX_CODE_POINT) {
                throw fault("escape \\u{", at, "is not followed by a hexadecimal number up to 10FFFF and }");
            }
            notPortable("escape \\u{", at);
            pos = end + 1;
            return Integer.parseInt(digits.replaceFirst("^0+(?=.)", ""), 16);
        }
        int unit = hex(4, at);
        if (Character.isHighSurrogate((char) unit) && peek(0) == '\\' && peek(1) == 'u' && isHex(pos + 2, 4)) {
            int low = Integer.parseInt(source.substring(pos + 2, pos + 6), 16);
            if (Character.isLowSurrogate((char) low)) {
                pos += 6;
                return Character.toCodePoint((char) unit, (char) low);
            }
        }
        if (Character.isSurrogate((char) unit)) {
            notPortable("lone surrogate escape", at);
        }
        return unit;
    }

    private int hex(int digits, int at) throws PatternFault {
        if (!isHex(pos, digits)) {
            throw fault("escape", at, "is not followed by " + digits + " hexadecimal digits");
        }
        pos += digits;
        return Integer.parseInt(source.substring(pos - digits, pos), 16);
    }

    private boolean isHex(int from, int digits) {
        for (int i = from; i < from + digits; i++) {
            if (i >= source.length() || source.charAt(i) >= 128 || Character.digit(source.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Reads the name of a group up to its >. */
    String groupName(int at) throws PatternFault {
        StringBuilder name = new StringBuilder();
        while (!atEnd() && !skip(">")) {
            int here = pos;
            int c = skip("\\u") ? unicode(here) : next();
            boolean fits = c == '$' || c == '_' || (name.isEmpty() ? Character.isUnicodeIdentifierStart(c)
                    : Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c) || c == 0x200C || c == 0x200D);
            if (!fits) {
                throw fault("group name", here, "has a character that no identifier has");
            }
            name.appendCodePoint(c);
        }
        if (name.isEmpty() || source.charAt(pos - 1) != '>') {
            throw fault("group (?<", at, "has no name ended by >");
        }
        return name.toString();
    }
}
