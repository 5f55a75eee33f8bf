// Feeds streams and histories to a real client of the Vercel AI SDK and writes what the
// client sends to its server. wire/vercelai/client_test.go runs it:
//
//   node vercelai.mjs ai-5 DIR
//
// DIR/cases.json lists cases. A case has streams, files of server-sent events that one
// message is made of, and between them the user answers what was asked; or a history.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const [name, dir] = process.argv.slice(2);
const ai = await import(name);
const read = file => readFile(join(dir, file));

// body is a response in pieces, which end within characters and lines.
function body(bytes, piece) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, (at += piece))));
    },
  });
}

// request sends messages as a chat does and returns the stream and the request.
async function request(messages, response) {
  let sent;
  const transport = new ai.DefaultChatTransport({
    fetch: async (_, init) => {
      sent = init.body;
      return new Response(response, { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  const stream = await transport.sendMessages({ chatId: 'chat', trigger: 'submit-message', messages, messageId: undefined });
  return { stream, sent };
}

const question = { id: 'm0', role: 'user', parts: [{ type: 'text', text: 'Go on.' }] };

async function follow(c) {
  let message;
  for (const file of c.streams) {
    const { stream } = await request([question], body(await read(file), c.piece));
    for await (const next of ai.readUIMessageStream({ stream, message, terminateOnError: true })) message = next;
    for (const part of message.parts) {
      if (part.state !== 'approval-requested') continue;
      part.state = 'approval-responded';
      part.approval = { id: part.approval.id, approved: false, reason: c.answers[part.approval.id] || undefined };
    }
  }
  return [question, message];
}

// spelled are histories as applications make them that run a function in the browser.
function spelled() {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => 255 - i);
  const file = data => ({ kind: 'binary', media_type: 'image/png', data });
  const outputs = {
    'base64': file(Buffer.from(bytes).toString('base64')),
    'base64url': file(Buffer.from(bytes).toString('base64url')),
    'Uint8Array': file(bytes),
    'Uint8ClampedArray': file(new Uint8ClampedArray(bytes)),
    'Buffer': file(Buffer.from(bytes)),
    'empty Buffer': file(Buffer.alloc(0)),
    'empty Uint8Array': file(new Uint8Array()),
    'nested': [{ a: { b: file(bytes) } }],
    'Int8Array': file(new Int8Array(bytes)),
    'array': file(Array.from(bytes)),
    'ArrayBuffer': file(bytes.buffer),
    'alone': bytes,
  };
  const parts = Object.entries(outputs).map(([id, output]) => (
    { type: 'tool-report', toolCallId: id, state: 'output-available', input: {}, output }));
  return [question, { id: 'm1', role: 'assistant', parts }];
}

for (const c of JSON.parse(await read('cases.json'))) {
  const messages = c.spelled ? spelled() : c.history ? JSON.parse(await read(c.history)) : await follow(c);
  let checked = messages;
  if (!c.spelled) {
    if (ai.safeValidateUIMessages) { // not in 5.0.0
      const result = await ai.safeValidateUIMessages({ messages });
      if (!result.success) throw new Error(`${c.name}: the client's own check: ${result.error.message.slice(-2000)}`);
      checked = result.data;
    }
    // A server in JavaScript hands them to a model, without what stands beside the calls.
    const prompt = JSON.stringify(await ai.convertToModelMessages(checked));
    if (prompt.includes('data-fscheck-')) throw new Error(`${c.name}: the model reads what stands beside`);
  }
  const { sent } = await request(checked, body(new Uint8Array(), 1));
  await writeFile(join(dir, `${c.name}.out.json`), sent);
}
