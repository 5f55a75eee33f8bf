package io.github.functionschema.peer.call;

import io.github.functionschema.peer.binding.Mismatches;
import io.github.functionschema.peer.binding.SchemaWriter;
import io.github.functionschema.peer.binding.Shape;
import io.github.functionschema.peer.json.ParseFault;
import io.github.functionschema.peer.json.Pointer;
import io.github.functionschema.peer.json.StrictReader;
import io.github.functionschema.peer.repair.Repairer;
import io.github.functionschema.peer.schema.CompiledSchema;
import io.github.functionschema.peer.schema.SchemaFaults;
import io.github.functionschema.peer.schema.View;
import io.github.functionschema.peer.schema.Violation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Checks a declaration and compiles it. Everything that is wrong with types, texts and sources is reported together. */
final class Build {
    private final Declaration declaration;
    private final Declaration.Options options;
    private final List<Violation> faults;
    private final SchemaWriter writer = new SchemaWriter();
    private List<Shape.Field> fields;

    Build(Declaration declaration, Declaration.Options options) {
        this.declaration = declaration;
        this.options = options;
        this.faults = new ArrayList<>(declaration.faults());
    }

    FunctionSchema build() throws Failure {
        fields = withReferences();
        CompiledSchema rule = null;
        SchemaWriter results = new SchemaWriter();
        if (declaration.result() != null) {
            JsonNode text = results.result(declaration.result());
            faults.addAll(results.faults());
            rule = compile(text, CompiledSchema.Options.declared(results.asserted(), true));
        }
        CompiledSchema schema = options.schema() == null ? declared() : foreign();
        checkSources();
        throwIfAny();
        if (options.schema() != null && declaration.parameters() != null) {
            faults.addAll(Mismatches.of(fields, schema.text(), schema.targets()));
        }
        List<Shape.Field> injected = injected(schema);
        JsonNode metadata = null;
        try {
            metadata = View.of(schema, injected.stream().filter(f -> !f.isOpaque()).map(Shape.Field::name).toList(), writer.notes());
        } catch (SchemaFaults e) {
            faults.addAll(e.violations());
        }
        throwIfAny();
        boolean binary = results.notes().values().stream().anyMatch(note -> note.startsWith("Base64"));
        Declaration complete = new Declaration(declaration.name(), declaration.description(), declaration.parameters() == null ? null : fields,
                declaration.types(), declaration.result(), List.of(), declaration.body());
        Injector injector = new Injector(injected, options.sources());
        Set<String> notTheModels = Set.copyOf(injected.stream().map(Shape.Field::name).toList());
        Repairer repairer = new Repairer(schema, options.repairs(), notTheModels);
        return new FunctionSchema(complete, options.limits(), schema, metadata, rule, injector, repairer, binary);
    }

    /** The parameters, with the references that the host gives. */
    private List<Shape.Field> withReferences() {
        if (declaration.parameters() == null) {
            return List.of();
        }
        List<Shape.Field> list = new ArrayList<>();
        for (Shape.Field field : declaration.parameters()) {
            Shape.Injection reference = options.injected().get(field.name());
            list.add(reference == null ? field : field.injectedBy(reference));
            if (reference != null && field.byDefault() != null && options.schema() == null) {
                fault(Pointer.join("/properties", field.name()), "inject", "an injected parameter has no default: remove one of the two");
            }
        }
        for (String name : options.injected().keySet()) {
            if (list.stream().noneMatch(f -> f.name().equals(name))) {
                fault("", "inject", "there is no parameter " + name + " to inject");
            }
        }
        return list;
    }

    private void fault(String pointer, String keyword, String message) {
        faults.add(Violation.of(pointer, keyword, message));
    }

    private void throwIfAny() throws Failure {
        if (!faults.isEmpty()) {
            throw failure();
        }
    }

    private Failure failure() {
        List<Violation> distinct = Violation.distinct(faults);
        int reported = Math.min(distinct.size(), options.limits().violations());
        return Failure.of(Code.INVALID_SCHEMA, declaration.name(), distinct.subList(0, reported), distinct.size() - reported);
    }

    private CompiledSchema declared() {
        JsonNode text = writer.parameters(fields);
        faults.addAll(writer.faults());
        return compile(text, CompiledSchema.Options.declared(writer.asserted(), false));
    }

    private CompiledSchema foreign() {
        try {
            return compile(StrictReader.read(options.schema(), options.limits()), CompiledSchema.Options.foreign(options.formats()));
        } catch (ParseFault e) {
            faults.add(Reading.violation(e));
            return null;
        }
    }

    private CompiledSchema compile(JsonNode text, CompiledSchema.Options how) {
        try {
            return CompiledSchema.compile(text, how);
        } catch (SchemaFaults e) {
            faults.addAll(e.violations());
            return null;
        }
    }

    /** The injected parameters in the order in which sources are asked: of a map, that of the schema. */
    private List<Shape.Field> injected(CompiledSchema schema) {
        List<Shape.Field> injected = new ArrayList<>(fields.stream().filter(f -> f.injected() != null).toList());
        List<String> names = schema.names();
        if (declaration.parameters() == null) {
            for (Map.Entry<String, Shape.Injection> entry : options.injected().entrySet()) {
                Shape shape = entry.getValue().opaque() ? new Shape.Opaque(Object.class) : new Shape.Any();
                injected.add(Shape.Field.of(entry.getKey(), shape).injectedBy(entry.getValue()));
            }
            injected.sort(Comparator.comparingInt(f -> names.indexOf(f.name())));
        }
        for (Shape.Field field : injected) {
            if (options.schema() != null && names.contains(field.name()) == field.isOpaque()) {
                faults.add(new Violation("", "inject", field.name(), null, field.isOpaque()
                        ? "the parameter " + field.name() + " is opaque and in no schema: take it out there"
                        : "the injected parameter " + field.name() + " is not a property of the schema: add it there, or do not inject it"));
            }
        }
        return injected;
    }

    private void checkSources() {
        Map<String, Shape.Injection> injected = new LinkedHashMap<>();
        fields.stream().filter(f -> f.injected() != null).forEach(f -> injected.put(f.name(), f.injected()));
        if (declaration.parameters() == null) {
            injected.putAll(options.injected());
        }
        injected.forEach((name, from) -> {
            if (options.sources() != null && !options.sources().containsKey(from.source())) {
                fault(Pointer.join("/properties", name), "inject", "there is no source " + from.source() + " for " + name);
            }
        });
    }
}
