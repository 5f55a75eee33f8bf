package io.github.functionschema.peer.schema;

import io.github.functionschema.peer.json.Lexical;

/** A check of a declared schema that binding depends on, so that it is asserted there and nowhere else. */
public enum Assertion {
    DATE_TIME("format", "must be a date-time of RFC 3339 such as 2006-01-02T15:04:05Z"),
    BASE64("contentEncoding", "must be base64 (RFC 4648 standard alphabet, with padding)");

    private final String keyword;
    private final String message;

    Assertion(String keyword, String message) {
        this.keyword = keyword;
        this.message = message;
    }

    /** The keyword of its violations. */
    String keyword() {
        return keyword;
    }

    String message() {
        return message;
    }

    static Assertion of(String keyword) {
        return keyword.equals(BASE64.keyword) ? BASE64 : DATE_TIME;
    }

    boolean holds(String text) {
        return this == BASE64 ? Lexical.base64(text).isPresent() : Lexical.dateTime(text).isPresent();
    }
}
