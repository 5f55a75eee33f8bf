package io.github.functionschema.peer.conformance;

import io.github.functionschema.peer.binding.Constraint;
import io.github.functionschema.peer.binding.Default;
import io.github.functionschema.peer.binding.Inject;
import io.github.functionschema.peer.conformance.Models.Deep;
import io.github.functionschema.peer.conformance.Models.Leaky;
import java.util.List;

/** The functions of the case file whose declarations are at fault. None of them is ever run. */
final class Refused {
    private Refused() {}

    @Id("bad-default-type")
    static void type(@Default("\"ten\"") int limit) {}

    @Id("bad-default-constraint")
    static void constraint(@Default("11") @Constraint(keyword = "maximum", is = "10") int limit) {}

    @Id("bad-default-bounds")
    static void bounds(@Default("200") byte limit) {}

    @Id("bad-default-syntax")
    static void syntax(@Default("[1,]") List<Integer> limit) {}

    @Id("bad-default-null")
    static void isNull(@Default("null") int limit) {}

    @Id("bad-default-nested")
    static void nested(@Default("{\"retries\":1}") Deep options) {}

    @Id("bad-keyword")
    static void keyword(@Constraint(keyword = "minLength", is = "1") int limit) {}

    @Id("bad-keyword-value")
    static void value(@Constraint(keyword = "minLength", is = "-1") String name) {}

    @Id("bad-keyword-word")
    static void word(@Constraint(keyword = "minLenght", is = "1") String name) {}

    @Id("bad-pattern")
    static void pattern(@Constraint(keyword = "pattern", is = "\"^(?=a)b$\"") String name) {}

    @Id("bad-pattern-space")
    static void space(@Constraint(keyword = "pattern", is = "\"^\\\\s+$\"") String name) {}

    @Id("bad-type")
    static void callback(Runnable callback) {}

    @Id("bad-injected-default")
    static void injected(@Inject(source = "ctx") @Default("\"x\"") String tenant) {}

    @Id("bad-nested-inject")
    static void item(Leaky item) {}
}
