package io.github.functionschema.peer.schema;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * anyOf and oneOf: a transparent choice is judged by one branch alone, any other is reported itself and its branches are not (rule 13).
 * Choosing one branch also keeps a recursive oneOf from doubling its cost at each level.
 */
final class Choosing extends BaseKeywordValidator {
    private final boolean onlyOne;
    private final Choice choice;
    private final List<Schema> branches = new ArrayList<>();

    Choosing(boolean onlyOne, Choice choice, SchemaLocation at, JsonNode node, Schema parent, SchemaContext context) {
        super(Vocabulary.named(onlyOne ? "oneOf" : "anyOf"), node, at, parent, context);
        this.onlyOne = onlyOne;
        this.choice = choice;
        for (int i = 0; i < node.size(); i++) {
            branches.add(context.newSchema(at.append(i), node.get(i), parent));
        }
    }

    @Override
    public void validate(ExecutionContext context, JsonNode instance, JsonNode root, NodePath at) {
        if (choice != null) {
            choose(context, instance, root, at);
            return;
        }
        int matched = 0;
        boolean marks = context.isUnevaluatedPropertiesPresent() || context.isUnevaluatedItemsPresent();
        for (int i = 0; i < branches.size(); i++) {
            if (holds(i, context, instance, root, at)) {
                matched++;
                if (onlyOne ? matched > 1 : !marks) {
                    break;
                }
            }
        }
        if (onlyOne ? matched != 1 : matched == 0) {
            fail(context, instance, at, getKeyword(), null);
        }
    }

    private void choose(ExecutionContext context, JsonNode instance, JsonNode root, NodePath at) {
        int branch = choice.index(instance);
        if (branch >= 0) {
            apply(branch, context, instance, root, at);
        } else if (choice.nullable() != null) {
            if (onlyOne && holds(choice.branches().indexOf(choice.nullable()), context, instance, root, at)) {
                fail(context, instance, at, "oneOf", null);
            }
        } else if (!instance.isObject()) {
            fail(context, instance, at, "type", null);
        } else if (!instance.has(choice.property())) {
            fail(context, instance, at, "required", choice.property());
        } else {
            fail(context, instance.get(choice.property()), at.append(choice.property()), "enum", null);
        }
    }

    private void apply(int branch, ExecutionContext context, JsonNode instance, JsonNode root, NodePath at) {
        context.evaluationPathAddLast(branch);
        try {
            branches.get(branch).validate(context, instance, root, at);
        } finally {
            context.evaluationPathRemoveLast();
        }
    }

    private boolean holds(int branch, ExecutionContext context, JsonNode instance, JsonNode root, NodePath at) {
        List<Error> reported = context.getErrors();
        List<Error> own = new ArrayList<>();
        context.setErrors(own);
        try {
            apply(branch, context, instance, root, at);
        } finally {
            context.setErrors(reported);
        }
        return own.isEmpty();
    }

    private void fail(ExecutionContext context, JsonNode instance, NodePath at, String keyword, String property) {
        var error = error().keyword(keyword).message(keyword).instanceNode(instance).instanceLocation(at)
                .evaluationPath(context.getEvaluationPath()).locale(context.getExecutionConfig().getLocale()).arguments(keyword);
        context.addError((property == null ? error : error.property(property)).build());
    }

    @Override
    public void preloadSchema() {
        preloadSchemas(branches);
    }
}
