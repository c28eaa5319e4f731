// The clients that people use, as they come, at every version that they can speak.
import {
  Client as Client2,
  type ClientOptions,
  StreamableHTTPClientTransport as Transport2,
} from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import * as http1 from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { content, openTestMcp, type TestMcp } from '../../../support/open-test-mcp.ts'

type Called = { isError?: boolean; structuredContent?: unknown; content: { text: string }[] }

/** What the tests need of either client. */
type RealClient = {
  version: string | undefined
  toolNames(): Promise<string[]>
  call(name: string, args: object): Promise<Called>
  close(): Promise<void>
}

type Connect = (url: URL, headers: Record<string, string>) => Promise<RealClient>

const connectSdk1 = sdk1At('2025-11-25')

/** That client begins with the newest version that it knows: an older one asks for its own. */
function sdk1At(version: string): Connect {
  return async (url, headers) => {
    const client = new Client1({ name: 'test', version: '1' })
    const ask: typeof fetch = (to, init) =>
      fetch(to, { ...init, body: String(init?.body ?? '').replace('2025-11-25', version) || null })
    const transport = new http1.StreamableHTTPClientTransport(url, {
      ...(version === '2025-11-25' ? {} : { fetch: ask as never }),
      requestInit: { headers },
    })
    await client.connect(transport as never)
    return {
      version: transport.protocolVersion,
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: (name, args) => client.callTool({ name, arguments: { ...args } }) as Promise<Called>,
      close: () => client.close(),
    }
  }
}

function connectClient2(options: ClientOptions): Connect {
  return async (url, headers) => {
    const client = new Client2({ name: 'test', version: '1' }, options)
    await client.connect(new Transport2(url, { requestInit: { headers } }))
    return {
      version: client.getNegotiatedProtocolVersion(),
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: (name, args) => client.callTool({ name, arguments: { ...args } }) as Promise<Called>,
      close: () => client.close(),
    }
  }
}

const only = (version: string) => connectClient2({ supportedProtocolVersions: [version] })

const clients: [title: string, version: string, connect: Connect][] = [
  ['sdk 1.32', '2025-11-25', connectSdk1],
  ['sdk 1.32 as of 2025-06-18', '2025-06-18', sdk1At('2025-06-18')],
  ['sdk 1.32 as of 2025-03-26', '2025-03-26', sdk1At('2025-03-26')],
  ['sdk 1.32 as of 2024-11-05', '2024-11-05', sdk1At('2024-11-05')],
  ['client 2.4 that knows 2024-11-05', '2024-11-05', only('2024-11-05')],
  ['client 2.4 that knows 2025-03-26', '2025-03-26', only('2025-03-26')],
  ['client 2.4 that knows 2025-06-18', '2025-06-18', only('2025-06-18')],
  ['client 2.4 that knows 2025-11-25', '2025-11-25', only('2025-11-25')],
  [
    'client 2.4 that negotiates',
    '2026-07-28',
    connectClient2({ versionNegotiation: { mode: 'auto' } }),
  ],
  [
    'client 2.4 that insists on 2026-07-28',
    '2026-07-28',
    connectClient2({ versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  ],
]

function as(mcp: TestMcp, connect: Connect, key: string = mcp.key): Promise<RealClient> {
  return connect(new URL(`${mcp.url}/mcp`), { 'x-api-key': key })
}

for (const [title, version, connect] of clients) {
  test(`${title} lists the tools, searches, reads, buys and is told what is not paid`, async () => {
    await using mcp = await openTestMcp({ config: { welcomeCredits: 25 } })
    const client = await as(mcp, connect)
    assert.is(client.version, version)
    assert.equal(await client.toolNames(), [
      'search',
      'get_asset',
      'list_assets',
      'request_download',
    ])

    const found = await client.call('search', { query: 'boiler', highlight: true })
    assert.equal(JSON.parse(found.content[0]?.text ?? ''), found.structuredContent)
    const { results, search_id } = found.structuredContent as {
      results: { snippet: string; asset_id: string }[]
      search_id: string
    }
    assert.is(results[0]?.snippet, content.replace('boiler', '**boiler**'))

    const asset_id = results[0]?.asset_id
    const read = await client.call('get_asset', { asset_id })
    const { passages } = read.structuredContent as { passages: { text: string }[] }
    assert.equal(
      passages.map(({ text }) => text),
      [content],
    )

    const link = await client.call('request_download', { asset_id, search_id })
    const { url, estimated_credits } = link.structuredContent as {
      url: string
      estimated_credits: number
    }
    const file = await fetch(url)
    assert.equal([file.status, await file.text()], [200, content])
    assert.is(mcp.credits(mcp.buyer.tenantId), 25 - estimated_credits)

    const broke = await client.call('request_download', { asset_id })
    assert.is(broke.isError, true)
    assert.is(broke.structuredContent, undefined)
    const { code, operation, required_credits, available_credits } = JSON.parse(
      broke.content[0]?.text ?? '',
    )
    assert.equal(
      [code, operation, required_credits, available_credits],
      ['insufficient_credits', 'download', 25, 0],
    )
    const none = await client.call('get_asset', { asset_id: 'obj_x' })
    assert.is(none.isError, true)
    await client.close()
    assertLedgerBalances(mcp)
  })
}

test('the links keep the search that led to them', async () => {
  await using mcp = await openTestMcp()
  const client = await as(mcp, connectSdk1)
  const { structuredContent } = await client.call('search', { query: 'boiler' })
  const { search_id } = structuredContent as { search_id: string }
  await client.call('request_download', { asset_id: mcp.assetId, search_id })
  await client.close()
  const kept = mcp.store.raw.prepare('SELECT search_id FROM dl_link').pluck().all()
  assert.equal(kept, [search_id])
})

test('without a key every client is told that one is needed', async () => {
  await using mcp = await openTestMcp()
  for (const [title, , connect] of clients) {
    const told = await as(mcp, connect, 'kontor_unknown').catch(String)
    assert.match(String(told), /401|requires authorization|A valid credential/, title)
  }
})

test.run()
