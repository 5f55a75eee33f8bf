package io.github.functionschema.peer.json;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * A date-time of RFC 3339. {@link OffsetDateTime} cannot hold it: java.time ends at offsets of 18 hours, RFC 3339 just below 24.
 *
 * @param local the date and time of day
 * @param offsetMinutes minutes east of UTC
 */
public record Moment(LocalDateTime local, int offsetMinutes) {
    public Instant instant() {
        return local.toInstant(ZoneOffset.UTC).minusSeconds(offsetMinutes * 60L);
    }

    /**
     * @throws java.time.DateTimeException if the offset is beyond 18 hours
     */
    public OffsetDateTime toOffsetDateTime() {
        return OffsetDateTime.of(local, ZoneOffset.ofTotalSeconds(offsetMinutes * 60));
    }

    @Override
    public String toString() {
        String date = DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(local);
        if (offsetMinutes == 0) {
            return date + "Z";
        }
        int minutes = Math.abs(offsetMinutes);
        return String.format("%s%s%02d:%02d", date, offsetMinutes < 0 ? "-" : "+", minutes / 60, minutes % 60);
    }
}
