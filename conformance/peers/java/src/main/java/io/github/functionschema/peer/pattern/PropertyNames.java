package io.github.functionschema.peer.pattern;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The names of {@code \p{…}}, spelled exactly as ECMA-262 has them, as java.util.regex spells them. */
final class PropertyNames {
    private static final Map<String, String> CATEGORIES = new HashMap<>();
    /** The binary properties of ECMA-262 that java.util.regex has exact tables of. */
    private static final Map<String, String> BINARY = new HashMap<>();
    /** A script for Java and none for ECMA-262. */
    private static final Set<String> SCRIPTS_LEFT_OUT = Set.of("Unknown", "Zzzz");

    static {
        String names = "C Other, Cc Control, Cf Format, Cn Unassigned, Co Private_Use, Cs Surrogate, L Letter, LC Cased_Letter, "
                + "Ll Lowercase_Letter, Lm Modifier_Letter, Lo Other_Letter, Lt Titlecase_Letter, Lu Uppercase_Letter, M Mark, "
                + "Mc Spacing_Mark, Me Enclosing_Mark, Mn Nonspacing_Mark, N Number, Nd Decimal_Number, Nl Letter_Number, No Other_Number, "
                + "P Punctuation, Pc Connector_Punctuation, Pd Dash_Punctuation, Pe Close_Punctuation, Pf Final_Punctuation, "
                + "Pi Initial_Punctuation, Po Other_Punctuation, Ps Open_Punctuation, S Symbol, Sc Currency_Symbol, Sk Modifier_Symbol, "
                + "Sm Math_Symbol, So Other_Symbol, Z Separator, Zl Line_Separator, Zp Paragraph_Separator, Zs Space_Separator";
        for (String pair : names.split(", ")) {
            String[] both = pair.split(" ");
            CATEGORIES.put(both[0], both[0]);
            CATEGORIES.put(both[1], both[0]);
        }
        CATEGORIES.putAll(Map.of("cntrl", "Cc", "digit", "Nd", "punct", "P", "Combining_Mark", "M"));
        BINARY.putAll(Map.of("Alphabetic", "IsAlphabetic", "Alpha", "IsAlphabetic", "Lowercase", "IsLowercase", "Lower", "IsLowercase",
                "Uppercase", "IsUppercase", "Upper", "IsUppercase", "White_Space", "IsWhite_Space", "space", "IsWhite_Space",
                "Ideographic", "IsIdeographic", "Ideo", "IsIdeographic"));
        BINARY.putAll(Map.of("Hex_Digit", "IsHex_Digit", "Hex", "IsHex_Digit", "Join_Control", "IsJoin_Control", "Join_C", "IsJoin_Control",
                "Noncharacter_Code_Point", "IsNoncharacter_Code_Point", "NChar", "IsNoncharacter_Code_Point", "Assigned", "IsAssigned"));
    }

    private PropertyNames() {}

    /** Returns the set of {@code Name} or {@code Name=Value}. */
    static CharSet of(String expression, int at) throws PatternFault {
        switch (expression) {
            case "Any" -> {
                return CharSet.of(0, Character.MAX_CODE_POINT);
            }
            case "ASCII" -> {
                return CharSet.of(0, 0x7F);
            }
            case "ASCII_Hex_Digit", "AHex" -> {
                return CharSet.of('0', '9', 'A', 'F', 'a', 'f');
            }
            default -> { }
        }
        int equals = expression.indexOf('=');
        String name = equals < 0 ? expression : expression.substring(0, equals);
        String value = expression.substring(equals + 1);
        if (equals < 0 || name.equals("General_Category") || name.equals("gc")) {
            String category = CATEGORIES.get(value);
            if (category != null) {
                return CharSet.property("\\p{" + category + "}");
            }
        }
        if (equals < 0 && BINARY.containsKey(name)) {
            return CharSet.property("\\p{" + BINARY.get(name) + "}");
        }
        if ((name.equals("Script") || name.equals("sc")) && isScript(value)) {
            return CharSet.property("\\p{script=" + value + "}");
        }
        throw new PatternFault("property \\p{" + expression + "}", at, "is unknown, or has no exact table here: write a class of ranges");
    }

    /** Java's own lookup folds case; ECMA-262 does not. */
    private static boolean isScript(String value) {
        if (SCRIPTS_LEFT_OUT.contains(value)) {
            return false;
        }
        try {
            Character.UnicodeScript script = Character.UnicodeScript.forName(value);
            return value.matches("[A-Z][a-z]{3}") || titled(script.name()).equals(value) || value.equals("SignWriting");
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String titled(String name) {
        StringBuilder b = new StringBuilder();
        for (String word : name.split("_")) {
            b.append(b.isEmpty() ? "" : "_").append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return b.toString();
    }
}
