package io.github.functionschema.peer.binding;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The framework owns the value: the model neither sees nor sets it (rules 18 to 21). */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
public @interface Inject {
    String source();

    /** What the source is asked for; the name of the parameter if it is empty. */
    String key() default "";

    /** Whether the value is a native object that no schema describes. */
    boolean opaque() default false;
}
