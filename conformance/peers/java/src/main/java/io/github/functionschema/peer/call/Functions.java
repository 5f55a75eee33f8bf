package io.github.functionschema.peer.call;

import io.github.functionschema.peer.binding.Derive;
import io.github.functionschema.peer.binding.Description;
import io.github.functionschema.peer.binding.Natives;
import io.github.functionschema.peer.binding.Shape;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JavaType;

/** Makes declarations of methods: their parameters are the function's, a leading {@link CallContext} aside. */
public final class Functions {
    private Functions() {}

    /**
     * Declares a method of an object, or a static one of a class. The classes must be compiled with {@code -parameters}. A record as the only
     * parameter, under {@code spread}, gives its components as the parameters.
     */
    public static Declaration of(String name, Object owner, Method method) {
        Derive derive = new Derive();
        List<Shape.Field> fields = derive.parameters(method, CallContext.class);
        List<JavaType> types = new ArrayList<>();
        Arrays.stream(method.getParameters()).filter(p -> p.getType() != CallContext.class)
                .forEach(p -> types.add(Natives.types().constructType(p.getParameterizedType())));
        Description description = method.getAnnotation(Description.class);
        Shape result = method.getReturnType() == void.class ? null : derive.result(method.getAnnotatedReturnType());
        method.setAccessible(true);
        boolean takesContext = method.getParameterCount() > 0 && method.getParameterTypes()[0] == CallContext.class;
        return new Declaration(name, description == null ? null : description.value(), fields, types, result, derive.faults(),
                (context, parameters) -> invoke(owner, method, takesContext, context, parameters));
    }

    private static Object invoke(Object owner, Method method, boolean takesContext, CallContext context, List<Object> parameters) throws Exception {
        List<Object> all = new ArrayList<>(parameters);
        if (takesContext) {
            all.add(0, context);
        }
        try {
            return method.invoke(owner, all.toArray());
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }
}
