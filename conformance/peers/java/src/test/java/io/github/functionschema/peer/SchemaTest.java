package io.github.functionschema.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.functionschema.peer.json.JsonText;
import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.json.ParseFault;
import io.github.functionschema.peer.json.StrictReader;
import io.github.functionschema.peer.schema.CompiledSchema;
import io.github.functionschema.peer.schema.Judge;
import io.github.functionschema.peer.schema.SchemaFaults;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What networknt answers otherwise than the contract, or would not answer at all. */
class SchemaTest {
    private static CompiledSchema compile(String schema) throws ParseFault, SchemaFaults {
        return CompiledSchema.compile(StrictReader.read(schema), CompiledSchema.Options.foreign(false));
    }

    private static String judge(String schema, String instance) throws ParseFault, SchemaFaults {
        return compile(schema).judge(StrictReader.read(instance), Judge.Terms.of(Limits.DEFAULT)).violations().stream()
                .map(v -> v.pointer() + " " + v.keyword() + (v.property() == null ? "" : " " + v.property())).collect(Collectors.joining("; "));
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"properties\":{\"v\":{\"uniqueItems\":true}}}|{\"v\":{\"a\":1,\"b\":1}}|``|members of objects are no items",
        "{\"properties\":{\"v\":{\"uniqueItems\":true}}}|{\"v\":[{\"a\":[1]},{\"a\":[1.0]}]}|/v uniqueItems|numbers by value at depth",
        "{\"properties\":{\"v\":{\"multipleOf\":1e-400}}}|{\"v\":1.5e-400}|/v multipleOf|a divisor beyond a double",
        "{\"properties\":{\"v\":{\"minContains\":2,\"maxContains\":1}}}|{\"v\":\"x\"}|``|counts of what is no array",
        "{\"properties\":{\"v\":{\"contains\":{\"const\":1}}}}|{\"v\":[2]}|/v contains|the keyword that the schema has",
        "{\"properties\":{\"v\":{\"contains\":true,\"minContains\":2}}}|{\"v\":[2]}|/v minContains|and the count where it has one",
        "{\"properties\":{\"v\":{\"minLength\":1e30}}}|{\"v\":\"x\"}|/v minLength|a count beyond an int",
        "{\"dependentRequired\":{\"a\":[\"b\",\"c\"]}}|{\"a\":1,\"b\":1}|` dependentRequired c`|the missing name",
        "{\"dependencies\":{\"a\":[\"b\"]}}|{\"a\":1}|` dependentRequired b`|the older spelling",
        "{\"properties\":{\"v\":{\"type\":\"string\",\"enum\":[\"a\"],\"minimum\":5,\"not\":{}}}}|{\"v\":1}|/v type|a type hides the rest",
        "{\"properties\":{\"v\":{\"anyOf\":[{\"minimum\":3},{\"type\":\"string\"}]}}}|{\"v\":1}|/v anyOf|branches are not reported",
        "{\"properties\":{\"v\":{\"anyOf\":[{\"minimum\":3},{\"type\":\"null\"}]}}}|{\"v\":1}|/v minimum|but for null and one other",
        "{\"properties\":{\"v\":{\"$ref\":\"#/$defs/a~1b%25\"}},\"$defs\":{\"a/b%\":{\"type\":\"integer\"}}}|{\"v\":\"x\"}|/v type|escapes in pointers",
        "{\"properties\":{\"v\":{\"$ref\":\"#/$defs/0/x+y\"}},\"$defs\":{\"0\":{\"x+y\":false}}}|{\"v\":1}|/v false|digits and a plus in pointers",
    })
    void answersAsTheContractDoes(String schema, String instance, String violations, String why) throws ParseFault, SchemaFaults {
        assertEquals(violations, judge(schema, instance), why);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"$defs\":{\"a\":{\"$ref\":\"#/$defs/none\"}}}|/$defs/a/$ref $ref|networknt sees it when it is reached",
        "{\"properties\":{\"v\":{\"type\":\"integr\"}}}|/properties/v/type anyOf|networknt takes any name",
        "{\"properties\":{\"v\":{\"pattern\":\"(?=a)\"}}}|/properties/v/pattern pattern|Java has look-ahead",
        "{\"properties\":{\"v\":{\"$ref\":\"file:///etc/passwd\"}}}|/properties/v/$ref $ref|nothing is loaded",
        "{\"properties\":{\"v\":{\"default\":1,\"type\":\"string\"}}}|/properties/v/default default|validators do not look at defaults",
    })
    void refuses(String schema, String violation, String why) {
        SchemaFaults faults = assertThrows(SchemaFaults.class, () -> compile(schema), why);
        assertEquals(violation, faults.violations().get(0).pointer() + " " + faults.violations().get(0).keyword());
    }

    @Test
    void laysDefaultsInAndKeepsWhatWasSent() throws ParseFault, SchemaFaults {
        CompiledSchema schema = compile("{\"default\":{},\"properties\":{\"a\":{\"default\":{}},\"n\":{\"default\":7}},\"additionalProperties\":{\"$ref\":\"#\"}}");
        var sent = StrictReader.read("{\"n\": 1.0,\"x\":{}}");
        assertEquals("{\"n\":1.0,\"x\":{\"a\":{},\"n\":7},\"a\":{}}", JsonText.sent(schema.complete(sent, 1_000).orElseThrow()));
        assertEquals("{\"n\": 1.0,\"x\":{}}", JsonText.sent(sent));
        assertTrue(schema.complete(sent, 1).isEmpty(), "defaults are bounded");
    }

    @Test
    void costIsBounded() throws ParseFault, SchemaFaults {
        String branch = "{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/n\"}}";
        String schema = "{\"$defs\":{\"n\":{\"anyOf\":[" + branch + "," + branch + "]}},\"properties\":{\"v\":{\"$ref\":\"#/$defs/n\"}}}";
        assertEquals(" parse", judge(schema, "{\"v\":" + "[".repeat(60) + "1" + "]".repeat(60) + "}"));
    }
}
