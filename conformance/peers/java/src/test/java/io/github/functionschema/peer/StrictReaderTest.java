package io.github.functionschema.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.functionschema.peer.json.JsonText;
import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.json.ParseFault;
import io.github.functionschema.peer.json.StrictReader;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrictReaderTest {
    @ParameterizedTest(name = "{2}: {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "``|syntax|nothing at all",
        "{\"a\":1|truncated|only the end is missing",
        "{} {}|trailing-data|two values",
        "{\"a\":1,\"\\u0061\":2}|duplicate-key|names are compared after unescaping",
        "\"\\ud800\"|surrogate|half of a pair",
        "\"\\ud800|truncated|the other half may have been cut off",
        "01|syntax|a leading zero is no number, whatever its size",
        "1e1001|number|an exponent beyond the limit",
        "[1,]|syntax|a comma behind the last item",
        "NaN|syntax|no word of JSON",
        "nul|truncated|a word that is cut off",
    })
    void refuses(String text, String reason, String why) {
        ParseFault fault = assertThrows(ParseFault.class, () -> StrictReader.read(text), why);
        assertEquals(reason, fault.reason().toString(), why);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource({
        "22c0af22, an overlong slash which Jackson takes",
        "22eda08022, a surrogate as bytes",
        "22ff22, no byte of UTF-8",
    })
    void refusesWhatIsNoUtf8(String hex, String why) {
        ParseFault fault = assertThrows(ParseFault.class, () -> StrictReader.read(HexFormat.of().parseHex(hex), Limits.DEFAULT), why);
        assertEquals(ParseFault.Reason.UTF8, fault.reason(), why);
    }

    @Test
    void namesTheObjectThatHasANameTwice() {
        ParseFault fault = assertThrows(ParseFault.class, () -> StrictReader.read("{\"a/b\":[0,{\"x\":1,\"x\":2}]}"));
        assertEquals("/a~1b/1", fault.pointer());
        assertEquals("x", fault.property());
    }

    @Test
    void keepsWhatWasSent() throws ParseFault {
        String text = "{ \"b\":1.0e0, \"a\":\"\\u0041\" }";
        assertEquals(text, JsonText.sent(StrictReader.read(text)));
        assertEquals("{\"b\":1.0e0,\"a\":\"A\"}", JsonText.compact(StrictReader.read(text)));
    }

    @ParameterizedTest
    @CsvSource({"1.0,1", "-0,0", "1e21,1e+21", "100e-2,1", "9007199254740993.0,9007199254740993", "0.000001234,0.000001234", "1.2e-7,1.2e-7"})
    void writesNumbersInOneSpelling(String token, String canonical) throws ParseFault {
        assertEquals(canonical, JsonText.canonical(StrictReader.read(token)));
    }

    @Test
    void sortsByCodePointsNotByUnits() throws ParseFault {
        assertEquals("{\"\uff5e\":2,\"\ud83d\ude00\":1}", JsonText.canonical(StrictReader.read("{\"\ud83d\ude00\":1,\"\uff5e\":2}")));
    }

    @Test
    void depthCostsNoStack() {
        String text = "[".repeat(1_000_000);
        Limits deep = Limits.DEFAULT.with("depth", 2_000_000).with("values", 2_000_000);
        assertEquals(ParseFault.Reason.TRUNCATED,
                assertThrows(ParseFault.class, () -> StrictReader.read(text.getBytes(java.nio.charset.StandardCharsets.UTF_8), deep)).reason());
    }
}
