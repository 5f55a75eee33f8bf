package io.github.functionschema.peer.schema;

import io.github.functionschema.peer.json.Pointer;
import io.github.functionschema.peer.pattern.EcmaPattern;
import io.github.functionschema.peer.pattern.PatternFault;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Finds hidden names where a schema judges the arguments and nothing can be taken out. */
final class NameScan {
    private final Places places;
    private final List<String> hidden;
    private final List<Violation> faults;
    private final Set<String> seen = new HashSet<>();

    NameScan(Places places, List<String> hidden, List<Violation> faults) {
        this.places = places;
        this.hidden = hidden;
        this.faults = faults;
    }

    private void named(String pointer, String name, String where) {
        faults.add(Violation.of(pointer, "inject", "the injected parameter " + name + " is named in " + where
                + ", where it cannot be hidden from the model: name it only in properties, required and dependentRequired, or do not inject it"));
    }

    void schema(JsonNode schema, String pointer, String where) {
        if (!schema.isObject() || !seen.add(pointer)) {
            return;
        }
        for (Map.Entry<String, JsonNode> member : schema.properties()) {
            String at = Pointer.join(pointer, member.getKey());
            JsonNode value = member.getValue();
            switch (member.getKey()) {
                case "properties" -> names(value, at, where);
                case "required" -> items(value, at, where);
                case "dependentRequired", "dependentSchemas", "dependencies" -> {
                    names(value, at, where);
                    value.properties().forEach(entry -> {
                        items(entry.getValue(), Pointer.join(at, entry.getKey()), where);
                        schema(entry.getValue(), Pointer.join(at, entry.getKey()), where);
                    });
                }
                case "allOf" -> each(value, at, where);
                default -> keyword(member.getKey(), value, pointer, at);
            }
        }
    }

    private void each(JsonNode list, String pointer, String where) {
        for (int i = 0; i < list.size(); i++) {
            schema(list.get(i), pointer + "/" + i, where);
        }
    }

    /** The keywords that are judged alike in a schema of the arguments and elsewhere. */
    void keyword(String keyword, JsonNode value, String pointer, String at) {
        switch (keyword) {
            case "anyOf", "oneOf" -> each(value, at, keyword);
            case "not", "if", "then", "else" -> schema(value, at, keyword);
            case "$ref", "$dynamicRef" -> {
                Place place = places.byPointer.get(pointer);
                Place target = place == null ? null : keyword.equals("$ref") ? place.ref : place.dynamicRef;
                if (target != null) {
                    schema(target.text, target.pointer, "what " + keyword + " leads to");
                }
            }
            case "patternProperties" -> value.propertyNames().forEach(pattern -> hidden.stream().filter(name -> matches(pattern, name))
                    .forEach(name -> named(Pointer.join(at, pattern), name, "patternProperties (the pattern matches it)")));
            case "propertyNames" -> strings(value, at);
            case "default", "const", "example" -> names(value, at, keyword);
            case "enum", "examples" -> {
                for (int i = 0; i < value.size(); i++) {
                    names(value.get(i), at + "/" + i, keyword);
                }
            }
            default -> { }
        }
    }

    private static boolean matches(String pattern, String name) {
        try {
            return EcmaPattern.compile(pattern).matches(name);
        } catch (PatternFault e) {
            return false; // it has been reported
        }
    }

    private void names(JsonNode object, String pointer, String where) {
        if (object.isObject()) {
            object.propertyNames().stream().filter(hidden::contains).forEach(name -> named(Pointer.join(pointer, name), name, where));
        }
    }

    private void items(JsonNode list, String pointer, String where) {
        for (int i = 0; list.isArray() && i < list.size(); i++) {
            if (list.get(i).isString() && hidden.contains(list.get(i).stringValue())) {
                named(pointer + "/" + i, list.get(i).stringValue(), where);
            }
        }
    }

    /** Hidden names among the strings that a schema of names lists, and in a pattern that spells one out. */
    private void strings(JsonNode schema, String pointer) {
        if (!schema.isObject()) {
            return;
        }
        for (Map.Entry<String, JsonNode> member : schema.properties()) {
            String at = Pointer.join(pointer, member.getKey());
            JsonNode value = member.getValue();
            switch (member.getKey()) {
                case "const" -> {
                    if (value.isString() && hidden.contains(value.stringValue())) {
                        named(at, value.stringValue(), "propertyNames");
                    }
                }
                case "pattern" -> hidden.stream().filter(name -> spells(value.asString(""), name))
                        .forEach(name -> named(at, name, "propertyNames (the pattern spells it out)"));
                case "enum", "examples" -> items(value, at, "propertyNames");
                case "allOf", "anyOf", "oneOf" -> {
                    for (int i = 0; i < value.size(); i++) {
                        strings(value.get(i), at + "/" + i);
                    }
                }
                case "not", "if", "then", "else" -> strings(value, at);
                default -> { }
            }
        }
    }

    /** Reports whether a pattern has a name as a word of its own; one or two letters are more likely those of a class. */
    private static boolean spells(String pattern, String name) {
        if (name.length() < 3) {
            return false;
        }
        for (int at = pattern.indexOf(name); at >= 0; at = pattern.indexOf(name, at + 1)) {
            if (!isWord(pattern, at - 1) && !isWord(pattern, at + name.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWord(String text, int at) {
        if (at < 0 || at >= text.length()) {
            return false;
        }
        char c = text.charAt(at);
        return c == '_' || c >= 128 || Character.isLetterOrDigit(c);
    }
}
