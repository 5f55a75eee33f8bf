package io.github.functionschema.peer.schema;

import com.networknt.schema.SchemaRegistry;
import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.json.ParseFault;
import io.github.functionschema.peer.json.Pointer;
import io.github.functionschema.peer.json.StrictReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The metaschemas that networknt bundles: the only documents that a reference can name without being part of the schema. */
final class Metaschemas {
    private static final String HOST = "https://json-schema.org/";
    private static final Map<String, String> TEXTS = new LinkedHashMap<>();

    static {
        for (String name : "schema meta/core meta/applicator meta/unevaluated meta/validation meta/meta-data meta/format-annotation meta/content"
                .split(" ")) {
            add(HOST + "draft/2020-12/" + name, "draft/2020-12/" + name);
        }
        for (String name : "schema meta/core meta/applicator meta/validation meta/meta-data meta/format meta/content".split(" ")) {
            add(HOST + "draft/2019-09/" + name, "draft/2019-09/" + name);
        }
        add("http://json-schema.org/draft-07/schema", "draft-07/schema");
    }

    /** Judges the texts of schemas. */
    private static final class Holder {
        private static final Judge JUDGE = Judge.ofMetaschema();
    }

    private Metaschemas() {}

    /** The older ones are read as 2020-12, in which their recursive references are dynamic ones. */
    private static void add(String address, String resource) {
        try (InputStream in = SchemaRegistry.class.getClassLoader().getResourceAsStream(resource)) {
            String text = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            TEXTS.put(address, text.replaceAll("\"\\$recursiveRef\":\\s*\"#\"", "\"\\$dynamicRef\": \"#recursive\"")
                    .replaceAll("\"\\$recursiveAnchor\":\\s*true", "\"\\$dynamicAnchor\": \"recursive\"")
                    .replaceAll("\"\\$schema\":\\s*\"[^\"]*\",?", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, String> texts() {
        return TEXTS;
    }

    static Judge judge() {
        return Holder.JUDGE;
    }

    /** Reports whether a reference leads into one of them. */
    static boolean has(String address, String fragment) {
        String text = TEXTS.get(address);
        return text != null && fragment != null && (at(address, fragment) != null || text.contains("Anchor\": \"" + fragment + "\""));
    }

    /** What a reference leads to in one of them, or null; null for the name of an anchor too. */
    static JsonNode at(String address, String fragment) {
        try {
            JsonNode root = StrictReader.read(TEXTS.get(address).getBytes(java.nio.charset.StandardCharsets.UTF_8), Limits.DEFAULT);
            return fragment.isEmpty() ? root : fragment.startsWith("/") ? Pointer.at(root, fragment) : null;
        } catch (ParseFault e) {
            throw new IllegalStateException("a bundled metaschema is no JSON", e);
        }
    }
}
