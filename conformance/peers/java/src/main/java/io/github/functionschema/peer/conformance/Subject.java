package io.github.functionschema.peer.conformance;

import io.github.functionschema.peer.binding.Shape;
import io.github.functionschema.peer.call.CallContext;
import io.github.functionschema.peer.call.Declaration;
import io.github.functionschema.peer.call.Failure;
import io.github.functionschema.peer.call.FunctionSchema;
import io.github.functionschema.peer.call.Functions;
import io.github.functionschema.peer.call.Source;
import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.repair.Repair;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A subject of the protocol: a function, a schema, or a function judged by a schema.
 *
 * @param schema the function, built
 * @param names of its parameters, null of one that takes a map
 */
record Subject(FunctionSchema schema, List<String> names) {
    private static final Map<String, Method> FUNCTIONS = new HashMap<>();

    static {
        for (Class<?> owner : List.of(Catalogue.class, Outcomes.class, Refused.class)) {
            for (Method method : owner.getDeclaredMethods()) {
                Id id = method.getAnnotation(Id.class);
                if (id != null) {
                    FUNCTIONS.put(id.value(), method);
                }
            }
        }
    }

    static Subject of(JsonNode subject) throws Failure {
        Declaration declaration = subject.has("function") ? function(subject.get("function").stringValue()) : plan(subject.get("bind"));
        List<String> names = declaration.parameters() == null ? null : declaration.parameters().stream().map(Shape.Field::name).toList();
        return new Subject(FunctionSchema.of(declaration, options(subject)), names);
    }

    private static Declaration function(String id) {
        Method method = FUNCTIONS.get(id);
        if (method == null) {
            throw new IllegalArgumentException("there is no function " + id);
        }
        return Functions.of(id, null, method);
    }

    /** A function of a record with these fields, every one of which may be left out, or of a map. */
    private static Declaration plan(JsonNode bind) {
        if (bind == null) {
            return new Declaration("subject", null, null, List.of(), null, List.of(), (context, parameters) -> {
                Recorder.receive(context, parameters.get(0));
                return null;
            });
        }
        List<Shape.Field> fields = new ArrayList<>();
        bind.properties().forEach(member -> fields.add(Shape.Field.of(member.getKey(), Plans.shape(member.getValue().stringValue()))));
        return new Declaration("subject", null, fields, Collections.nCopies(fields.size(), null), null, List.of(), (context, parameters) -> {
            for (int i = 0; i < fields.size(); i++) { // a record of Java would have the zeros of primitives
                if (parameters.get(i) == null) {
                    parameters.set(i, Zeros.of(fields.get(i).shape()));
                }
            }
            Recorder.receive(context, parameters.toArray());
            return null;
        });
    }

    private static Declaration.Options options(JsonNode subject) {
        byte[] schema = subject.has("schemaText") ? subject.get("schemaText").stringValue().getBytes(StandardCharsets.UTF_8)
                : subject.has("schemaBase64") ? Base64.getDecoder().decode(subject.get("schemaBase64").stringValue()) : null;
        Map<String, Shape.Injection> injected = new LinkedHashMap<>();
        subject.path("inject").properties().forEach(member -> {
            JsonNode reference = member.getValue();
            injected.put(member.getKey(), new Shape.Injection(reference.get("source").stringValue(),
                    reference.has("key") ? reference.get("key").stringValue() : member.getKey(), reference.path("opaque").asBoolean(false)));
        });
        Map<String, Source> sources = new HashMap<>();
        if (subject.has("sources")) {
            subject.get("sources").forEach(name -> sources.put(name.stringValue(), Subject::resolve));
        } else {
            List.of("ctx", "config", "app").forEach(name -> sources.put(name, Subject::resolve));
        }
        Limits limits = Limits.DEFAULT;
        for (Map.Entry<String, JsonNode> limit : subject.path("limits").properties()) {
            limits = limits.with(limit.getKey(), limit.getValue().intValue());
        }
        return new Declaration.Options(schema, injected, sources.isEmpty() ? null : sources, subject.path("formats").asBoolean(false), limits,
                repairs(subject));
    }

    private static Set<Repair> repairs(JsonNode subject) {
        Set<Repair> repairs = EnumSet.noneOf(Repair.class);
        for (JsonNode name : subject.path("repairs")) {
            repairs.add(Repair.named(name.stringValue())
                    .orElseThrow(() -> new IllegalArgumentException("there is no repair " + name.stringValue())));
        }
        return repairs;
    }

    private static Object resolve(CallContext context, String key) throws Exception {
        return context.find(Injected.class).orElseThrow(() -> new Source.NotFound(key)).resolve(key);
    }
}
