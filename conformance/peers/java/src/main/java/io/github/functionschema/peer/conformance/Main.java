package io.github.functionschema.peer.conformance;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * The peer: reads requests of protocol fsc/1 from standard input and writes answers to standard output. It has no flags.
 *
 * <p>Everything runs on one thread with a large stack: networknt and Jackson recurse, and a recursive schema of depth 900 overflows the
 * ordinary one.
 */
public final class Main {
    private static final long STACK = 1L << 30;

    private Main() {}

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length > 0) {
            System.err.println("usage: java -jar fscheck-peer.jar (requests of fsc/1 on standard input)");
            System.exit(2);
        }
        var in = new FileInputStream(FileDescriptor.in);
        var out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);
        System.setOut(System.err); // standard output is the protocol's alone
        Thread thread = new Thread(null, () -> {
            try {
                new Protocol(out).serve(in);
            } catch (IOException e) {
                System.err.println("the runner is gone: " + e.getMessage());
                System.exit(1);
            }
        }, "peer", STACK);
        thread.start();
        thread.join();
    }
}
