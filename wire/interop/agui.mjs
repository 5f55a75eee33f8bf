// Feeds streams to an AG-UI client and returns what the client then sends.
//
//   node agui.mjs PACKAGE < cases
//
// A case is a line of JSON: {"name", "stream", "piece"}. The agent runs twice: the first
// answer is the stream, in pieces of so many bytes. Of each case one line is printed:
// {"name", "body"}, the body of the second request as it left, or {"name", "error"}.
import { createInterface } from "node:readline";

const { HttpAgent } = await import(process.argv[2]);
const encoder = new TextEncoder();
for (const way of ["log", "info", "warn", "error", "debug"]) console[way] = () => {};

const event = (value) => `data: ${JSON.stringify(value)}\n\n`;
const empty =
  event({ type: "RUN_STARTED", threadId: "t", runId: "2" }) + event({ type: "RUN_FINISHED", threadId: "t", runId: "2" });

function answer(text, piece) {
  const bytes = encoder.encode(text);
  let at = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + piece));
      at += piece;
    },
  });
  return new Response(body, { status: 200, headers: { "content-type": "text/event-stream" } });
}

async function run({ name, stream, piece }) {
  let body;
  try {
    const answers = [answer(stream, piece), answer(empty, 1 << 16)];
    const agent = new HttpAgent({
      url: "http://agent.example",
      threadId: "t",
      fetch: async (_, request) => {
        body = request.body;
        return answers.shift();
      },
    });
    await agent.runAgent({ runId: "1" });
    body = undefined;
    await agent.runAgent({ runId: "2" });
    return { name, body };
  } catch (error) {
    return { name, error: String(error?.message ?? error).slice(0, 2000) };
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const answer = JSON.stringify(await run(JSON.parse(line))) + "\n";
  await new Promise((written) => process.stdout.write(answer, written));
}
process.exit(0);
