package io.github.functionschema.peer.json;

import tools.jackson.databind.JsonNode;

/** JSON Pointers (RFC 6901) as texts, and the order of texts by their UTF-8 bytes. */
public final class Pointer {
    private Pointer() {}

    public static String join(String pointer, String token) {
        return pointer + "/" + escape(token);
    }

    public static String join(String pointer, int index) {
        return pointer + "/" + index;
    }

    public static String escape(String token) {
        return token.indexOf('~') < 0 && token.indexOf('/') < 0 ? token : token.replace("~", "~0").replace("/", "~1");
    }

    public static String unescape(String token) {
        return token.indexOf('~') < 0 ? token : token.replace("~1", "/").replace("~0", "~");
    }

    /** Returns the value at a pointer, or null. */
    public static JsonNode at(JsonNode root, String pointer) {
        JsonNode node = root;
        for (int from = 0; from < pointer.length() && node != null; ) {
            int end = pointer.indexOf('/', from + 1);
            end = end < 0 ? pointer.length() : end;
            String token = unescape(pointer.substring(from + 1, end));
            if (node.isArray()) {
                node = token.matches("0|[1-9][0-9]{0,8}") ? node.get(Integer.parseInt(token)) : null;
            } else {
                node = node.isObject() ? node.get(token) : null;
            }
            from = end;
        }
        return node;
    }

    /** Compares by UTF-8 bytes, which is by code points; String.compareTo goes by UTF-16 units. */
    public static int compare(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                return Integer.compare(rank(x), rank(y));
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    /** Surrogates stand for code points beyond all other characters. */
    private static int rank(char c) {
        return Character.isSurrogate(c) ? c + 0x10000 : c;
    }
}
