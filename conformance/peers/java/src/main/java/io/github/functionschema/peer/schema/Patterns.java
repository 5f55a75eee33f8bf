package io.github.functionschema.peer.schema;

import io.github.functionschema.peer.json.Pointer;
import io.github.functionschema.peer.pattern.EcmaPattern;
import io.github.functionschema.peer.pattern.PatternFault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The regular expressions of one schema, each compiled once: of the portable subset in a declared schema, of ECMA-262 in a foreign one. */
final class Patterns {
    private final boolean portable;
    private final Map<String, EcmaPattern> compiled = new HashMap<>();
    private final Map<String, String> refused = new HashMap<>();

    Patterns(boolean portable) {
        this.portable = portable;
    }

    /** Returns a pattern, or null if it is refused. */
    EcmaPattern get(String text) {
        if (!compiled.containsKey(text) && !refused.containsKey(text)) {
            try {
                compiled.put(text, portable ? EcmaPattern.compilePortable(text) : EcmaPattern.compile(text));
            } catch (PatternFault e) {
                refused.put(text, e.getMessage());
            }
        }
        return compiled.get(text);
    }

    /** The faults of the patterns of one schema object. */
    List<Violation> faults(String pointer, JsonNode schema) {
        List<Violation> faults = new ArrayList<>();
        String pattern = Keywords.text(schema, "pattern");
        if (pattern != null && get(pattern) == null) {
            faults.add(Violation.of(pointer + "/pattern", "pattern", refused.get(pattern)));
        }
        JsonNode map = schema.get("patternProperties");
        if (map != null && map.isObject()) {
            for (String name : map.propertyNames()) {
                if (get(name) == null) {
                    faults.add(Violation.of(Pointer.join(pointer + "/patternProperties", name), "patternProperties", refused.get(name)));
                }
            }
        }
        return faults;
    }
}
