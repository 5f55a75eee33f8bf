package io.github.functionschema.peer.schema;

import tools.jackson.databind.JsonNode;

/** The default of one place: what fills an omitted property. Values are shared by all calls and never changed. */
final class Definition {
    final JsonNode value;
    final Place owner;
    JsonNode completed;
    long bytes;

    Definition(JsonNode value, Place owner) {
        this.value = value;
        this.owner = owner;
    }
}
