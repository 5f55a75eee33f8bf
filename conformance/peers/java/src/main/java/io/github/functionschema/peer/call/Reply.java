package io.github.functionschema.peer.call;

import io.github.functionschema.peer.json.JsonText;
import tools.jackson.databind.JsonNode;

/**
 * What the model is given after a call.
 *
 * @param status success, failed or interrupted
 * @param text a string as it is, anything else as JSON; of a failure what the model may read
 */
public record Reply(String status, String text) {
    static final String SUCCESS = "success";

    public static Reply of(JsonNode result) {
        return new Reply(SUCCESS, result.isString() ? result.stringValue() : JsonText.sent(result));
    }

    public static Reply of(Failure failure) {
        return new Reply(failure.code() == Code.CANCELLED ? "interrupted" : "failed", failure.modelText());
    }
}
