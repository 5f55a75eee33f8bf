package io.github.functionschema.peer.conformance;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.functionschema.peer.binding.Constraint;
import io.github.functionschema.peer.binding.Default;
import io.github.functionschema.peer.binding.Inject;
import io.github.functionschema.peer.binding.Nullable;
import io.github.functionschema.peer.binding.Omittable;
import io.github.functionschema.peer.binding.Raw;
import io.github.functionschema.peer.binding.Unsigned;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** The models of the case file, each under its name. */
final class Models {
    private Models() {}

    record Address(@Constraint(keyword = "minLength", is = "5") String zip, @Default("\"DE\"") String country) {}

    record Node(int value, @Nullable @Omittable Node next, @Omittable List<Node> children) {}

    record User(long id, @Constraint(keyword = "minItems", is = "1") List<String> roles) {}

    record Deep(Address address, @Unsigned(8) @Default("3") short retries) {}

    record Empties(List<String> items, Map<String, String> tags, byte[] data, @Nullable Long next) {}

    record Blob(String name, byte[] data, List<byte[]> chunks, @JsonProperty("by_id") Map<String, byte[]> byId) {}

    record Receipt(long id, BigDecimal total) {}

    record Leaky(long id, @Inject(source = "ctx") String token) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({@JsonSubTypes.Type(value = Circle.class, name = "circle"), @JsonSubTypes.Type(value = Square.class, name = "square")})
    sealed interface Shape permits Circle, Square {}

    record Circle(@Constraint(keyword = "exclusiveMinimum", is = "0") double radius) implements Shape {}

    record Square(double side, @Default("\"sq\"") String label) implements Shape {}

    /** Reads itself from a text: # and six lower-case hexadecimal digits. */
    record Textual(String text) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Textual parse(String text) {
            if (!text.matches("#[0-9a-f]{6}")) {
                throw new IllegalArgumentException("s3cret-hook");
            }
            return new Textual(text);
        }
    }

    /** Reads itself from an object and keeps the text. */
    record Hooked(String json) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Hooked parse(Raw raw) {
            if (!raw.json().startsWith("{")) {
                throw new IllegalArgumentException("s3cret-hook");
            }
            return new Hooked(raw.json());
        }
    }

    /** Cannot be read. */
    record Panicky() {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Panicky parse(Raw raw) {
            throw new IllegalStateException("s3cret-hook");
        }
    }

    /** A native object that is injected as it is. */
    record Client(String name) {}
}
