package io.github.functionschema.peer.json;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The two texts whose form binding depends on. The schema's assertion and the binder ask here, so they cannot disagree. */
public final class Lexical {
    private static final Pattern DATE_TIME = Pattern.compile(
            "([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.([0-9]{1,9}))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))");

    private Lexical() {}

    /** RFC 4648 section 4, padded, without line breaks, zero bits at the end: encoding the result gives the text back (rule 26). */
    public static Optional<byte[]> base64(String text) {
        if (text.length() % 4 != 0) { // the decoder of the JDK does without padding
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            return Base64.getEncoder().encodeToString(bytes).equals(text) ? Optional.of(bytes) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The spelling that base64 takes of a text in the URL-safe alphabet (section 5), or without padding; of any other text, none. */
    public static Optional<String> base64Standard(String text) {
        String bare = text.replaceFirst("=+$", "");
        String padded = bare + "=".repeat((4 - bare.length() % 4) % 4);
        boolean mixed = text.matches("(?s).*[-_].*") && text.matches("(?s).*[+/].*");
        if (mixed || !text.equals(bare) && !text.equals(padded)) {
            return Optional.empty();
        }
        String standard = padded.replace('-', '+').replace('_', '/');
        return standard.equals(text) || base64(standard).isEmpty() ? Optional.empty() : Optional.of(standard);
    }

    /** RFC 3339 with upper-case T and Z, no leap second, an offset below 24:00 and at most nine digits of fraction (rule 5). */
    public static Optional<Moment> dateTime(String text) {
        Matcher m = DATE_TIME.matcher(text);
        if (!m.matches()) {
            return Optional.empty();
        }
        int nanos = m.group(7) == null ? 0 : Integer.parseInt((m.group(7) + "00000000").substring(0, 9));
        int offset = 0;
        if (m.group(8) != null) {
            int hours = number(m, 9);
            int minutes = number(m, 10);
            if (hours > 23 || minutes > 59) {
                return Optional.empty();
            }
            offset = (hours * 60 + minutes) * (m.group(8).equals("-") ? -1 : 1);
        }
        try {
            LocalDateTime local =
                    LocalDateTime.of(number(m, 1), number(m, 2), number(m, 3), number(m, 4), number(m, 5), number(m, 6), nanos);
            return Optional.of(new Moment(local, offset));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static int number(Matcher m, int group) {
        return Integer.parseInt(m.group(group));
    }
}
