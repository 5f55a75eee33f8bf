package io.github.functionschema.peer.binding;

import java.util.Objects;
import java.util.function.Supplier;

/** A parameter that may be absent, null or a value, which are three things. */
public final class Maybe<T> {
    private static final Maybe<?> ABSENT = new Maybe<>(null, false);
    private static final Maybe<?> NULL = new Maybe<>(null, true);

    private final T value;
    private final boolean present;

    private Maybe(T value, boolean present) {
        this.value = value;
        this.present = present;
    }

    @SuppressWarnings("unchecked")
    public static <T> Maybe<T> absent() {
        return (Maybe<T>) ABSENT;
    }

    @SuppressWarnings("unchecked")
    public static <T> Maybe<T> ofNull() {
        return (Maybe<T>) NULL;
    }

    public static <T> Maybe<T> of(T value) {
        return new Maybe<>(Objects.requireNonNull(value), true);
    }

    /** Reports whether it was sent, as null or as a value. */
    public boolean isPresent() {
        return present;
    }

    public boolean isNull() {
        return present && value == null;
    }

    /** Returns the value, or what else there is to use. */
    public T orElseGet(Supplier<? extends T> otherwise) {
        return value != null ? value : otherwise.get();
    }

    @Override
    public String toString() {
        return present ? String.valueOf(value) : "absent";
    }
}
