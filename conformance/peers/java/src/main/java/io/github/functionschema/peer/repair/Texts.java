package io.github.functionschema.peer.repair;

import io.github.functionschema.peer.json.JsonText;
import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.json.ParseFault;
import io.github.functionschema.peer.json.StrictReader;
import io.github.functionschema.peer.schema.Kinds.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What a string holds that was sent in place of it. A text that does not read strictly holds nothing. */
final class Texts {
    private static final Set<Kind> CONTAINERS = EnumSet.of(Kind.OBJECT, Kind.ARRAY);
    private static final Set<Kind> SCALARS = EnumSet.of(Kind.BOOLEAN, Kind.INTEGER, Kind.FRACTION);

    private Texts() {}

    /** The object or array of a text, where only these, or null, can stand. */
    static Optional<JsonNode> container(String text, Set<Kind> kinds, Limits limits) {
        if (!only(kinds, CONTAINERS) || !opens(text, kinds)) {
            return Optional.empty();
        }
        return read(text, limits).filter(value -> kinds.contains(Kind.of(value)));
    }

    /** The number or boolean that a text is exactly, where only these, or null, can stand. */
    static Optional<JsonNode> scalar(String text, Set<Kind> kinds, Limits limits) {
        boolean begins = !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) >= '0' && text.charAt(0) <= '9');
        if (!only(kinds, SCALARS) || !begins && !text.equals("true") && !text.equals("false")) {
            return Optional.empty();
        }
        // White space around it would be JSON's, and none of the number's.
        return read(text, limits).filter(value -> kinds.contains(Kind.of(value)) && JsonText.sent(value).equals(text));
    }

    /** Reports whether some of these kinds can stand there, and no other but null. */
    private static boolean only(Set<Kind> kinds, Set<Kind> these) {
        return !Collections.disjoint(kinds, these) && kinds.stream().allMatch(kind -> kind == Kind.NULL || these.contains(kind));
    }

    /** A long text that does not begin as one of these kinds is not read. */
    private static boolean opens(String text, Set<Kind> kinds) {
        int at = 0;
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        char first = at == text.length() ? ' ' : text.charAt(at);
        return first == '{' && kinds.contains(Kind.OBJECT) || first == '[' && kinds.contains(Kind.ARRAY);
    }

    private static Optional<JsonNode> read(String text, Limits limits) {
        try {
            return Optional.of(StrictReader.read(text.getBytes(StandardCharsets.UTF_8), limits));
        } catch (ParseFault e) {
            return Optional.empty();
        }
    }
}
