package io.github.functionschema.peer.pattern;

/** Why a pattern is refused, with its place in the pattern and what to write instead. */
public final class PatternFault extends Exception {
    PatternFault(String construct, int offset, String reason) {
        super(construct + " at offset " + offset + " " + reason, null, false, false);
    }

    PatternFault(String message) {
        super(message, null, false, false);
    }
}
