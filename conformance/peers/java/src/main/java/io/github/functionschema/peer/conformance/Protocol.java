package io.github.functionschema.peer.conformance;

import io.github.functionschema.peer.call.Call;
import io.github.functionschema.peer.call.CallContext;
import io.github.functionschema.peer.call.Digest;
import io.github.functionschema.peer.call.Failure;
import io.github.functionschema.peer.call.Reply;
import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.schema.Violation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** The runner protocol fsc/1: one JSON object a line, ended by the byte 0x0A and nothing else. */
final class Protocol {
    private static final int LONGEST_LINE = 64 << 20;
    private static final List<String> CAPABILITIES = List.of("bigint", "bytes", "cancellation", "cost", "datetime", "draft-07", "duration",
            "dynamic-ref", "fixed-array", "float32", "formats", "hooks", "int64", "intmap", "json-number", "limits", "models", "opaque", "panics",
            "raw", "recursion", "repairs", "text-16mib", "uint64", "unions", "values-1m", "variadic");

    /** The envelope is plain JSON; what is payload stands in strings, the longest of a line's length. */
    private final JsonMapper envelope = JsonMapper.builder(JsonFactory.builder().streamReadConstraints(
            StreamReadConstraints.builder().maxStringLength(LONGEST_LINE).maxNestingDepth(1_000).build()).build()).build();
    private final Map<String, Subject> subjects = new HashMap<>();
    private final OutputStream out;
    private int handles;

    Protocol(OutputStream out) {
        this.out = out;
    }

    void serve(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 16];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            int from = 0;
            for (int i = 0; i < n; i++) {
                if (buffer[i] == '\n') {
                    line.write(buffer, from, i - from);
                    from = i + 1;
                    boolean goOn = answer(line.toByteArray());
                    line = new ByteArrayOutputStream();
                    if (!goOn) {
                        return;
                    }
                }
            }
            line.write(buffer, from, n - from);
        }
    }

    /** Answers one request and reports whether to go on. */
    private boolean answer(byte[] line) throws IOException {
        JsonNode request = envelope.readTree(line);
        ObjectNode answer = envelope.createObjectNode();
        answer.set("id", request.get("id"));
        String command = request.path("cmd").asString("");
        boolean goOn = !command.equals("bye");
        try {
            switch (command) {
                case "hello" -> goOn = hello(request, answer);
                case "construct" -> construct(request, answer.putObject("result"));
                case "call" -> call(request, answer.putObject("result"));
                case "digest" -> digest(request, answer.putObject("result"));
                case "release" -> {
                    subjects.remove(request.get("handle").stringValue());
                    answer.putObject("result").put("outcome", "ok");
                }
                case "bye" -> answer.putObject("result").put("outcome", "ok");
                default -> answer.putObject("error").put("code", "UNKNOWN_COMMAND");
            }
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            answer = envelope.createObjectNode();
            answer.set("id", request.get("id"));
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            answer.putObject("internal").put("message", String.valueOf(e)).put("trace", trace.toString());
        }
        out.write(envelope.writeValueAsBytes(answer));
        out.write('\n');
        out.flush();
        return goOn;
    }

    private boolean hello(JsonNode request, ObjectNode answer) {
        if (request.path("protocol").valueStream().noneMatch(version -> version.asInt(0) == 1)) {
            answer.putObject("error").put("code", "UNSUPPORTED_PROTOCOL");
            return false;
        }
        answer.put("protocol", 1);
        answer.putObject("implementation").put("name", "fscheck-java").put("version", "1.0.0").put("language", "Java")
                .put("languageVersion", System.getProperty("java.version"));
        ArrayNode capabilities = answer.putArray("capabilities");
        CAPABILITIES.forEach(capabilities::add);
        answer.putObject("limits").put("maxBytes", Limits.DEFAULT.bytes()).put("maxDepth", Limits.DEFAULT.depth())
                .put("maxNumberDigits", Limits.DEFAULT.digits());
        return true;
    }

    private void construct(JsonNode request, ObjectNode result) {
        try {
            Subject subject = Subject.of(request.get("subject"));
            String handle = String.valueOf(++handles);
            subjects.put(handle, subject);
            result.put("outcome", "ok").put("handle", handle).put("schemaText", subject.schema().schemaText())
                    .put("metadataText", subject.schema().metadataText());
            subject.schema().description().ifPresent(text -> result.put("metadataDescription", text));
        } catch (Failure e) {
            failure(e, result);
        }
    }

    private void call(JsonNode request, ObjectNode result) {
        Subject subject = subjects.get(request.get("handle").stringValue());
        if (subject == null) {
            throw new IllegalArgumentException("there is no subject " + request.get("handle"));
        }
        byte[] arguments = payload(request);
        Recorder recorder = new Recorder(subject.names());
        Injected injected = new Injected(request);
        String state = request.path("context").asString("");
        CallContext context = new CallContext(state.equals("deadline") ? Instant.now().minusSeconds(1) : null)
                .with(Recorder.class, recorder).with(Injected.class, injected);
        if (state.equals("cancelled")) {
            context.cancel();
        }
        Reply reply;
        try {
            Call call = subject.schema().bind(context, arguments);
            result.put("completedText", call.arguments());
            if (!call.repairs().isEmpty()) {
                ArrayNode applied = result.putArray("applied");
                call.repairs().forEach(a -> applied.addObject().put("pointer", a.pointer()).put("repair", a.repair().toString()));
            }
            reply = Reply.of(call.run(context));
            result.put("outcome", "ok");
        } catch (Failure e) {
            reply = Reply.of(e);
            failure(e, result);
        }
        if (recorder.bound() != null) {
            result.putRawValue("bound", new RawValue(recorder.bound()));
        }
        result.put("invocations", recorder.invocations()).put("responseStatus", reply.status()).put("responseText", reply.text());
        String after = new String(arguments, StandardCharsets.UTF_8);
        if (request.has("argumentsText")) {
            result.put("requestAfterText", after);
        } else {
            result.put("requestAfterBase64", Base64.getEncoder().encodeToString(arguments));
        }
        ArrayNode resolutions = result.putArray("resolutions");
        injected.asked().forEach(resolutions::add);
    }

    private void digest(JsonNode request, ObjectNode result) {
        try {
            result.put("digest", Digest.of(payload(request))).put("outcome", "ok");
        } catch (Failure e) {
            failure(e, result);
        }
    }

    private static byte[] payload(JsonNode request) {
        return request.has("argumentsText") ? request.get("argumentsText").stringValue().getBytes(StandardCharsets.UTF_8)
                : Base64.getDecoder().decode(request.get("argumentsBase64").stringValue());
    }

    private static void failure(Failure failure, ObjectNode result) {
        result.put("outcome", "error");
        ObjectNode error = result.putObject("error").put("code", failure.code().name());
        ArrayNode violations = error.putArray("violations");
        for (Violation v : failure.violations()) {
            ObjectNode one = violations.addObject().put("pointer", v.pointer());
            put(one, "keyword", v.keyword());
            put(one, "property", v.property());
            put(one, "reason", v.reason());
            put(one, "message", v.message());
        }
        if (failure.more() > 0) {
            error.put("more", failure.more());
        }
        error.put("text", failure.getMessage());
    }

    private static void put(ObjectNode object, String name, String value) {
        if (value != null) {
            object.put(name, value);
        }
    }
}
