package io.github.functionschema.peer.binding;

import io.github.functionschema.peer.binding.Shape.Model;
import io.github.functionschema.peer.json.Moment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.TypeFactory;

/** Jackson, as this project sets it: it makes native values of trees that have been checked, and coerces nothing. */
public final class Natives {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule("maybe").addDeserializer(Maybe.class, new MaybeReader()))
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private Natives() {}

    /** What was prepared arrives as it is; absence and null are two things. */
    private static final class MaybeReader extends ValueDeserializer<Maybe<?>> {
        @Override
        public Maybe<?> deserialize(JsonParser parser, DeserializationContext context) throws JacksonException {
            return (Maybe<?>) parser.getEmbeddedObject();
        }

        @Override
        public Object getNullValue(DeserializationContext context) {
            return Maybe.ofNull();
        }

        @Override
        public Object getAbsentValue(DeserializationContext context) {
            return Maybe.absent();
        }
    }

    public static TypeFactory types() {
        return MAPPER.getTypeFactory();
    }

    static Object read(JsonNode prepared, JavaType type) {
        return MAPPER.treeToValue(prepared, type);
    }

    /** What a parameter of a type is when it was not sent: nothing, or the zero of a primitive; of varargs no elements. */
    static Object absent(JavaType type) {
        if (type.hasRawClass(Maybe.class)) {
            return Maybe.absent();
        }
        if (type.isArrayType() && !type.hasRawClass(byte[].class)) {
            return java.lang.reflect.Array.newInstance(type.getContentType().getRawClass(), 0);
        }
        return type.isPrimitive() ? java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(type.getRawClass(), 1), 0) : null;
    }

    /** The first of all causes. */
    static Throwable root(Throwable e) {
        Throwable root = e;
        for (int i = 0; i < 100 && root.getCause() != null && root.getCause() != root; i++) {
            root = root.getCause();
        }
        return root;
    }

    /** The Java type that a shape without one of its own binds to. */
    public static JavaType type(Shape shape) {
        TypeFactory types = types();
        if (shape instanceof Shape.NullableOf n) {
            return type(n.of());
        }
        if (shape instanceof Shape.ListOf list) {
            return types.constructCollectionType(List.class, type(list.of().shape()));
        }
        if (shape instanceof Shape.ExactlyOf list) {
            return types.constructCollectionType(List.class, type(list.of().shape()));
        }
        if (shape instanceof Shape.MapOf map) {
            return types.constructMapType(Map.class, types.constructType(map.integerKeys() ? Long.class : String.class), type(map.of().shape()));
        }
        return types.constructType(raw(shape));
    }

    private static Class<?> raw(Shape shape) {
        if (shape instanceof Shape.Int integer) {
            int bits = integer.unsigned() ? integer.bits() * 2 : integer.bits();
            return bits == 8 ? Byte.class : bits == 16 ? Short.class : bits == 32 ? Integer.class : bits == 64 ? Long.class : BigInteger.class;
        }
        if (shape instanceof Shape.Floating floating) {
            return floating.bits() == 32 ? Float.class : Double.class;
        }
        if (shape instanceof Model model) {
            return model.type();
        }
        if (shape instanceof Shape.Union union) {
            return union.type();
        }
        if (shape instanceof Shape.Hook hook) {
            return hook.type();
        }
        if (shape instanceof Shape.BigInt) {
            return BigInteger.class;
        }
        if (shape instanceof Shape.Exact) {
            return BigDecimal.class;
        }
        if (shape instanceof Shape.Bool) {
            return Boolean.class;
        }
        if (shape instanceof Shape.Text) {
            return String.class;
        }
        if (shape instanceof Shape.Bytes) {
            return byte[].class;
        }
        if (shape instanceof Shape.DateTime) {
            return Moment.class;
        }
        if (shape instanceof Shape.Nanos) {
            return Duration.class;
        }
        if (shape instanceof Shape.RawJson) {
            return Raw.class;
        }
        return shape instanceof Shape.MaybeOf ? Maybe.class : Object.class;
    }
}
