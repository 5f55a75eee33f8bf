package io.github.functionschema.peer.repair;

import io.github.functionschema.peer.json.Lexical;
import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.json.Pointer;
import io.github.functionschema.peer.schema.Assertion;
import io.github.functionschema.peer.schema.Certain;
import io.github.functionschema.peer.schema.Kinds.Kind;
import io.github.functionschema.peer.schema.Place;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** One repair of arguments under way. What does not change is shared, and what was read is not changed. */
final class Walk {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int BETWEEN = 1_024;

    private final Repairer repairer;
    private final Limits limits;
    private final BooleanSupplier stop;
    private final JsonNode sent;
    private final List<String> path = new ArrayList<>();
    private final List<Applied> applied = new ArrayList<>();
    private int values;
    private int bytes;
    private int left;
    private int listed; // bytes of the pointers in applied, escapes aside

    Walk(Repairer repairer, Limits limits, BooleanSupplier stop, JsonNode sent, int bytes) {
        this.repairer = repairer;
        this.limits = limits;
        this.stop = stop;
        this.sent = sent;
        this.bytes = bytes;
        this.values = count(sent);
        this.left = limits.applications();
    }

    Repairer.Repaired repaired() {
        JsonNode value = value(Certain.whole(repairer.schema), root(sent));
        applied.sort(Applied.ORDER);
        return new Repairer.Repaired(value, List.copyOf(applied));
    }

    private static int count(JsonNode value) {
        int count = 1;
        for (JsonNode part : value) {
            count += count(part);
        }
        return count;
    }

    private boolean asks(Repair repair) {
        return repairer.asked.contains(repair);
    }

    /** Lists a repair, which is not made if the pointers of the list would be longer together than the text may be. */
    private boolean made(Repair repair) {
        long size = path.stream().mapToLong(token -> 1L + token.getBytes(StandardCharsets.UTF_8).length).sum();
        if (size > limits.bytes() - listed) {
            return false;
        }
        listed += (int) size;
        StringBuilder pointer = new StringBuilder();
        path.forEach(token -> pointer.append('/').append(Pointer.escape(token)));
        return applied.add(new Applied(pointer.toString(), repair));
    }

    private boolean madeAt(String member, Repair repair) {
        path.add(member);
        boolean made = made(repair);
        path.remove(path.size() - 1);
        return made;
    }

    /** Counts an application and reports whether there was one left. */
    private boolean spend() {
        if (left > 0 && left % BETWEEN == 0 && stop.getAsBoolean()) {
            left = 0;
        }
        return left > 0 && left-- > 0;
    }

    /** Arguments are an object, whatever the schema says. */
    private JsonNode root(JsonNode value) {
        boolean empty = value.isNull() || value.isString() && value.stringValue().isEmpty();
        boolean room = limits.depth() > 0 && limits.values() > 0 && limits.bytes() >= "{}".length();
        if (empty && room && asks(Repair.EMPTY_ARGUMENTS) && made(Repair.EMPTY_ARGUMENTS)) {
            return NODES.objectNode();
        }
        return value.isString() ? decoded(value.stringValue(), EnumSet.of(Kind.OBJECT)).orElse(value) : value;
    }

    /** Repairs what stands where these schemas certainly apply, and within it. */
    private JsonNode value(List<Place> at, JsonNode value) {
        if (at.isEmpty()) {
            return value;
        }
        JsonNode mended = value.isString() ? string(at, value) : value;
        if (!mended.isContainer()) {
            return mended;
        }
        Certain certain = Certain.of(at, mended, this::spend);
        return mended.isArray() ? items(certain, mended) : members(certain, mended);
    }

    private JsonNode inside(String token, List<Place> at, JsonNode value) {
        path.add(token);
        JsonNode mended = value(at, value);
        path.remove(path.size() - 1);
        return mended;
    }

    private JsonNode string(List<Place> at, JsonNode value) {
        String text = value.stringValue();
        Set<Kind> kinds = repairer.kinds.at(at);
        if (kinds.contains(Kind.STRING)) {
            return asks(Repair.BASE64_SPELLING) ? spelling(at, value) : value;
        }
        Optional<JsonNode> read = decoded(text, kinds);
        if (read.isEmpty() && asks(Repair.STRING_SCALARS)) {
            read = Texts.scalar(text, kinds, limits).filter(scalar -> made(Repair.STRING_SCALARS));
        }
        boolean isNull = read.isEmpty() && asks(Repair.NULL_TEXT) && text.equals("null") && kinds.contains(Kind.NULL);
        return isNull && repairer.kinds.admitNull(at) && made(Repair.NULL_TEXT) ? NullNode.getInstance() : read.orElse(value);
    }

    private Optional<JsonNode> decoded(String text, Set<Kind> kinds) {
        if (!asks(Repair.ENCODED_CONTAINERS)) {
            return Optional.empty();
        }
        Limits rest = limits.with("depth", Math.max(0, limits.depth() - path.size()))
                .with("values", Math.max(0, limits.values() - values + 1)); // it comes in place of the string
        Optional<JsonNode> decoded = Texts.container(text, kinds, rest).filter(container -> made(Repair.ENCODED_CONTAINERS));
        decoded.ifPresent(container -> values += count(container) - 1);
        return decoded;
    }

    private JsonNode spelling(List<Place> at, JsonNode value) {
        if (!Certain.of(at, value, this::spend).asserts(Assertion.BASE64)) {
            return value;
        }
        Optional<String> standard = Lexical.base64Standard(value.stringValue());
        int longer = standard.map(String::length).orElse(0) - value.stringValue().length(); // by the padding
        if (standard.isEmpty() || longer > limits.bytes() - bytes || !made(Repair.BASE64_SPELLING)) {
            return value;
        }
        bytes += longer;
        return NODES.stringNode(standard.get());
    }

    private JsonNode items(Certain certain, JsonNode value) {
        ArrayNode items = NODES.arrayNode(value.size());
        boolean changed = false;
        for (int i = 0; i < value.size(); i++) {
            JsonNode item = value.get(i);
            JsonNode mended = item.isContainer() || item.isString() ? inside(String.valueOf(i), certain.item(i), item) : item;
            changed |= mended != item;
            items.add(mended);
        }
        return changed ? items : value;
    }

    /** Repairs the members, leaves out those that stand for an omitted one, and adds those that stand for null. */
    private JsonNode members(Certain certain, JsonNode value) {
        Map<String, JsonNode> members = new LinkedHashMap<>();
        int before = applied.size();
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            String name = entry.getKey();
            JsonNode member = entry.getValue();
            if (isHidden(name) || member.isNumber() || member.isBoolean()) {
                members.put(name, member);
                continue;
            }
            List<Place> at = certain.member(name);
            if (omits(certain, at, name, member).filter(repair -> madeAt(name, repair)).isEmpty()) {
                members.put(name, inside(name, at, member));
            }
        }
        if (asks(Repair.OMITTED_AS_NULL)) {
            for (String name : certain.required()) {
                if (!value.has(name) && !isHidden(name) && standsForNull(certain, name)) {
                    members.put(name, NullNode.getInstance());
                }
            }
        }
        if (applied.size() == before) {
            return value;
        }
        ObjectNode object = NODES.objectNode();
        members.forEach(object::set);
        return object;
    }

    private boolean isHidden(String name) {
        return path.isEmpty() && repairer.hidden.contains(name);
    }

    /** The repair by which a member is left out. */
    private Optional<Repair> omits(Certain certain, List<Place> at, String name, JsonNode member) {
        boolean empty = member.isString() && member.stringValue().isEmpty();
        Repair repair = empty ? Repair.EMPTY_AS_OMITTED : Repair.NULL_AS_OMITTED;
        if (!member.isNull() && !empty || !asks(repair) || !certain.declares(name) || certain.required().contains(name)) {
            return Optional.empty();
        }
        if (left == 0) { // not all that requires the member is known
            return Optional.empty();
        }
        boolean refused = empty ? !repairer.kinds.at(at).contains(Kind.STRING) : repairer.kinds.refuseNull(at);
        return refused ? Optional.of(repair) : Optional.empty();
    }

    /** Reports whether a missing member can only mean null: its property says that it is required, and says so of null too. */
    private boolean standsForNull(Certain certain, String name) {
        List<Place> at = certain.member(name);
        Set<Kind> kinds = repairer.kinds.at(at);
        if (!spend() || !certain.declares(name) || !kinds.contains(Kind.NULL) || kinds.equals(Kind.ANY) || !repairer.kinds.admitNull(at)) {
            return false;
        }
        int size = ",\"\":null".length() + name.getBytes(StandardCharsets.UTF_8).length;
        if (values >= limits.values() || size > limits.bytes() - bytes || !madeAt(name, Repair.OMITTED_AS_NULL)) {
            return false;
        }
        values++;
        bytes += size;
        return true;
    }
}
