package io.github.functionschema.peer.schema;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The keyword dependencies, which 2020-12 still asserts (rule 11): lists of names as dependentRequired, schemas as dependentSchemas. */
final class Dependencies extends BaseKeywordValidator {
    private final Map<String, List<String>> names = new LinkedHashMap<>();
    private final Map<String, Schema> schemas = new LinkedHashMap<>();

    Dependencies(SchemaLocation at, JsonNode node, Schema parent, SchemaContext context) {
        super(Vocabulary.named("dependencies"), node, at, parent, context);
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            if (entry.getValue().isArray()) {
                names.put(entry.getKey(), Choice.texts(entry.getValue()));
            } else {
                schemas.put(entry.getKey(), context.newSchema(at.append(entry.getKey()), entry.getValue(), parent));
            }
        }
    }

    @Override
    public void validate(ExecutionContext context, JsonNode instance, JsonNode root, NodePath at) {
        if (!instance.isObject()) {
            return;
        }
        names.forEach((trigger, required) -> {
            if (instance.has(trigger)) {
                required.stream().filter(name -> !instance.has(name)).forEach(name -> context.addError(error().keyword("dependentRequired")
                        .message("dependentRequired").property(trigger).instanceNode(instance).instanceLocation(at)
                        .evaluationPath(context.getEvaluationPath()).arguments(name).build()));
            }
        });
        schemas.forEach((trigger, schema) -> {
            if (instance.has(trigger)) {
                context.evaluationPathAddLast(trigger);
                try {
                    schema.validate(context, instance, root, at);
                } finally {
                    context.evaluationPathRemoveLast();
                }
            }
        });
    }

    @Override
    public void preloadSchema() {
        preloadSchemas(new ArrayList<>(schemas.values()));
    }
}
