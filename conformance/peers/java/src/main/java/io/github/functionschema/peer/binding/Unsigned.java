package io.github.functionschema.peer.binding;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The integer has no sign: 8 bits in a short, 16 in an int, 32 in a long, 64 in a BigInteger. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
public @interface Unsigned {
    int value();
}
