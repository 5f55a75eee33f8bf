package io.github.functionschema.peer.schema;

import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import java.util.List;

/**
 * An evaluation whose cost is counted (rule 9): one application each time networknt begins with the first keyword of a schema object. It
 * goes on where the contract stops, behind a type that failed, so it is allowed twice as much: within the budget no call is refused, and
 * beyond it both answers are right.
 */
final class Metered extends ExecutionContext {
    private static final int BETWEEN = 1_000;

    private final Judge.Terms terms;
    private long left;

    Metered(ExecutionConfig config, Judge.Terms terms) {
        super(config);
        this.terms = terms;
        this.left = 2L * terms.limits().applications();
    }

    /** The budget ran out, or nobody waits for the report. */
    static final class Spent extends RuntimeException {
        Spent() {
            super("the budget is spent", null, false, false);
        }
    }

    @Override
    public void evaluationPathAddLast(String token) {
        super.evaluationPathAddLast(token);
        // A keyword is added to the schema path after this; a name below a keyword never is.
        if (getEvaluationSchemaPath().size() < getEvaluationSchema().size()) {
            Schema schema = getEvaluationSchema().peekLast();
            List<?> keywords = schema.getValidators();
            if (schema.getSchemaNode().isObject() && keywords.get(0).toString().equals(token)) {
                spend();
            }
        }
    }

    private void spend() {
        if (--left < 0 || left % BETWEEN == 0 && terms.stop().getAsBoolean()) {
            throw new Spent();
        }
    }
}
