package io.github.functionschema.peer.schema;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.DefaultDialectRegistry;
import com.networknt.schema.path.PathType;
import com.networknt.schema.serialization.NodeReader;
import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.json.ParseFault;
import io.github.functionschema.peer.json.ParseFault.Reason;
import io.github.functionschema.peer.json.StrictReader;
import io.github.functionschema.peer.pattern.EcmaPattern;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/**
 * Judges instances: networknt evaluates, {@link NormalForm} makes rule 12's violations of its errors. It is immutable and safe for concurrent
 * use.
 */
public final class Judge {
    /** The metaschemas are read as schemas are: networknt compares bounds by long where they are ints of Jackson. */
    private static final NodeReader EXACT = new NodeReader() {
        @Override
        public JsonNode readTree(String content, InputFormat format) {
            try {
                return StrictReader.read(content);
            } catch (ParseFault e) {
                throw new IllegalStateException("a bundled metaschema is no JSON", e);
            }
        }

        @Override
        public JsonNode readTree(InputStream content, InputFormat format) {
            try {
                return readTree(new String(content.readAllBytes(), StandardCharsets.UTF_8), format);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    private final Schema schema;
    private final JudgingCopy copy;
    private final boolean formats;

    Judge(Places places, Patterns patterns, Map<JsonNode, Assertion> asserted, boolean formats) {
        this.copy = new JudgingCopy(places, asserted);
        this.formats = formats;
        this.schema = registry(copy, patterns).getSchema(SchemaLocation.of(Resource.BASE.toString()), copy.root);
    }

    private Judge() {
        this.copy = null;
        this.formats = false;
        this.schema = registry(null, new Patterns(false)).getSchema(SchemaLocation.of(Dialects.DRAFT_2020_12));
    }

    static Judge ofMetaschema() {
        return new Judge();
    }

    /** No resource is fetched; the bundled metaschemas are given as texts. */
    private static SchemaRegistry registry(JudgingCopy copy, Patterns patterns) {
        var dialect = Vocabulary.dialect(copy);
        SchemaRegistryConfig config = SchemaRegistryConfig.builder().pathType(PathType.JSON_POINTER).preloadSchema(false)
                .regularExpressionFactory(text -> {
                    EcmaPattern pattern = patterns.get(text);
                    return pattern == null ? value -> true : pattern::matches; // of a metaschema's own patterns none is refused
                }).build();
        return SchemaRegistry.builder().nodeReader(EXACT).defaultDialectId(dialect.getId()).dialectRegistry(new DefaultDialectRegistry(dialect))
                .schemaRegistryConfig(config).schemaLoader(loader -> loader.resourceLoaders(r -> r.resources(Metaschemas.texts())).fetchRemoteResources(false))
                .build();
    }

    /**
     * What one judgement found.
     *
     * @param violations sorted, at most as many as are reported
     * @param more how many further ones there are
     * @param hidden whether any is at, below or names a hidden parameter
     */
    public record Report(List<Violation> violations, int more, boolean hidden) {
        public boolean isValid() {
            return violations.isEmpty();
        }
    }

    /**
     * How an instance is judged.
     *
     * @param limits of applications and of violations
     * @param hidden parameters that the framework fills in
     * @param refused names that no arguments may have
     * @param stop asked from time to time whether nobody waits any more; the report then means nothing
     */
    public record Terms(Limits limits, Set<String> hidden, Set<String> refused, BooleanSupplier stop) {
        public static Terms of(Limits limits) {
            return new Terms(limits, Set.of(), Set.of(), () -> false);
        }
    }

    public Report judge(JsonNode instance, Terms terms) {
        return judge(schema, instance, terms);
    }

    /** Judges by one schema within, which has a default. */
    Report judgeAt(Place place, JsonNode instance, Terms terms) {
        String pointer = copy.pointer(place);
        return judge(pointer.isEmpty() ? schema : schema.getSubSchema(SchemaLocation.Fragment.of(pointer)), instance, terms);
    }

    private Report judge(Schema by, JsonNode instance, Terms terms) {
        Metered context = new Metered(ExecutionConfig.builder().formatAssertionsEnabled(formats).build(), terms);
        try {
            by.validate(context, instance);
        } catch (Metered.Spent | EcmaPattern.TooCostly | StackOverflowError e) {
            return new Report(List.of(new Violation("", "parse", null, Reason.COST.toString(),
                    "checking this takes too many schema applications: send less, or nest less deeply")), 0, false);
        }
        List<Error> errors = context.getErrors();
        return new NormalForm(copy, terms).report(errors, instance);
    }
}
