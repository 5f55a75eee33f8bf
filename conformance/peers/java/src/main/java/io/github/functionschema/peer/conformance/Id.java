package io.github.functionschema.peer.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Under which id of the case file's functions a method is registered. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Id {
    String value();
}
