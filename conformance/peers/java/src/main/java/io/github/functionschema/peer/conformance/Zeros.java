package io.github.functionschema.peer.conformance;

import io.github.functionschema.peer.binding.Maybe;
import io.github.functionschema.peer.binding.Shape;

/** What a component of a Java record has when nothing was bound to it: the zero of a primitive, or null. */
final class Zeros {
    private Zeros() {}

    static Object of(Shape shape) {
        if (shape instanceof Shape.Int) {
            return 0L;
        }
        if (shape instanceof Shape.Floating) {
            return 0.0;
        }
        if (shape instanceof Shape.Bool) {
            return false;
        }
        return shape instanceof Shape.MaybeOf ? Maybe.absent() : null;
    }
}
