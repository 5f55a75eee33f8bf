package io.github.functionschema.peer.schema;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;

/** Keywords that assert, where the contract answers otherwise than networknt. */
final class Asserting {
    private Asserting() {}

    /** multipleOf by exact values, whatever their size. */
    static final class MultipleOf extends BaseKeywordValidator {
        private final BigDecimal divisor;

        MultipleOf(SchemaLocation at, JsonNode node, Schema parent, SchemaContext context) {
            super(Vocabulary.named("multipleOf"), node, at, parent, context);
            this.divisor = node.decimalValue();
        }

        @Override
        public void validate(ExecutionContext context, JsonNode instance, JsonNode root, NodePath at) {
            if (instance.isNumber() && instance.decimalValue().remainder(divisor).signum() != 0) {
                context.addError(error().message("multipleOf").instanceNode(instance).instanceLocation(at)
                        .evaluationPath(context.getEvaluationPath()).build());
            }
        }
    }

    /** The format or encoding that binding depends on. */
    static final class Bound extends BaseKeywordValidator {
        private final Assertion assertion;

        Bound(SchemaLocation at, JsonNode node, Schema parent, SchemaContext context) {
            super(Vocabulary.named(JudgingCopy.ASSERT), node, at, parent, context);
            this.assertion = Assertion.of(node.stringValue());
        }

        @Override
        public void validate(ExecutionContext context, JsonNode instance, JsonNode root, NodePath at) {
            if (instance.isString() && !assertion.holds(instance.stringValue())) {
                context.addError(error().keyword(assertion.keyword()).message(assertion.message()).instanceNode(instance).instanceLocation(at)
                        .evaluationPath(context.getEvaluationPath()).build());
            }
        }
    }

    /** A keyword that says nothing of what is no array. */
    record ArraysOnly(KeywordValidator within) implements KeywordValidator {
        @Override
        public void validate(ExecutionContext context, JsonNode instance, JsonNode root, NodePath at) {
            if (instance.isArray()) {
                within.validate(context, instance, root, at);
            }
        }

        @Override
        public SchemaLocation getSchemaLocation() {
            return within.getSchemaLocation();
        }

        @Override
        public String getKeyword() {
            return within.getKeyword();
        }

        @Override
        public String toString() {
            return getKeyword();
        }
    }
}
