package io.github.functionschema.peer.conformance;

import io.github.functionschema.peer.call.CallContext;
import io.github.functionschema.peer.call.VisibleException;
import io.github.functionschema.peer.conformance.Models.Blob;
import io.github.functionschema.peer.conformance.Models.Empties;
import io.github.functionschema.peer.conformance.Models.Receipt;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

/** The functions of the case file that return something or fail. */
final class Outcomes {
    private Outcomes() {}

    @Id("returns-text")
    static String text(CallContext context) {
        Recorder.receive(context);
        return "say \"hi\"\n";
    }

    @Id("returns-bytes")
    static byte[] bytes(CallContext context) {
        Recorder.receive(context);
        return new byte[] {(byte) 0xfb, (byte) 0xff};
    }

    @Id("returns-nested")
    static Blob nested(CallContext context) {
        Recorder.receive(context);
        return new Blob("n", new byte[] {1, 2}, List.of(new byte[] {0}, new byte[0]), Map.of("k", new byte[] {(byte) 0xff}));
    }

    @Id("returns-empties")
    static Empties empties(CallContext context) {
        Recorder.receive(context);
        return new Empties(null, null, null, null);
    }

    @Id("returns-number")
    static Receipt number(CallContext context) {
        Recorder.receive(context);
        return new Receipt(9007199254740993L, new BigDecimal("12.50"));
    }

    @Id("returns-nan")
    static double nan(CallContext context) {
        Recorder.receive(context);
        return Double.NaN;
    }

    @Id("returns-float")
    static double fraction(CallContext context) {
        Recorder.receive(context);
        return 0.1;
    }

    @Id("returns-nothing")
    static void nothing(CallContext context) {
        Recorder.receive(context);
    }

    @Id("fails")
    static void fails(CallContext context, String card) {
        Recorder.receive(context, card);
        throw new IllegalStateException("dial db-7.internal:5432: password s3cret-pg");
    }

    @Id("fails-visible")
    static void failsVisible(CallContext context, String card) {
        Recorder.receive(context, card);
        throw new IllegalStateException("charge via db-7.internal", new VisibleException("the card was declined"));
    }

    @Id("panics")
    static void panics(CallContext context, String card) {
        Recorder.receive(context, card);
        throw new AssertionError("index out of range [7]: s3cret-stack");
    }

    @Id("cancels")
    static String cancels(CallContext context) {
        Recorder.receive(context);
        context.cancel();
        return "late";
    }

    @Id("own-context-error")
    static void ownContextError(CallContext context) {
        Recorder.receive(context);
        throw new CancellationException("not the call's own");
    }
}
