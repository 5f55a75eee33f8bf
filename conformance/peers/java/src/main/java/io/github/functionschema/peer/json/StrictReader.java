package io.github.functionschema.peer.json;

import io.github.functionschema.peer.json.ParseFault.Reason;
import io.github.functionschema.peer.json.Written.SentArray;
import io.github.functionschema.peer.json.Written.SentObject;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.NullNode;

/**
 * Reads JSON texts by rules 8 to 10 into Jackson's nodes: one value, strict UTF-8, distinct names, no half surrogates, within limits.
 *
 * <p>Jackson's own parser is not asked: it takes overlong UTF-8 and lone surrogates, keeps the last of two equal names unless told
 * otherwise, and its exceptions do not say which offence came first. Size is judged first, then the UTF-8 of the whole text, then the first
 * offence in reading order. Depth costs no stack: what is open is kept in a list.
 */
public final class StrictReader {
    private final Limits limits;
    private final Scanner in;
    private final ArrayDeque<Level> open = new ArrayDeque<>();
    private int values;

    private StrictReader(String text, Limits limits) {
        this.limits = limits;
        this.in = new Scanner(text, limits);
    }

    /** A container that is open. */
    private static final class Level {
        final SentObject object;
        final SentArray array;
        String name;

        Level(SentObject object, SentArray array) {
            this.object = object;
            this.array = array;
        }
    }

    public static JsonNode read(byte[] text, Limits limits) throws ParseFault {
        if (text.length > limits.bytes()) {
            throw new ParseFault(Reason.SIZE, "the text has " + text.length + " bytes: a text has at most " + limits.bytes());
        }
        String decoded;
        try {
            decoded = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT).decode(ByteBuffer.wrap(text)).toString();
        } catch (CharacterCodingException e) {
            throw new ParseFault(Reason.UTF8, "the text is not UTF-8: encode the whole of it as UTF-8");
        }
        return new StrictReader(decoded, limits).document();
    }

    public static JsonNode read(String text) throws ParseFault {
        return read(text.getBytes(StandardCharsets.UTF_8), Limits.DEFAULT);
    }

    private JsonNode document() throws ParseFault {
        in.space();
        if (in.atEnd()) {
            throw in.fault(Reason.SYNTAX, "no value: send one JSON value, such as {}");
        }
        while (true) {
            JsonNode value = begin();
            while (value != null && !open.isEmpty()) {
                value = add(value);
            }
            if (value != null) {
                in.space();
                if (!in.atEnd()) {
                    throw in.fault(Reason.TRAILING_DATA, "something follows the value: send exactly one JSON value");
                }
                return value;
            }
        }
    }

    /** Reads the value at hand, or the opening of a container: null then means that its first value comes next. */
    private JsonNode begin() throws ParseFault {
        char c = in.need("where a value must stand");
        if (c != '{' && c != '[' && c != '"' && c != 't' && c != 'f' && c != 'n' && c != '-' && (c < '0' || c > '9')) {
            throw in.fault(Reason.SYNTAX, "unexpected character where a value must stand");
        }
        if (values == limits.values()) {
            throw in.fault(Reason.VALUES, "one value too many: a text has at most " + limits.values() + ", objects and arrays included");
        }
        values++;
        return switch (c) {
            case '{', '[' -> enter(c);
            case '"' -> {
                int start = in.position();
                String text = in.string();
                yield new Written.SentString(text, in.source(), start, in.position());
            }
            case 't' -> in.word("true", BooleanNode.TRUE);
            case 'f' -> in.word("false", BooleanNode.FALSE);
            case 'n' -> in.word("null", NullNode.getInstance());
            default -> new ExactNumber(in.number());
        };
    }

    /** Opens the container at hand and returns it if it is empty. */
    private JsonNode enter(char opening) throws ParseFault {
        if (open.size() + 1 > limits.depth()) {
            throw in.fault(Reason.DEPTH, "objects and arrays may stand in one another " + limits.depth() + " deep");
        }
        int start = in.position();
        boolean object = opening == '{';
        open.push(object ? new Level(new SentObject(in.source(), start), null) : new Level(null, new SentArray(in.source(), start)));
        in.skip();
        in.space();
        if (in.is(object ? '}' : ']')) {
            return leave();
        }
        if (object) {
            name();
        }
        return null;
    }

    /** Gives a value to the innermost container and reads on to the next one; returns the container if it ends here. */
    private JsonNode add(JsonNode value) throws ParseFault {
        Level top = open.peek();
        boolean object = top.object != null;
        if (object) {
            top.object.set(top.name, value);
        } else {
            top.array.add(value);
        }
        in.space();
        char c = in.need(object ? "inside an object" : "inside an array");
        if (c == ',') {
            in.skip();
            in.space();
            if (object) {
                name();
            }
            return null;
        }
        if (c == (object ? '}' : ']')) {
            return leave();
        }
        throw in.fault(Reason.SYNTAX, object ? "a comma or the closing brace follows a member" : "a comma or the closing bracket follows an item");
    }

    private JsonNode leave() {
        in.skip();
        Level top = open.pop();
        if (top.object != null) {
            top.object.endsAt(in.position());
            return top.object;
        }
        top.array.endsAt(in.position());
        return top.array;
    }

    private void name() throws ParseFault {
        if (in.need("inside an object") != '"') {
            throw in.fault(Reason.SYNTAX, "unexpected character where a name must stand: a member is \"name\": value");
        }
        Level top = open.peek();
        String name = in.string();
        if (top.object.has(name)) {
            throw new ParseFault(Reason.DUPLICATE_KEY, "a name stands twice in one object: give each member once", pointer(), name);
        }
        top.name = name;
        in.space();
        if (in.need("behind a name") != ':') {
            throw in.fault(Reason.SYNTAX, "a colon follows a name");
        }
        in.skip();
        in.space();
    }

    /** The place of the innermost open container. */
    private String pointer() {
        List<Level> levels = new ArrayList<>(open);
        StringBuilder b = new StringBuilder();
        for (int i = levels.size() - 1; i > 0; i--) {
            Level level = levels.get(i);
            b.append('/').append(level.object != null ? Pointer.escape(level.name) : String.valueOf(level.array.size()));
        }
        return b.toString();
    }
}
