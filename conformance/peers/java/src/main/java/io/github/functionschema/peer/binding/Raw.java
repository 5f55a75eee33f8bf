package io.github.functionschema.peer.binding;

/**
 * JSON as it was sent, to the byte.
 *
 * @param json the text
 */
public record Raw(String json) {}
