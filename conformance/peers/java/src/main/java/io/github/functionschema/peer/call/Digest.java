package io.github.functionschema.peer.call;

import io.github.functionschema.peer.json.JsonText;
import io.github.functionschema.peer.json.Limits;
import io.github.functionschema.peer.json.ParseFault;
import io.github.functionschema.peer.json.StrictReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** One digest for one set of arguments, in every language (rule 30). */
public final class Digest {
    private Digest() {}

    public static String of(byte[] arguments) throws Failure {
        try {
            String canonical = JsonText.canonical(StrictReader.read(arguments, Limits.DEFAULT));
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum);
        } catch (ParseFault e) {
            throw Failure.of(Code.INVALID_ARGUMENT, "digest", java.util.List.of(Reading.violation(e)), 0);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
