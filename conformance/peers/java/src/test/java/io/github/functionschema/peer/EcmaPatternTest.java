package io.github.functionschema.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.functionschema.peer.pattern.EcmaPattern;
import io.github.functionschema.peer.pattern.PatternFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EcmaPatternTest {
    @Test
    void meansWhatEcma262Means() throws PatternFault {
        Object[][] rows = {
            {"^a$", "a\n", false, "the dollar is the end of the text alone"},
            {"^\\s$", "\uFEFF", true, "ECMA's white space has the byte order mark"},
            {"^\\s$", "\u0085", false, "and not the next line"},
            {"^\\d$", "\u0663", false, "digits are ASCII"},
            {"^\\bé$", "é", false, "so are word characters"},
            {"^.$", "\ud83d\ude00", true, "one code point"},
            {"^.$", "\u2028", false, "a line end"},
            {"^[^]$", "\n", true, "anything"},
            {"[]", "a", false, "nothing"},
            {"^\\ud83d\\ude00$", "\ud83d\ude00", true, "a pair is one character"},
            {"^\\cC$", "\u0003", true, "a control letter"},
            {"^[\\-\\@]+$", "-@", true, "needless escapes of punctuation"},
            {"^\\p{Script=Greek}$", "α", true, "a script"},
            {"^[^\\p{L}0-9]$", "é", false, "a property in a class that is turned round"},
            {"^(?<y>a){1,2048}$", "a".repeat(2000), true, "a count beyond 1000"},
            {"b", "abc", true, "unanchored"},
        };
        for (Object[] row : rows) {
            assertEquals(row[2], EcmaPattern.compile((String) row[0]).matches((String) row[1]), row[0] + ": " + row[3]);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"(?=a)", "(?<!a)", "(a)\\1", "\\k<a>", "(?i)a", "a\\Z", "\\p{Nonsense}", "{1}", "a{2,1}", "[b-a]", "(", "]", "\\a",
        "(?<a>x)(?<a>y)", "(a{1000}){1000}"})
    void refuses(String pattern) {
        assertThrows(PatternFault.class, () -> EcmaPattern.compile(pattern));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\s", ".", "\\bx", "a*?", "\\p{L}", "[^]", "a{1001}"})
    void refusesWhatIsNotPortable(String pattern) throws PatternFault {
        EcmaPattern.compile(pattern);
        assertThrows(PatternFault.class, () -> EcmaPattern.compilePortable(pattern));
    }

    @Test
    void givesUpWhatTakesTooLong() throws PatternFault {
        EcmaPattern pattern = EcmaPattern.compile("x*x*x*x*x*x*y");
        assertThrows(EcmaPattern.TooCostly.class, () -> pattern.matches("x".repeat(400)));
    }
}
