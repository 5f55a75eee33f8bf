package io.github.functionschema.peer.binding;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.functionschema.peer.binding.Shape.Element;
import io.github.functionschema.peer.binding.Shape.Field;
import io.github.functionschema.peer.binding.Shape.Model;
import io.github.functionschema.peer.json.Moment;
import io.github.functionschema.peer.schema.Violation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.ParameterizedType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Derives shapes from Java types and annotations (rules 1 to 5). Names are Jackson's, so that binding finds the same ones. */
public final class Derive {
    private static final Map<Class<?>, Shape> SCALARS = new HashMap<>();

    static {
        SCALARS.put(byte.class, new Shape.Int(8, false));
        SCALARS.put(short.class, new Shape.Int(16, false));
        SCALARS.put(int.class, new Shape.Int(32, false));
        SCALARS.put(long.class, new Shape.Int(64, false));
        SCALARS.put(Byte.class, new Shape.Int(8, false));
        SCALARS.put(Short.class, new Shape.Int(16, false));
        SCALARS.put(Integer.class, new Shape.Int(32, false));
        SCALARS.put(Long.class, new Shape.Int(64, false));
        SCALARS.put(float.class, new Shape.Floating(32));
        SCALARS.put(Float.class, new Shape.Floating(32));
        SCALARS.put(double.class, new Shape.Floating(64));
        SCALARS.put(Double.class, new Shape.Floating(64));
        SCALARS.put(boolean.class, new Shape.Bool());
        SCALARS.put(Boolean.class, new Shape.Bool());
        SCALARS.put(String.class, new Shape.Text());
        SCALARS.put(byte[].class, new Shape.Bytes());
        SCALARS.put(BigInteger.class, new Shape.BigInt());
        SCALARS.put(BigDecimal.class, new Shape.Exact());
        SCALARS.put(Moment.class, new Shape.DateTime());
        SCALARS.put(Duration.class, new Shape.Nanos());
        SCALARS.put(Object.class, new Shape.Any());
        SCALARS.put(Raw.class, new Shape.RawJson());
    }

    private final Map<Class<?>, Model> models = new HashMap<>();
    private final List<Violation> faults = new ArrayList<>();

    public List<Violation> faults() {
        return faults;
    }

    /** The fields of a method's parameters; those of the types given are the engine's own and left out. */
    public List<Field> parameters(Executable method, Class<?> own) {
        List<Field> fields = new ArrayList<>();
        for (Parameter p : method.getParameters()) {
            if (p.getType() != own) {
                Field field = field(name(p, p.getName()), p, p.getAnnotatedType(), "/properties");
                fields.add(p.isVarArgs() ? new Field(field.name(), field.shape(), field.description(), field.constraints(), field.byDefault(), true,
                        field.injected()) : field);
            }
        }
        return fields;
    }

    /** The shape of a result. */
    public Shape result(AnnotatedType type) {
        return shape(type.getType(), type, type, "");
    }

    private static String name(AnnotatedElement element, String otherwise) {
        JsonProperty property = element.getAnnotation(JsonProperty.class);
        return property == null || property.value().isEmpty() ? otherwise : property.value();
    }

    private Field field(String name, AnnotatedElement declared, AnnotatedType type, String above) {
        String at = above + "/" + name;
        Inject inject = declared.getAnnotation(Inject.class);
        Description description = declared.getAnnotation(Description.class);
        Default byDefault = declared.getAnnotation(Default.class);
        Shape.Injection injection = inject == null ? null
                : new Shape.Injection(inject.source(), inject.key().isEmpty() ? name : inject.key(), inject.opaque());
        if (injection != null && byDefault != null) {
            faults.add(Violation.of(at, "inject", "an injected parameter has no default: remove one of the two"));
        }
        if (injection != null && !above.equals("/properties")) {
            faults.add(Violation.of(at, "inject", "only parameters can be injected, not what is within them: " + at));
        }
        Shape shape = injection != null && injection.opaque() ? new Shape.Opaque(raw(type.getType())) : shape(type.getType(), declared, type, at);
        return new Field(name, shape, description == null ? null : description.value(), constraints(declared),
                byDefault == null ? null : byDefault.value(), declared.isAnnotationPresent(Omittable.class), injection);
    }

    private static Map<String, String> constraints(AnnotatedElement element) {
        Map<String, String> map = new LinkedHashMap<>();
        Arrays.stream(element.getAnnotationsByType(Constraint.class)).forEach(c -> map.put(c.keyword(), c.is()));
        return map;
    }

    private static Class<?> raw(Type type) {
        return type instanceof Class<?> c ? c : type instanceof ParameterizedType p ? (Class<?>) p.getRawType() : Object.class;
    }

    /** The shape of a type; what is said of it stands where it is declared, or on the type itself where it is an argument of another. */
    private Shape shape(Type type, AnnotatedElement said, AnnotatedType use, String at) {
        Shape shape = plain(type, said, use, at);
        return said.isAnnotationPresent(Nullable.class) ? new Shape.NullableOf(shape) : shape;
    }

    private Shape plain(Type type, AnnotatedElement said, AnnotatedType use, String at) {
        Class<?> raw = raw(type);
        Unsigned unsigned = said.getAnnotation(Unsigned.class);
        if (unsigned != null) {
            return new Shape.Int(unsigned.value(), true);
        }
        Shape scalar = SCALARS.get(raw);
        if (scalar != null) {
            return scalar;
        }
        if (raw.isArray()) { // of varargs
            AnnotatedType item = ((AnnotatedArrayType) use).getAnnotatedGenericComponentType();
            return new Shape.ListOf(Element.of(plain(item.getType(), item, item, at)));
        }
        if (use instanceof AnnotatedParameterizedType generic) {
            AnnotatedType[] arguments = generic.getAnnotatedActualTypeArguments();
            AnnotatedType last = arguments[arguments.length - 1];
            if (raw == Maybe.class) {
                return new Shape.MaybeOf(shape(last.getType(), last, last, at));
            }
            Element element = new Element(shape(last.getType(), last, last, at), constraints(last));
            if (raw == List.class) {
                Exactly exactly = said.getAnnotation(Exactly.class);
                return exactly == null ? new Shape.ListOf(element) : new Shape.ExactlyOf(exactly.value(), element);
            }
            if (raw == Map.class && (arguments[0].getType() == String.class || arguments[0].getType() == Long.class)) {
                return new Shape.MapOf(arguments[0].getType() == Long.class, element);
            }
        }
        Shape hook = hook(raw);
        if (hook == null && raw.isRecord()) {
            return model(raw, at);
        }
        if (hook == null && raw.isSealed() && raw.isAnnotationPresent(JsonTypeInfo.class)) {
            return union(raw, at);
        }
        if (hook == null) {
            faults.add(Violation.of(at, "type", "no schema can be derived from " + type.getTypeName() + ": use a record, a collection or a scalar"));
        }
        return hook == null ? new Shape.Any() : hook;
    }

    private Model model(Class<?> type, String at) {
        Model known = models.get(type);
        if (known != null) {
            return known;
        }
        Model model = new Model(type);
        models.put(type, model);
        for (RecordComponent c : type.getRecordComponents()) {
            model.fields().add(field(name(c.getAccessor(), c.getName()), c, c.getAnnotatedType(), at + "/properties"));
        }
        return model;
    }

    private Shape union(Class<?> type, String at) {
        Shape.Union union = Shape.Union.of(type, type.getAnnotation(JsonTypeInfo.class).property());
        for (JsonSubTypes.Type variant : type.getAnnotation(JsonSubTypes.class).value()) {
            union.variants().put(variant.name(), model(variant.value(), at));
        }
        return union;
    }

    /** A class with a delegating creator reads itself: from a text, or from what else the creator takes. */
    private static Shape hook(Class<?> type) {
        return Stream.concat(Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredConstructors()))
                .map(Executable.class::cast).filter(m -> m.isAnnotationPresent(JsonCreator.class) && m.getParameterCount() == 1)
                .findFirst().map(m -> new Shape.Hook(type, m.getParameterTypes()[0] == String.class)).orElse(null);
    }

    /** Returns the shape of the record of a name, for plans that name one. */
    public Model modelOf(Class<?> type) {
        return model(type, "");
    }
}
