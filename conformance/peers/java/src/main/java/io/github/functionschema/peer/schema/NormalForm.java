package io.github.functionschema.peer.schema;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import io.github.functionschema.peer.json.Pointer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Makes rule 12's violations of networknt's errors: a failed type, const or enum hides the rest of its schema object; names go into the
 * property; unevaluated* counts only where nothing else failed at or below; each once, sorted, and cut.
 */
final class NormalForm {
    private static final String HIDDEN = "the framework's value for this parameter does not satisfy its schema";
    private static final List<String> HIDING = List.of("type", "const", "enum");

    private final JudgingCopy copy;
    private final Judge.Terms terms;
    private boolean touched;

    NormalForm(JudgingCopy copy, Judge.Terms terms) {
        this.copy = copy;
        this.terms = terms;
    }

    /** A violation before its message is written. */
    private record Finding(String pointer, String keyword, String property, Error error, boolean hidden) {
        static final Comparator<Finding> ORDER = Comparator.comparing(Finding::pointer, Pointer::compare)
                .thenComparing(Finding::keyword, Pointer::compare)
                .thenComparing(Finding::property, Comparator.nullsFirst(Pointer::compare));

        boolean same(Finding other) {
            return pointer.equals(other.pointer) && keyword.equals(other.keyword) && Objects.equals(property, other.property);
        }
    }

    Judge.Report report(List<Error> errors, JsonNode instance) {
        List<Finding> found = new ArrayList<>();
        for (Error error : withoutHidden(errors)) {
            found.add(finding(error));
        }
        found = withoutUnevaluated(found);
        List<Finding> shielded = new ArrayList<>();
        for (Finding f : found) {
            shielded.add(shield(f));
        }
        for (String name : terms.refused()) {
            if (instance.has(name)) {
                shielded.add(new Finding("", "additionalProperties", name, null, false));
            }
        }
        shielded.sort(Finding.ORDER);
        List<Violation> first = new ArrayList<>();
        int count = 0;
        Finding last = null;
        for (Finding f : shielded) {
            if (last != null && last.same(f)) {
                continue;
            }
            last = f;
            if (count++ < terms.limits().violations()) {
                first.add(new Violation(f.pointer, f.keyword, f.property, null, message(f)));
            }
        }
        return new Judge.Report(first, count - first.size(), touched);
    }

    private String message(Finding f) {
        return f.hidden ? HIDDEN : f.error == null ? "is not a known property" : Messages.of(f.error, f.keyword, f.property, copy, terms.hidden());
    }

    /** The rank of an error that hides what is less; only the keywords themselves hide, not a choice that reports under their names. */
    private static int rank(Error error) {
        int rank = HIDING.indexOf(error.getKeyword());
        return rank >= 0 && error.getKeyword().equals(error.getEvaluationPath().getName(-1)) ? rank : HIDING.size();
    }

    private static List<Error> withoutHidden(List<Error> errors) {
        Map<NodePath, Map<NodePath, Integer>> hiding = new HashMap<>();
        for (Error error : errors) {
            if (rank(error) < HIDING.size()) {
                hiding.computeIfAbsent(error.getEvaluationPath().getParent(), p -> new HashMap<>())
                        .merge(error.getInstanceLocation(), rank(error), Math::min);
            }
        }
        return hiding.isEmpty() ? errors : errors.stream().filter(e -> !isHidden(e, hiding)).toList();
    }

    private static boolean isHidden(Error error, Map<NodePath, Map<NodePath, Integer>> hiding) {
        NodePath own = error.getEvaluationPath().getParent();
        for (NodePath schema = own; schema != null; schema = schema.getParent()) {
            Map<NodePath, Integer> instances = hiding.get(schema);
            if (instances == null) {
                continue;
            }
            for (NodePath at = error.getInstanceLocation(); at != null; at = at.getParent()) {
                Integer rank = instances.get(at);
                boolean itself = schema == own && at == error.getInstanceLocation();
                if (rank != null && (itself ? rank < rank(error) : true)) {
                    return true;
                }
            }
        }
        return false;
    }

    private Finding finding(Error error) {
        String keyword = error.getKeyword();
        String property = error.getProperty();
        switch (keyword) {
            case "dependentRequired" -> property = String.valueOf(error.getArguments()[0]);
            case "minContains", "contains" -> keyword = copy != null && copy.counted.getOrDefault(error.getSchemaNode(), false) ? "minContains" : "contains";
            default -> { }
        }
        return new Finding(pointer(error.getInstanceLocation()), keyword, property, error, false);
    }

    private static String pointer(NodePath path) {
        ArrayList<String> tokens = new ArrayList<>();
        for (NodePath at = path; at != null && at.getParent() != null; at = at.getParent()) {
            tokens.add(Pointer.escape(at.getName(-1)));
        }
        StringBuilder b = new StringBuilder();
        for (int i = tokens.size() - 1; i >= 0; i--) {
            b.append('/').append(tokens.get(i));
        }
        return b.toString();
    }

    private static List<Finding> withoutUnevaluated(List<Finding> found) {
        if (found.stream().noneMatch(f -> isUnevaluated(f))) {
            return found;
        }
        Set<String> failed = new HashSet<>();
        for (Finding f : found) {
            String at = f.pointer;
            if (isUnevaluated(f)) {
                if (at.isEmpty()) {
                    continue;
                }
                at = at.substring(0, at.lastIndexOf('/'));
            }
            while (failed.add(at) && !at.isEmpty()) {
                at = at.substring(0, at.lastIndexOf('/'));
            }
        }
        return found.stream().filter(f -> !isUnevaluated(f) || !failed.contains(f.pointer)).toList();
    }

    private static boolean isUnevaluated(Finding f) {
        return f.keyword.startsWith("unevaluated");
    }

    /** Moves a finding at or below a hidden parameter to the parameter itself: names within it are values too. */
    private Finding shield(Finding f) {
        if (terms.hidden().isEmpty()) {
            return f;
        }
        if (f.pointer.isEmpty()) {
            if (f.property != null && terms.hidden().contains(f.property)) {
                touched = true;
                return new Finding("", f.keyword, f.property, f.error, true);
            }
            return f;
        }
        int end = f.pointer.indexOf('/', 1);
        String first = f.pointer.substring(0, end < 0 ? f.pointer.length() : end);
        if (terms.hidden().contains(Pointer.unescape(first.substring(1)))) {
            touched = true;
            return new Finding(first, f.keyword, null, f.error, true);
        }
        return f;
    }
}
