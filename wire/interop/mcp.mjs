// Talks to an MCP server as a real client does, and prints what the client hands to its
// user, a JSON line a call. See mcp_test.go.
//
//   node mcp.mjs sdk|client VERSION CASES COMMAND [ARGUMENT…]
//   node mcp.mjs serve
//
// The first calls the tools "plain" and "declared" of the server that the command
// starts, each with the numbers below CASES. The second prints what the server of
// @modelcontextprotocol/sdk makes of results, as its own client receives them.
import { writeSync } from 'node:fs'

const [mode, version, cases, command, ...args] = process.argv.slice(2)

function print(line) {
  let rest = Buffer.from(JSON.stringify(line) + '\n')
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (e) {
      if (e.code !== 'EAGAIN') throw e
    }
  }
}

async function connect() {
  const server = { command, args, env: { FSCHECK_MCP_SERVER: version } }
  const info = { name: 'fscheck-interop', version: '1' }
  if (mode === 'sdk') {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js')
    const client = new Client(info)
    await client.connect(new StdioClientTransport(server))
    return client
  }
  const { Client } = await import('@modelcontextprotocol/client')
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio')
  const modern = version >= '2026' ? { versionNegotiation: { mode: { pin: version } } } : {}
  const client = new Client(info, modern)
  await client.connect(new StdioClientTransport(server))
  return client
}

async function call() {
  const client = await connect()
  await client.listTools() // the client compares results with the output schema from here on
  for (let i = 0; i < Number(cases); i++) {
    for (const name of ['plain', 'declared']) {
      try {
        print({ case: i, tool: name, result: await client.callTool({ name, arguments: { case: i } }) })
      } catch (e) {
        print({ case: i, tool: name, error: String(e.message) })
      }
    }
  }
  await client.close()
}

// What a server returns that does not know us.
const results = {
  text: { content: [{ type: 'text', text: '123' }] },
  'every block': {
    content: [
      { type: 'text', text: 'see', annotations: { audience: ['user'], priority: 0.5 } },
      { type: 'image', data: '+/8=', mimeType: 'image/png', _meta: { theirs: 1 } },
      { type: 'audio', data: '', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///notes.txt', mimeType: 'text/plain', text: 'note' } },
      { type: 'resource', resource: { uri: 'file:///a.zip', blob: '+/8=' } },
      { type: 'resource_link', uri: 'https://example.com/v.mp4', name: 'a video', title: 'V', size: 7, icons: [{ src: 'i.png' }] },
    ],
  },
  'failure with a file': { content: [{ type: 'text', text: 'no' }, { type: 'image', data: '', mimeType: 'image/png' }], isError: true },
  structured: { content: [{ type: 'text', text: '{"n":1}' }], structuredContent: { n: 1, list: [null, true] } },
  thrown: null,
}

async function serve() {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js')
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
  const { InMemoryTransport } = await import('@modelcontextprotocol/sdk/inMemory.js')
  const server = new McpServer({ name: 'theirs', version: '1' })
  for (const [name, result] of Object.entries(results)) {
    server.registerTool(name.replaceAll(' ', '_'), {}, () => {
      if (result === null) throw new Error('it broke')
      return result
    })
  }
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'fscheck-interop', version: '1' })
  await Promise.all([server.connect(theirs), client.connect(ours)])
  for (const name of Object.keys(results)) {
    print({ tool: name, result: await client.callTool({ name: name.replaceAll(' ', '_') }) })
  }
  await client.close()
}

await (mode === 'serve' ? serve() : call())
