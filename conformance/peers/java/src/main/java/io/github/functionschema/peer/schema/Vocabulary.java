package io.github.functionschema.peer.schema;

import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordType;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import tools.jackson.databind.JsonNode;

/**
 * Draft 2020-12 as networknt has it, with the keywords replaced that the contract answers otherwise: the choices (rule 13), multipleOf (by a
 * divisor beyond a double networknt ignores it), uniqueItems (it looks at the members of objects too), minContains and maxContains (networknt
 * reports them of what is no array; contains counts by itself) and dependencies (it does not say which name is missing).
 */
final class Vocabulary {
    private Vocabulary() {}

    static Dialect dialect(JudgingCopy copy) {
        return Dialect.builder(Dialects.getDraft202012())
                .keyword(keyword("anyOf", (at, node, parent, context) -> new Choosing(false, choice(copy, node), at, node, parent, context)))
                .keyword(keyword("oneOf", (at, node, parent, context) -> new Choosing(true, choice(copy, node), at, node, parent, context)))
                .keyword(keyword("multipleOf", Asserting.MultipleOf::new))
                .keyword(keyword(JudgingCopy.ASSERT, Asserting.Bound::new))
                .keyword(keyword("dependencies", Dependencies::new))
                .keyword(keyword("uniqueItems", (at, node, parent, context) -> new Asserting.ArraysOnly(
                        KeywordType.UNIQUE_ITEMS.newValidator(at, node, parent, context))))
                .keyword(keyword("$dynamicRef", (at, node, parent, context) -> node.stringValue().startsWith("#/$defs/x-fscheck-")
                        || node.stringValue().equals("#") ? KeywordType.REF.newValidator(at, node, parent, context)
                        : KeywordType.DYNAMIC_REF.newValidator(at, node, parent, context)))
                .keyword(new NonValidationKeyword("minContains"))
                .keyword(new NonValidationKeyword("maxContains"))
                .unknownKeywordFactory((name, context) -> null)
                .build();
    }

    private static Choice choice(JudgingCopy copy, JsonNode branches) {
        return copy == null ? null : copy.choices.get(branches);
    }

    @FunctionalInterface
    private interface Making {
        KeywordValidator make(SchemaLocation at, JsonNode node, Schema parent, SchemaContext context) throws Exception;
    }

    static Keyword keyword(String name, Making making) {
        return new AbstractKeyword(name) {
            @Override
            public KeywordValidator newValidator(SchemaLocation at, JsonNode node, Schema parent, SchemaContext context) throws Exception {
                return making.make(at, node, parent, context);
            }
        };
    }

    /** A keyword by its name alone, for validators that report under it. */
    static Keyword named(String name) {
        return new NonValidationKeyword(name);
    }
}
