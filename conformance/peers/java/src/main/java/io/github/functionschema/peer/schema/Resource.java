package io.github.functionschema.peer.schema;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.Map;

/** A schema resource (core 4.3.5): the document, or a schema in it that has an $id. */
final class Resource {
    static final URI BASE = URI.create("fscheck:///schema");

    final URI address;
    final String pointer;
    String dialect;
    final Map<String, Place> anchors = new HashMap<>();

    Resource(URI address, String pointer, String dialect) {
        this.address = address;
        this.pointer = pointer;
        this.dialect = dialect;
    }

    /** Resolves a URI reference without fragment, or returns null if it is none. */
    URI resolve(String reference) {
        try {
            URI uri = new URI(lenient(reference));
            return address.isOpaque() ? uri : address.resolve(uri).normalize();
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** Characters that no URI has are escaped, as other languages' parsers do; malformed escapes stay and are refused. */
    private static String lenient(String reference) {
        StringBuilder b = new StringBuilder();
        reference.codePoints().forEach(c -> {
            if (c < 0x80 && " \"<>\\^`{|}".indexOf(c) >= 0) {
                b.append(String.format("%%%02X", c));
            } else {
                b.appendCodePoint(c);
            }
        });
        return b.toString();
    }
}
