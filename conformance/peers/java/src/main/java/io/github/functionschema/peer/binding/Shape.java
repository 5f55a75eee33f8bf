package io.github.functionschema.peer.binding;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a type is to JSON: the one description that both the schema and the binding come from, so that they cannot disagree. */
public sealed interface Shape {
    /** An integer of 8, 16, 32 or 64 bits. */
    record Int(int bits, boolean unsigned) implements Shape {}

    record BigInt() implements Shape {}

    /** A float of 32 or 64 bits. */
    record Floating(int bits) implements Shape {}

    /** A number that keeps its digits. */
    record Exact() implements Shape {}

    record Bool() implements Shape {}

    record Text() implements Shape {}

    record Bytes() implements Shape {}

    record DateTime() implements Shape {}

    /** Whole nanoseconds. */
    record Nanos() implements Shape {}

    record Any() implements Shape {}

    record RawJson() implements Shape {}

    record NullableOf(Shape of) implements Shape {}

    record MaybeOf(Shape of) implements Shape {}

    record ListOf(Element of) implements Shape {}

    record ExactlyOf(int size, Element of) implements Shape {}

    /** A map from text, or from 64-bit integers in their one spelling. */
    record MapOf(boolean integerKeys, Element of) implements Shape {}

    /** A type that reads itself, from a text or from JSON. */
    record Hook(Class<?> type, boolean fromText) implements Shape {}

    /** A native object that no schema describes. */
    record Opaque(Class<?> type) implements Shape {}

    /** A record. Its fields are added after it is made, for it may contain itself. */
    final class Model implements Shape {
        private final Class<?> type;
        private final List<Field> fields = new ArrayList<>();

        Model(Class<?> type) {
            this.type = type;
        }

        public Class<?> type() {
            return type;
        }

        public String name() {
            return type.getSimpleName();
        }

        public List<Field> fields() {
            return fields;
        }
    }

    /** A sealed interface whose records are told apart by one member. */
    record Union(Class<?> type, String discriminator, Map<String, Model> variants) implements Shape {
        static Union of(Class<?> type, String discriminator) {
            return new Union(type, discriminator, new LinkedHashMap<>());
        }
    }

    /** The type of elements, with the constraints that stand on it. */
    record Element(Shape shape, Map<String, String> constraints) {
        public static Element of(Shape shape) {
            return new Element(shape, Map.of());
        }
    }

    /**
     * A parameter or a component.
     *
     * @param constraints keyword to JSON text
     * @param byDefault a JSON literal, or null
     * @param injected where its value comes from, or null
     */
    record Field(String name, Shape shape, String description, Map<String, String> constraints, String byDefault, boolean omittable,
            Injection injected) {
        public static Field of(String name, Shape shape) {
            return new Field(name, shape, null, Map.of(), null, true, null);
        }

        public Field injectedBy(Injection injection) {
            return new Field(name, shape, description, constraints, byDefault, omittable, injection);
        }

        public boolean isRequired() {
            return injected != null || byDefault == null && !omittable && !(shape instanceof MaybeOf);
        }

        public boolean isOpaque() {
            return injected != null && injected.opaque();
        }
    }

    /** A reference to a value that the framework owns. */
    record Injection(String source, String key, boolean opaque) {}
}
