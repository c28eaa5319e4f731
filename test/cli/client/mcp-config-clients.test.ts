// What `kontor mcp config` prints for each program, used as that program uses it: the entry is read
// out of the text, a program is started or an address is called, and the tools are there.
import {
  Client as Client2,
  StreamableHTTPClientTransport as Http2,
} from '@modelcontextprotocol/client'
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import * as http1 from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestMcp, type TestMcp } from '../../support/open-test-mcp.ts'
import { runCommand } from '../../support/run-command.ts'
import { shared } from '../../support/shared.ts'

type Entry = {
  type?: string
  url?: string
  headers?: Record<string, string>
  command?: string
  args?: string[]
  env?: Record<string, string>
}

/** The entry under the name of its program, as somebody copies it from the terminal. */
async function entryFor(mcp: TestMcp, program: string): Promise<Entry> {
  const args = ['mcp', 'config', '--key', mcp.key, '--url', mcp.url]
  const text = (await runCommand({ args })).out.join('\n')
  const from = text.indexOf(`${program}, in `)
  const json = text.slice(text.indexOf('\n{', from), text.indexOf('\n}', from) + 2)
  const config = JSON.parse(json)
  return (config.mcpServers ?? config.servers).kontor
}

/** As a program with its own environment starts the server: nothing of ours but what is said. */
function started({ command = '', args = [], env = {} }: Entry) {
  return {
    command,
    args,
    env: { PATH: '/usr/bin:/bin', ...env },
    cwd: '/',
    stderr: 'pipe' as const,
  }
}

/** The clients wait a minute for a program to start, which a busy machine may need. */
const patienceMs = 180_000

type Session = {
  names: string[]
  search(query: string): Promise<unknown>
  close(): Promise<void>
}

const asSdk1 = async (entry: Entry): Promise<Session> => {
  const client = new Client1({ name: 'test', version: '1' })
  const headers = entry.headers ?? {}
  const transport =
    entry.url === undefined
      ? new Stdio1(started(entry))
      : new http1.StreamableHTTPClientTransport(new URL(entry.url), { requestInit: { headers } })
  await client.connect(transport as never, { timeout: patienceMs })
  return {
    names: (await client.listTools()).tools.map(({ name }) => name),
    search: async (query) =>
      (await client.callTool({ name: 'search', arguments: { query } })).structuredContent,
    close: () => client.close(),
  }
}

const asClient2 = async (entry: Entry): Promise<Session> => {
  const client = new Client2(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto', probe: { timeoutMs: patienceMs } } },
  )
  const headers = entry.headers ?? {}
  const transport =
    entry.url === undefined
      ? new Stdio2(started(entry))
      : new Http2(new URL(entry.url), { requestInit: { headers } })
  await client.connect(transport, { timeout: patienceMs })
  return {
    names: (await client.listTools()).tools.map(({ name }) => name),
    search: async (query) =>
      (await client.callTool({ name: 'search', arguments: { query } })).structuredContent,
    close: () => client.close(),
  }
}

const programs: [program: string, way: 'stdio' | 'http', type: string | undefined][] = [
  ['Claude Desktop', 'stdio', undefined],
  ['Claude Code', 'http', 'http'],
  ['Cursor', 'http', undefined],
  ['VS Code', 'http', 'http'],
]

const { fact } = shared(openTestMcp)

for (const [program, way, type] of programs) {
  fact(`${program}: the printed entry connects over ${way}, with either client`, async (mcp) => {
    const entry = await entryFor(mcp, program)
    assert.is(entry.url === undefined ? 'stdio' : 'http', way)
    assert.is(entry.type, type)
    for (const connect of [asSdk1, asClient2]) {
      const session = await connect(entry)
      assert.equal(session.names, ['search', 'get_asset', 'list_assets', 'request_download'])
      const { results } = (await session.search('boiler')) as { results: { asset_id: string }[] }
      assert.is(results[0]?.asset_id, mcp.assetId)
      await session.close()
    }
  })
}

test.run()
