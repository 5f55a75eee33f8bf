package io.github.functionschema.peer.conformance;

import io.github.functionschema.peer.binding.Derive;
import io.github.functionschema.peer.binding.Shape;
import io.github.functionschema.peer.binding.Shape.Element;
import java.util.Map;

/** The types of the case file, as a plan of fields names them. */
final class Plans {
    private static final Map<String, Class<?>> MODELS = Map.of("Address", Models.Address.class, "Node", Models.Node.class, "User", Models.User.class,
            "Deep", Models.Deep.class, "Blob", Models.Blob.class, "Receipt", Models.Receipt.class);

    private Plans() {}

    static Shape shape(String type) {
        int colon = type.indexOf(':');
        String name = colon < 0 ? type : type.substring(0, colon);
        String rest = type.substring(colon + 1);
        return switch (name) {
            case "list" -> new Shape.ListOf(Element.of(shape(rest)));
            case "map" -> new Shape.MapOf(false, Element.of(shape(rest)));
            case "intmap" -> new Shape.MapOf(true, Element.of(shape(rest)));
            case "nullable" -> new Shape.NullableOf(shape(rest));
            case "optional" -> new Shape.MaybeOf(shape(rest));
            case "array" -> {
                String[] parts = rest.split(":", 2);
                yield new Shape.ExactlyOf(Integer.parseInt(parts[0]), Element.of(shape(parts[1])));
            }
            case "model" -> new Derive().modelOf(MODELS.get(rest));
            default -> scalar(name);
        };
    }

    private static Shape scalar(String name) {
        return switch (name) {
            case "any" -> new Shape.Any();
            case "bigint" -> new Shape.BigInt();
            case "bool" -> new Shape.Bool();
            case "bytes" -> new Shape.Bytes();
            case "datetime" -> new Shape.DateTime();
            case "duration" -> new Shape.Nanos();
            case "float32" -> new Shape.Floating(32);
            case "float64" -> new Shape.Floating(64);
            case "int", "int64" -> new Shape.Int(64, false);
            case "int8", "int16", "int32" -> new Shape.Int(Integer.parseInt(name.substring(3)), false);
            case "uint", "uint64" -> new Shape.Int(64, true);
            case "uint8", "uint16", "uint32" -> new Shape.Int(Integer.parseInt(name.substring(4)), true);
            case "number" -> new Shape.Exact();
            case "raw" -> new Shape.RawJson();
            case "string" -> new Shape.Text();
            case "textual" -> new Shape.Hook(Models.Textual.class, true);
            case "hooked" -> new Shape.Hook(Models.Hooked.class, false);
            case "panicky" -> new Shape.Hook(Models.Panicky.class, false);
            default -> throw new IllegalArgumentException("a plan cannot bind to the type " + name);
        };
    }
}
