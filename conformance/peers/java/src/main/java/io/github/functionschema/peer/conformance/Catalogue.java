package io.github.functionschema.peer.conformance;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.functionschema.peer.binding.Constraint;
import io.github.functionschema.peer.binding.Default;
import io.github.functionschema.peer.binding.Description;
import io.github.functionschema.peer.binding.Exactly;
import io.github.functionschema.peer.binding.Inject;
import io.github.functionschema.peer.binding.Maybe;
import io.github.functionschema.peer.binding.Nullable;
import io.github.functionschema.peer.binding.Omittable;
import io.github.functionschema.peer.binding.Raw;
import io.github.functionschema.peer.binding.Unsigned;
import io.github.functionschema.peer.call.CallContext;
import io.github.functionschema.peer.conformance.Models.Address;
import io.github.functionschema.peer.conformance.Models.Blob;
import io.github.functionschema.peer.conformance.Models.Client;
import io.github.functionschema.peer.conformance.Models.Deep;
import io.github.functionschema.peer.conformance.Models.Hooked;
import io.github.functionschema.peer.conformance.Models.Node;
import io.github.functionschema.peer.conformance.Models.Panicky;
import io.github.functionschema.peer.conformance.Models.Shape;
import io.github.functionschema.peer.conformance.Models.Textual;
import io.github.functionschema.peer.conformance.Models.User;
import io.github.functionschema.peer.json.Moment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The functions of the case file that take something, as a Java programmer would write them. Schemas are derived from them, not from the file. */
final class Catalogue {
    private Catalogue() {}

    private static void echo(CallContext context, Object... received) {
        Recorder.receive(context, received);
    }

    @Id("order")
    @Description("Places an order.")
    static void order(CallContext context, @Description("How many.") @Constraint(keyword = "minimum", is = "1") long quantity,
            @JsonProperty("ship_to") @Nullable @Default("null") Address shipTo, @Omittable String note,
            @Constraint(keyword = "minLength", is = "3") @Inject(source = "ctx") String tenant) {
        echo(context, quantity, shipTo, note, tenant);
    }

    @Id("scalars")
    static void scalars(CallContext context, @Omittable byte i8, @Omittable short i16, @Omittable int i32, @Omittable long i64, @Omittable long i,
            @Omittable @Unsigned(8) short u8, @Omittable @Unsigned(16) int u16, @Omittable @Unsigned(32) long u32,
            @Omittable @Unsigned(64) BigInteger u64, @Omittable @Unsigned(64) BigInteger u, @Omittable float f32, @Omittable double f64,
            @Omittable boolean yes, @Omittable String text) {
        echo(context, i8, i16, i32, i64, i, u8, u16, u32, u64, u, f32, f64, yes, text);
    }

    @Id("special")
    static void special(CallContext context, @Omittable Moment when, @Omittable Moment until, @Omittable @Nullable BigInteger big,
            @Omittable BigDecimal num, @Omittable Object any, @Omittable Raw raw) {
        echo(context, when, until, big, num, any, raw);
    }

    @Id("wait")
    static void await(CallContext context, @JsonProperty("for") @Description("How long.") Duration time) {
        echo(context, time);
    }

    @Id("search")
    @Description("Searches.")
    static void search(CallContext context,
            @Description("Words to look for.") @Constraint(keyword = "minLength", is = "1") @Constraint(keyword = "maxLength", is = "64") String query,
            @Default("20") @Constraint(keyword = "minimum", is = "1") @Constraint(keyword = "maximum", is = "100") int limit,
            @Default("\"exact\"") @Constraint(keyword = "enum", is = "[\"fast\",\"exact\",\"any\"]") String mode,
            @Omittable @Constraint(keyword = "minItems", is = "1") @Constraint(keyword = "maxItems", is = "3")
            @Constraint(keyword = "uniqueItems", is = "true") List<@Constraint(keyword = "pattern", is = "\"^[a-z]+$\"") String> tags,
            @Default("true") boolean loose) {
        echo(context, query, limit, mode, tags, loose);
    }

    @Id("ping")
    static void ping(CallContext context) {
        echo(context);
    }

    @Id("sum")
    static void sum(CallContext context, String label, int... rest) {
        echo(context, label, rest);
    }

    @Id("move")
    static void move(CallContext context, Address from, Address to, @Omittable List<Address> via) {
        echo(context, from, to, via);
    }

    @Id("route")
    static void route(CallContext context, @Nullable List<String> plan, @Omittable @Exactly(2) List<@Exactly(2) List<Byte>> grid,
            @JsonProperty("by_name") @Omittable Map<String, Short> byName, @JsonProperty("by_number") @Omittable Map<Long, String> byNumber) {
        echo(context, plan, grid, byName, byNumber);
    }

    @Id("walk")
    static void walk(CallContext context, Node root) {
        echo(context, root);
    }

    @Id("node")
    static void node(CallContext context, int value, @Nullable @Omittable Node next, @Omittable List<Node> children) {
        echo(context, value, next, children);
    }

    @Id("draw")
    static void draw(CallContext context, Shape shape, @Omittable List<Shape> more) {
        echo(context, shape, more);
    }

    @Id("patch")
    static void patch(CallContext context, Maybe<String> name, Maybe<Long> count, @Nullable Boolean flag, Maybe<Address> nested) {
        echo(context, name, count, flag, nested);
    }

    @Id("deep")
    static void deep(CallContext context, @Default("{\"address\":{\"zip\":\"12345\"}}") Deep options,
            @Default("[{\"zip\":\"11111\"}]") List<Address> list) {
        echo(context, options, list);
    }

    @Id("upload")
    @Description("Stores a file.")
    static byte[] upload(CallContext context, @Description("The file.") byte[] file, @Nullable @Omittable byte[] thumb) {
        echo(context, file, thumb);
        return new byte[] {1, 2};
    }

    @Id("blobs")
    static void blobs(CallContext context, @Omittable List<byte[]> list, @Omittable Map<String, byte[]> map,
            @Omittable Map<String, List<byte[]>> nested, @Omittable Blob blob) {
        echo(context, list, map, nested, blob);
    }

    @Id("audit")
    static void audit(CallContext context, String action, @Inject(source = "ctx") User user,
            @Constraint(keyword = "minLength", is = "3") @Inject(source = "ctx") String tenant, @Inject(source = "ctx", key = "tenant") String owner,
            @Nullable @Inject(source = "config") Integer budget) {
        echo(context, action, user, tenant, owner, budget);
    }

    @Id("query")
    static void query(CallContext context, String sql, @Inject(source = "app", opaque = true) Client client) {
        echo(context, sql, client);
    }

    @Id("plain-key")
    static void plainKey(CallContext context, String key, String text) {
        echo(context, key, text);
    }

    @Id("hidden-key")
    static void hiddenKey(CallContext context, @Inject(source = "ctx") String key, String text) {
        echo(context, key, text);
    }

    @Id("hooks")
    static void hooks(CallContext context, @Omittable Textual color, @Omittable Hooked item, @Omittable Panicky bomb) {
        echo(context, color, item, bomb);
    }

    @Id("exact")
    static void exact(CallContext context, String command, @Default("[]") List<String> args) {
        echo(context, command, args);
    }
}
