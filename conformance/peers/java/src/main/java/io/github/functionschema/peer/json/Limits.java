package io.github.functionschema.peer.json;

/**
 * What a text and a call may cost (rule 9). Every limit is inclusive.
 *
 * @param bytes length of a text
 * @param depth containers around a value, itself included: a scalar root has 0, {} has 1
 * @param values scalars and containers; names are not values
 * @param digits characters 0 to 9 of one number, those of its exponent included
 * @param exponent absolute value of a number's written exponent
 * @param applications schema objects judged against values, a call
 * @param violations how many are reported
 */
public record Limits(int bytes, int depth, int values, int digits, int exponent, int applications, int violations) {
    public static final Limits DEFAULT = new Limits(16 << 20, 128, 1_000_000, 1_000, 1_000, 1_000_000, 32);

    /** Returns these limits with one replaced, by its name in the case file. */
    public Limits with(String name, int limit) {
        return switch (name) {
            case "bytes" -> new Limits(limit, depth, values, digits, exponent, applications, violations);
            case "depth" -> new Limits(bytes, limit, values, digits, exponent, applications, violations);
            case "values" -> new Limits(bytes, depth, limit, digits, exponent, applications, violations);
            case "digits" -> new Limits(bytes, depth, values, limit, exponent, applications, violations);
            case "exponent" -> new Limits(bytes, depth, values, digits, limit, applications, violations);
            case "applications" -> new Limits(bytes, depth, values, digits, exponent, limit, violations);
            case "violations" -> new Limits(bytes, depth, values, digits, exponent, applications, limit);
            default -> throw new IllegalArgumentException("there is no limit " + name);
        };
    }
}
