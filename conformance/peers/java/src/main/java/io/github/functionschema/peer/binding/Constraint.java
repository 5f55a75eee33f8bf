package io.github.functionschema.peer.binding;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A keyword that bounds the values: {@code @Constraint(keyword = "minLength", is = "1")}. On an element type it bounds the elements. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
@Repeatable(Constraint.All.class)
public @interface Constraint {
    String keyword();

    /** Its value as JSON text. */
    String is();

    /** Several of them. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
    @interface All {
        Constraint[] value();
    }
}
