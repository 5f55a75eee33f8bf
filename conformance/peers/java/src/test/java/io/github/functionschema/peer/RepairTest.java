package io.github.functionschema.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.functionschema.peer.binding.Inject;
import io.github.functionschema.peer.call.CallContext;
import io.github.functionschema.peer.call.Declaration;
import io.github.functionschema.peer.call.Failure;
import io.github.functionschema.peer.call.FunctionSchema;
import io.github.functionschema.peer.call.Functions;
import io.github.functionschema.peer.call.Reply;
import io.github.functionschema.peer.json.JsonText;
import io.github.functionschema.peer.json.Lexical;
import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.json.ParseFault;
import io.github.functionschema.peer.json.StrictReader;
import io.github.functionschema.peer.repair.Applied;
import io.github.functionschema.peer.repair.Repair;
import io.github.functionschema.peer.repair.Repairer;
import io.github.functionschema.peer.schema.CompiledSchema;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the shared cases do not show of repairs; they are in the case file, group repairs. */
class RepairTest {
    private static final Set<Repair> ALL = EnumSet.allOf(Repair.class);

    private static CompiledSchema schema(String text) throws Exception {
        return CompiledSchema.compile(StrictReader.read(text), CompiledSchema.Options.foreign(false));
    }

    private static Repairer.Repaired read(Repairer repairer, String text, Limits limits) throws ParseFault {
        return repairer.read(text.getBytes(StandardCharsets.UTF_8), limits, () -> false);
    }

    private static String shown(List<Applied> applied) {
        return applied.stream().map(Applied::toString).collect(Collectors.joining(", "));
    }

    static Stream<Arguments> texts() {
        Limits all = Limits.DEFAULT;
        String o = "{'properties':{'o':{'type':'object'}}}";
        String node = "{'$defs':{'o':{'type':'object','properties':{'o':{'$ref':'#/$defs/o'}}}},'$ref':'#/$defs/o'}";
        String three = "{'properties':{'a':{'type':'integer'},'b':{'type':['integer','null']},'c':{'type':'array'}},'required':['b']}";
        String both = "{'properties':{'a':{'type':['array','string']}},'patternProperties':{'^a':{'type':['array','null']}}}";
        String bytes = "{'properties':{'long':{'type':['integer','null']},'n':{'type':['integer','null']}},'required':['long','n']}";
        String dynamic = "{'$id':'https://example.org/r','$ref':'tree','$defs':{'over':{'$dynamicAnchor':'T','type':['integer','null']},"
                + "'tree':{'$id':'tree','type':'object','properties':{'a':{'$dynamicRef':'#T'}},"
                + "'$defs':{'T':{'$dynamicAnchor':'T','type':'integer'}}}}}";
        return Stream.of(
                arguments("nothing asked for: off unless by name", o, Set.of(), all, "{'o':'{}'}", "{'o':'{}'}", ""),
                arguments("what is not repaired keeps its text", o, ALL, all, "{'x':[ 1.0 ],'o':'{ }'}", "{'x':[ 1.0 ],'o':{ }}",
                        "/o: EncodedContainers"),
                arguments("texts in a text: each is decoded where it stands", node, Repair.MODEL, all, "'{~'o~':~'{}~'}'", "{'o':{}}",
                        "(root): EncodedContainers, /o: EncodedContainers"),
                arguments("removed, added and decoded in one object", three, Repair.MODEL, all, "{'a':null,'x':1,'c':'[]'}",
                        "{'x':1,'c':[],'b':null}", "/a: NullAsOmitted, /b: OmittedAsNull, /c: EncodedContainers"),
                arguments("two schemas of one member: together they leave text out", both, Repair.MODEL, all, "{'a':'[]'}", "{'a':[]}",
                        "/a: EncodedContainers"),
                arguments("a place that admits nothing means nothing", "{'properties':{'a':false,'b':{'type':'array','const':1}}}",
                        Set.of(Repair.ENCODED_CONTAINERS), all, "{'a':'[]','b':'[]'}", "{'a':'[]','b':'[]'}", ""),
                arguments("not is not looked into", "{'properties':{'a':{'not':{'type':'string'}}}}", ALL, all, "{'a':'[]'}", "{'a':'[]'}", ""),
                arguments("below if no place is certain", "{'if':{'required':['k']},'then':{'properties':{'a':{'type':'array'}}}}", ALL, all,
                        "{'k':1,'a':'[]'}", "{'k':1,'a':'[]'}", ""),
                arguments("null that if and then refuse", "{'properties':{'a':{'if':{'type':'null'},'then':false}}}", ALL, all, "{'a':null}", "{}",
                        "/a: NullAsOmitted"),
                arguments("null that not refuses", "{'properties':{'a':{'not':{'enum':[null,1]}}}}", ALL, all, "{'a':null}", "{}",
                        "/a: NullAsOmitted"),
                arguments("null that both branches of oneOf take", "{'properties':{'a':{'oneOf':[{'type':['integer','null']},{'type':'null'}]}}}",
                        ALL, all, "{'a':null}", "{}", "/a: NullAsOmitted"),
                arguments("null behind a dynamic reference may be meant", dynamic, ALL, all, "{'a':null}", "{'a':null}", ""),
                arguments("null behind a bundled metaschema may be meant",
                        "{'properties':{'a':{'$ref':'https://json-schema.org/draft/2020-12/meta/meta-data#/properties/default'}}}", ALL, all,
                        "{'a':null}", "{'a':null}", ""),
                arguments("depth 1 has no room for {} within", o, ALL, all.with("depth", 1), "{'o':'{}'}", "{'o':'{}'}", ""),
                arguments("depth 2 has", o, ALL, all.with("depth", 2), "{'o':'{}'}", "{'o':{}}", "/o: EncodedContainers"),
                arguments("an added null counts its bytes", bytes, ALL, all.with("bytes", 11), "{}", "{'n':null}", "/n: OmittedAsNull"),
                arguments("names that come after each other by UTF-8 and not by UTF-16",
                        "{'additionalProperties':{'type':'array'}}", ALL, all, "{'\ud83d\ude00':'[]','\uff61':'[]'}",
                        "{'\ud83d\ude00':[],'\uff61':[]}", "/\uff61: EncodedContainers, /\ud83d\ude00: EncodedContainers"));
    }

    private static String json(String text) {
        return text.replace('\'', '"').replace('~', '\\');
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void readsAndRepairs(String why, String schema, Set<Repair> asked, Limits limits, String text, String want, String applied) throws Exception {
        Repairer.Repaired repaired = read(new Repairer(schema(json(schema)), asked, Set.of()), json(text), limits);
        assertEquals(json(want), JsonText.sent(repaired.value()), why);
        assertEquals(applied, shown(repaired.applied()), why);
    }

    @Test
    void hiddenParametersAreLeftAloneAtTheRootOnly() throws Exception {
        CompiledSchema schema = schema(json("{'properties':{'h':{'type':['object','null'],'properties':{'h':{'type':'array'}}},'p':{'properties':"
                + "{'h':{'type':'array'}}}},'required':['h']}"));
        Repairer repairer = new Repairer(schema, ALL, Set.of("h"));
        assertEquals("/p/h: EncodedContainers", shown(read(repairer, json("{'h':'{}','p':{'h':'[]'}}"), Limits.DEFAULT).applied()));
        assertEquals("", shown(read(repairer, "{}", Limits.DEFAULT).applied()));
    }

    @Test
    void onlyTheEmptyOfAllTextsThatDoNotReadIsMended() throws Exception {
        Repairer repairer = new Repairer(schema("{}"), ALL, Set.of());
        assertEquals("(root): EmptyArguments", shown(read(repairer, "", Limits.DEFAULT).applied()));
        for (String text : List.of(" ", "{\"a\":1,}", "{\"a\":\"{}\"")) {
            assertThrows(ParseFault.class, () -> read(repairer, text, Limits.DEFAULT), text);
        }
        assertThrows(ParseFault.class, () -> read(new Repairer(schema("{}"), Set.of(Repair.ENCODED_CONTAINERS), Set.of()), "", Limits.DEFAULT));
    }

    @Test
    void shortTextsDoNotBecomeLongOnesNorCostMoreThanACallMay() throws Exception {
        String properties = IntStream.range(0, 200).mapToObj(i -> "'p" + i + "':{'type':['integer','null']}").collect(Collectors.joining(","));
        String required = IntStream.range(0, 200).mapToObj(i -> "'p" + i + "'").collect(Collectors.joining(","));
        String schema = "{'properties':{'l':{'items':{'properties':{" + properties + "},'required':[" + required + "]}}}}";
        Repairer repairer = new Repairer(schema(json(schema)), ALL, Set.of());
        String text = json("{'l':[{}" + ",{}".repeat(999) + "]}");
        assertEquals(5_000 - 1_002, read(repairer, text, Limits.DEFAULT.with("values", 5_000)).applied().size());
        assertTrue(read(repairer, text, Limits.DEFAULT.with("applications", 300)).applied().size() <= 300);
        Limits few = Limits.DEFAULT.with("applications", 1_024);
        assertEquals(List.of(), repairer.read(text.getBytes(StandardCharsets.UTF_8), few, () -> true).applied(), "nobody waits");
    }

    @ParameterizedTest(name = "[{0}]")
    @CsvSource({"-_8,+/8=", "-_8=,+/8=", "AQI,AQI=", "AQI=,", "+/8=,", "AQJ,", "-/8=,", "AQ=,", "A,", "'AQI=\n',", "'',", "hello world,",
        "=,", "====,"})
    void base64HasOneSpelling(String text, String standard) {
        assertEquals(standard, Lexical.base64Standard(text).orElse(null));
    }

    @Test
    void namesAreTheContracts() {
        for (Repair repair : Repair.values()) {
            assertEquals(repair, Repair.named(repair.toString()).orElseThrow());
        }
        assertTrue(Repair.named("encodedcontainers").isEmpty());
        assertEquals(Set.of(Repair.STRING_SCALARS, Repair.BASE64_SPELLING), EnumSet.complementOf(EnumSet.copyOf(Repair.MODEL)));
    }

    /** What an author of a planner writes. */
    public static final class Search {
        public String find(Map<String, Long> filter, byte[] image, @Inject(source = "session") String tenant) {
            return filter.get("year") + " " + image.length + " " + tenant;
        }
    }

    @Test
    void callsAreRepairedBeforeInjectionAndSayWhatWasDone() throws Exception {
        var method = Search.class.getMethod("find", Map.class, byte[].class, String.class);
        FunctionSchema find = FunctionSchema.of(Functions.of("find", new Search(), method),
                new Declaration.Options(null, Map.of(), Map.of("session", (context, key) -> "acme"), false, Limits.DEFAULT, ALL));
        byte[] text = json("{'filter':'{~'year~':~'2024~'}','image':'-_8','tenant':null}").getBytes(StandardCharsets.UTF_8);
        byte[] sent = text.clone();
        var call = find.bind(new CallContext(), text);
        assertEquals("/filter: EncodedContainers, /filter/year: StringScalars, /image: Base64Spelling", shown(call.repairs()));
        assertEquals(json("{'filter':{'year':2024},'image':'+/8='}"), call.arguments());
        assertEquals("2024 2 acme", Reply.of(call.run(new CallContext())).text());
        assertEquals(new String(sent, StandardCharsets.UTF_8), new String(text, StandardCharsets.UTF_8), "the caller's bytes are not changed");
        Failure failure = assertThrows(Failure.class, () -> find.bind(new CallContext(), json("{'filter':'[]','image':''}").getBytes()));
        assertEquals(List.of("/filter type"), failure.violations().stream().map(v -> v.pointer() + " " + v.keyword()).toList());
    }
}
