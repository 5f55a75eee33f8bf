package io.github.functionschema.peer.json;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** A node that was read and knows the text it was read from. It must not be changed. */
public interface Written {
    /** The exact text, white space within it included. */
    String text();

    /** An object as it was sent. */
    final class SentObject extends ObjectNode implements Written {
        private final transient String source;
        private final int start;
        private int end;

        SentObject(String source, int start) {
            super(JsonNodeFactory.instance);
            this.source = source;
            this.start = start;
        }

        void endsAt(int end) {
            this.end = end;
        }

        @Override
        public String text() {
            return source.substring(start, end);
        }
    }

    /** An array as it was sent. */
    final class SentArray extends ArrayNode implements Written {
        private final transient String source;
        private final int start;
        private int end;

        SentArray(String source, int start) {
            super(JsonNodeFactory.instance);
            this.source = source;
            this.start = start;
        }

        void endsAt(int end) {
            this.end = end;
        }

        @Override
        public String text() {
            return source.substring(start, end);
        }
    }

    /** A string as it was sent: the same value can be escaped in many ways. */
    final class SentString extends StringNode implements Written {
        private final transient String source;
        private final int start;
        private final int end;

        SentString(String value, String source, int start, int end) {
            super(value);
            this.source = source;
            this.start = start;
            this.end = end;
        }

        @Override
        public String text() {
            return source.substring(start, end);
        }
    }
}
