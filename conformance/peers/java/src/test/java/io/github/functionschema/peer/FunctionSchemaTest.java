package io.github.functionschema.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.functionschema.peer.binding.Constraint;
import io.github.functionschema.peer.binding.Default;
import io.github.functionschema.peer.binding.Description;
import io.github.functionschema.peer.binding.Inject;
import io.github.functionschema.peer.binding.Maybe;
import io.github.functionschema.peer.binding.Nullable;
import io.github.functionschema.peer.binding.Omittable;
import io.github.functionschema.peer.call.CallContext;
import io.github.functionschema.peer.call.Code;
import io.github.functionschema.peer.call.Declaration;
import io.github.functionschema.peer.call.Failure;
import io.github.functionschema.peer.call.FunctionSchema;
import io.github.functionschema.peer.call.Functions;
import io.github.functionschema.peer.call.Reply;
import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.schema.Violation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class FunctionSchemaTest {
    record Address(@Constraint(keyword = "minLength", is = "5") String zip, @Default("\"DE\"") String country) {}

    /** What an author of a planner writes. */
    public static final class Shop {
        @Description("Places an order.")
        public String order(CallContext context, @Constraint(keyword = "minimum", is = "1") long quantity,
                @JsonProperty("ship_to") @Nullable @Default("null") Address shipTo, Maybe<String> note, @Inject(source = "session") String tenant) {
            return quantity + " to " + (shipTo == null ? "nobody" : shipTo.zip() + " " + shipTo.country()) + " " + note + " for " + tenant;
        }

        public void sleep() throws InterruptedException {
            Thread.sleep(60_000);
        }

        public double nan() {
            return Double.NaN;
        }

        public void list(@Omittable List<String> words) {
            words.clear();
        }
    }

    private static FunctionSchema function(String name, Declaration.Options options) throws Failure {
        var method = Arrays.stream(Shop.class.getMethods()).filter(m -> m.getName().equals(name)).findFirst().orElseThrow();
        return FunctionSchema.of(Functions.of(name, new Shop(), method), options);
    }

    private static FunctionSchema order() throws Failure {
        return function("order",
                new Declaration.Options(null, Map.of(), Map.of("session", (context, key) -> "s3cret-" + key), false, Limits.DEFAULT, Set.of()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void derivesSchemaAndMetadata() throws Failure {
        assertEquals("{\"type\":\"object\",\"properties\":{"
                + "\"quantity\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":9223372036854775807},"
                + "\"ship_to\":{\"type\":[\"object\",\"null\"],\"properties\":{\"zip\":{\"type\":\"string\",\"minLength\":5},"
                + "\"country\":{\"type\":\"string\",\"default\":\"DE\"}},\"required\":[\"zip\"],\"additionalProperties\":false,\"default\":null},"
                + "\"note\":{\"type\":[\"string\",\"null\"]}},\"required\":[\"quantity\"],\"additionalProperties\":false}", order().metadataText());
        assertTrue(order().schemaText().contains("\"required\":[\"quantity\",\"tenant\"]"));
    }

    @Test
    void callsWithDefaultsAndInjectedValues() throws Failure {
        var call = order().bind(new CallContext(), bytes("{\"quantity\":1e3,\"ship_to\":{\"zip\":\"12345\"},\"tenant\":\"evil\"}"));
        assertEquals("{\"quantity\":1e3,\"ship_to\":{\"zip\":\"12345\",\"country\":\"DE\"}}", call.arguments());
        assertEquals("1000 to 12345 DE absent for s3cret-tenant", Reply.of(call.run(new CallContext())).text());
        assertEquals(Code.EXECUTION_ERROR, assertThrows(Failure.class, () -> call.run(new CallContext())).code(), "a call is made once");
    }

    @Test
    void reportsEveryViolation() {
        Failure failure = assertThrows(Failure.class, () -> order().bind(new CallContext(), bytes("{\"quantity\":0,\"ship_to\":{\"zip\":\"1\",\"x\":2}}")));
        assertEquals(Code.INVALID_ARGUMENT, failure.code());
        assertEquals(List.of("/quantity minimum", "/ship_to additionalProperties", "/ship_to/zip minLength"),
                failure.violations().stream().map((Violation v) -> v.pointer() + " " + v.keyword()).toList());
        assertFalse(failure.getMessage().contains("s3cret"));
    }

    @Test
    void aMissingSourceFailsTheCall() throws Failure {
        FunctionSchema without = function("order", Declaration.Options.none());
        Failure failure = assertThrows(Failure.class, () -> without.bind(new CallContext(), bytes("{\"quantity\":1,\"tenant\":\"evil\"}")));
        assertEquals(Code.INJECTION_ERROR, failure.code());
        assertFalse(failure.modelText().contains("tenant"));
    }

    @Test
    void whatJsonCannotWriteIsAnInvalidResult() throws Failure {
        var call = function("nan", Declaration.Options.none()).bind(new CallContext(), bytes("{}"));
        assertEquals(Code.INVALID_RESULT, assertThrows(Failure.class, () -> call.run(new CallContext())).code());
    }

    @Test
    void collectionsAreTheCallsOwn() throws Failure {
        FunctionSchema list = function("list", Declaration.Options.none());
        for (int i = 0; i < 2; i++) {
            list.bind(new CallContext(), bytes("{\"words\":[\"a\"]}")).run(new CallContext());
        }
    }

    @Test
    void anInterruptionIsCancelledAndTheThreadKnows() throws Exception {
        var call = function("sleep", Declaration.Options.none()).bind(new CallContext(), bytes("{}"));
        CountDownLatch started = new CountDownLatch(1);
        AtomicReference<Code> code = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            started.countDown();
            try {
                call.run(new CallContext());
            } catch (Failure e) {
                code.set(e.code());
            }
            flag.set(Thread.currentThread().isInterrupted());
        });
        thread.start();
        started.await();
        thread.interrupt();
        thread.join(10_000);
        assertEquals(Code.CANCELLED, code.get());
        assertEquals(true, flag.get(), "whoever runs the thread must see that it was interrupted");
    }

    @Test
    void anInterruptedThreadCallsNothing() throws Exception {
        FunctionSchema order = order();
        AtomicReference<Code> code = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            Thread.currentThread().interrupt();
            try {
                order.bind(new CallContext(), bytes("{\"quantity\":1}"));
            } catch (Failure e) {
                code.set(Thread.currentThread().isInterrupted() ? e.code() : null);
            }
        });
        thread.start();
        thread.join(10_000);
        assertEquals(Code.CANCELLED, code.get());
    }
}
