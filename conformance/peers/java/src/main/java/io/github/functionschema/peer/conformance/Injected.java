package io.github.functionschema.peer.conformance;

import io.github.functionschema.peer.call.Source;
import io.github.functionschema.peer.json.StrictReader;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The injected values of one call, as its request gives them, and the keys that were asked for. */
final class Injected {
    private final JsonNode request;
    private final List<String> asked = new ArrayList<>();

    Injected(JsonNode request) {
        this.request = request;
    }

    List<String> asked() {
        return asked;
    }

    Object resolve(String key) throws Exception {
        asked.add(key);
        if (request.path("injectedFailing").has(key)) {
            throw new IllegalStateException(request.get("injectedFailing").get(key).stringValue());
        }
        if (request.path("injectedText").has(key)) {
            return StrictReader.read(request.get("injectedText").get(key).stringValue());
        }
        if (request.path("injectedOpaque").has(key)) {
            return new Models.Client(request.get("injectedOpaque").get(key).stringValue());
        }
        throw new Source.NotFound(key);
    }
}
