package io.github.functionschema.peer.json;

import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.DecimalNode;

/**
 * A JSON number that keeps its token and compares by exact value, so that const, enum and uniqueItems of networknt compare 1, 1.0 and 1e0
 * as equal at every depth, and 2^53 and 2^53+1 as different.
 */
public final class ExactNumber extends DecimalNode implements Written {
    private final String token;

    public ExactNumber(String token) {
        super(value(token));
        this.token = token;
    }

    /** Most numbers are short integers, which need no parser of decimals. */
    private static BigDecimal value(String token) {
        long value = 0;
        if (token.length() > 18) {
            return new BigDecimal(token);
        }
        for (int i = 0; i < token.length(); i++) {
            int digit = token.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return new BigDecimal(token);
            }
            value = value * 10 + digit;
        }
        return BigDecimal.valueOf(value);
    }

    public static ExactNumber of(long value) {
        return new ExactNumber(Long.toString(value));
    }

    @Override
    public String text() {
        return token;
    }

    @Override
    public String toString() {
        return token;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonNode node && node.isNumber() && _value.compareTo(node.decimalValue()) == 0;
    }

    @Override
    public int hashCode() {
        return _value.stripTrailingZeros().hashCode();
    }
}
