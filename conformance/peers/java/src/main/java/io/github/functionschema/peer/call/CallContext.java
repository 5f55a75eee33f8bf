package io.github.functionschema.peer.call;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The context of one call: it can be cancelled, has a deadline, and carries what the host wants its functions and sources to find. It is done
 * too when the thread is interrupted, and leaves the thread's flag as it is.
 */
public final class CallContext {
    private final Instant deadline;
    private final Map<Class<?>, Object> carried = new HashMap<>();
    private volatile boolean cancelled;

    public CallContext() {
        this(null);
    }

    /** A context that is done from an instant on; null is never. */
    public CallContext(Instant deadline) {
        this.deadline = deadline;
    }

    public void cancel() {
        cancelled = true;
    }

    public boolean isDone() {
        return cancelled || Thread.currentThread().isInterrupted() || deadline != null && !Instant.now().isBefore(deadline);
    }

    public <T> CallContext with(Class<T> type, T value) {
        carried.put(type, value);
        return this;
    }

    public <T> Optional<T> find(Class<T> type) {
        return Optional.ofNullable(carried.get(type)).map(type::cast);
    }
}
