// POST /mcp below the tools: versions, messages, batches, headers.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { handshake, methodHeaders, type Version, versions } from '../../../support/mcp.ts'
import type { Answer } from '../../../support/open-test-app.ts'
import { openTestMcp, type TestMcp } from '../../../support/open-test-mcp.ts'
import { shared } from '../../../support/shared.ts'

/** Nothing is remembered from one message to the next. */
const { fact } = shared(openTestMcp)

const negotiated: [offered: string, agreed: string][] = [
  ['2024-11-05', '2024-11-05'],
  ['2025-03-26', '2025-03-26'],
  ['2025-06-18', '2025-06-18'],
  ['2025-11-25', '2025-11-25'],
  // The newest version has no initialize; who asks it that way gets the one before.
  ['2026-07-28', '2025-11-25'],
  ['2024-10-07', '2025-11-25'],
  ['2027-01-01', '2025-11-25'],
  ['yesterday', '2025-11-25'],
]

fact(
  'initialize agrees on the version that is offered, else on the newest with it',
  async (mcp) => {
    for (const [offered, agreed] of negotiated) {
      const { status, body, headers } = await mcp.client('2024-11-05').post(handshake(offered))
      assert.equal([status, body.result.protocolVersion], [200, agreed], offered)
      assert.equal(body.result.capabilities, { tools: { listChanged: false } })
      assert.is(body.result.serverInfo.name, 'kontor')
      assert.is(headers.get('mcp-session-id'), null)
    }
  },
)

fact('2026-07-28 discovers, and says how long the list of tools holds', async (mcp) => {
  const client = mcp.client('2026-07-28')
  const discovered = (await client.ask('server/discover')).body.result
  assert.equal(discovered.supportedVersions, ['2026-07-28'])
  assert.is(discovered.resultType, 'complete')
  const { ttlMs, cacheScope } = (await client.ask('tools/list')).body.result
  assert.equal([ttlMs, cacheScope], [300_000, 'public'])
})

type Row = {
  name: string
  version: Version
  body?: unknown
  ask?: [method: string, params?: object]
  headers?: Record<string, string>
  status: number
  /** The code of the JSON-RPC error; without one the answer is a result, or empty. */
  code?: number
  says?: RegExp
}

const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' })
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
const legacy = { version: '2025-11-25' } as const
const modern = { version: '2026-07-28' } as const
const batched = { version: '2025-03-26' } as const
const invalid = { status: 400, code: -32_600 }
const mismatch = { status: 400, code: -32_020 }
const noMessage = /not a JSON-RPC 2.0 message/
const list: Row['ask'] = ['tools/list']

const rows: Row[] = [
  { name: 'text', ...legacy, body: 'x', ...invalid, says: noMessage },
  { name: 'null', ...legacy, body: null, ...invalid, says: noMessage },
  { name: 'no message', ...legacy, body: {}, ...invalid, says: noMessage },
  { name: 'an id of null', ...legacy, body: ping(null), ...invalid, says: noMessage },
  { name: 'an id that is an object', ...legacy, body: ping({}), ...invalid, says: noMessage },
  { name: 'JSON-RPC 1', ...legacy, body: { ...ping(1), jsonrpc: '1.0' }, ...invalid },
  { name: 'a method nobody has', ...legacy, ask: ['nope'], status: 200, code: -32_601 },
  { name: 'a list of resources', ...legacy, ask: ['resources/list'], status: 200, code: -32_601 },
  { name: 'a list of prompts', ...legacy, ask: ['prompts/list'], status: 200, code: -32_601 },
  {
    name: 'a second page of tools',
    ...legacy,
    ask: ['tools/list', { cursor: 'x' }],
    status: 200,
    code: -32_602,
  },
  {
    name: 'an unknown tool',
    ...legacy,
    ask: ['tools/call', { name: 'nope' }],
    status: 200,
    code: -32_602,
    says: /Unknown tool: nope/,
  },
  { name: 'a tool without a name', ...legacy, ask: ['tools/call', {}], status: 200, code: -32_602 },
  {
    name: 'arguments in a list',
    ...legacy,
    ask: ['tools/call', { name: 'search', arguments: [1] }],
    status: 200,
    code: -32_602,
  },
  {
    name: 'a version that never was',
    ...legacy,
    ask: ['ping'],
    headers: { 'mcp-protocol-version': '1900-01-01' },
    status: 400,
    code: -32_000,
    says: /Unsupported protocol version/,
  },
  { name: 'a subscription', ...legacy, ask: ['subscriptions/listen'], status: 404, code: -32_601 },
  { name: 'a notification', ...legacy, body: initialized, status: 202 },
  {
    name: 'an answer to nothing',
    ...legacy,
    body: { jsonrpc: '2.0', id: 1, result: {} },
    status: 202,
  },

  {
    name: 'a batch before there were any',
    version: '2024-11-05',
    body: [ping(1)],
    headers: { 'mcp-protocol-version': '2024-11-05' },
    ...invalid,
    says: /only 2025-03-26 has/,
  },
  {
    name: 'a batch in 2025-06-18',
    version: '2025-06-18',
    body: [ping(1)],
    ...invalid,
    says: /only 2025-03-26 has/,
  },
  {
    name: 'a batch in 2025-11-25',
    ...legacy,
    body: [ping(1)],
    ...invalid,
    says: /only 2025-03-26 has/,
  },
  {
    name: 'a batch in 2026-07-28',
    ...modern,
    body: [ping(1)],
    ...invalid,
    says: /only 2025-03-26 has/,
  },
  { name: 'an empty batch', ...batched, body: [], ...invalid, says: /empty/ },
  {
    name: 'a long batch',
    ...batched,
    body: Array.from({ length: 21 }, (_, id) => ping(id)),
    ...invalid,
    says: /at most 20/,
  },
  {
    name: 'an id twice in a batch',
    ...batched,
    body: [ping(1), ping(1)],
    ...invalid,
    says: /the same id/,
  },
  {
    name: 'a batch with something else in it',
    ...batched,
    body: [ping(1), 5],
    ...invalid,
    says: noMessage,
  },
  {
    name: 'initialize in a batch',
    ...batched,
    body: [handshake('2025-03-26'), ping(2)],
    ...invalid,
  },
  { name: 'a batch of notifications', ...batched, body: [initialized, initialized], status: 202 },

  { name: 'a ping, which is gone', ...modern, ask: ['ping'], status: 404, code: -32_601 },
  { name: 'a method nobody has, now', ...modern, ask: ['nope'], status: 404, code: -32_601 },
  {
    name: 'a subscription, now',
    ...modern,
    ask: ['subscriptions/listen'],
    status: 404,
    code: -32_601,
  },
  { name: 'initialize, which is gone', ...modern, body: handshake('2026-07-28'), ...mismatch },
  { name: 'no Mcp-Method', ...modern, ask: list, headers: { 'mcp-method': '' }, ...mismatch },
  {
    name: 'another Mcp-Method',
    ...modern,
    ask: list,
    headers: { 'mcp-method': 'tools/call' },
    ...mismatch,
  },
  {
    name: 'another Mcp-Name',
    ...modern,
    ask: ['tools/call', { name: 'search', arguments: {} }],
    headers: { 'mcp-name': 'get_asset' },
    ...mismatch,
  },
  {
    name: 'no version in the header',
    ...modern,
    ask: list,
    headers: { 'mcp-protocol-version': '' },
    ...mismatch,
  },
  {
    name: 'two versions',
    ...modern,
    ask: list,
    headers: { 'mcp-protocol-version': '2025-11-25' },
    ...mismatch,
  },
  {
    name: 'no _meta',
    ...modern,
    body: { jsonrpc: '2.0', id: 7, method: 'tools/list' },
    headers: methodHeaders('tools/list', {}),
    status: 400,
    code: -32_602,
  },
]

function send(mcp: TestMcp, { version, body, ask, headers }: Row): Promise<Answer> {
  const client = mcp.client(version)
  const sent = headers === undefined ? {} : { headers }
  return ask ? client.ask(ask[0], ask[1], sent) : client.post(body, sent)
}

/** The answers that the document names, by their status. */
async function documented(mcp: TestMcp): Promise<Record<string, object>> {
  const { body } = await mcp.call('GET', '/openapi/a.json')
  return body.paths['/mcp'].post.responses
}

function assertDocumented(named: Record<string, object>, { status, body }: Answer): void {
  assert.ok(named[status], `${status} is not in the document`)
  if (body.jsonrpc) assert.match(JSON.stringify(named[status]), '/McpAnswer"', String(status))
}

fact('what is wrong with a message is answered as the protocol has it', async (mcp) => {
  const named = await documented(mcp)
  for (const row of rows) {
    const answer = await send(mcp, row)
    const { status, body } = answer
    assertDocumented(named, answer)
    assert.equal([status, body.error?.code], [row.status, row.code], row.name)
    if (row.says) assert.match(body.error.message, row.says, row.name)
    if (row.status === 202) assert.is(body, '', row.name)
  }
})

const shapes: [method: string, params: unknown, says: string][] = [
  ['initialize', {}, 'params.protocolVersion must be a text.'],
  ['initialize', { protocolVersion: 7 }, 'params.protocolVersion must be a text.'],
  [
    'initialize',
    { protocolVersion: '2025-11-25', capabilities: [] },
    'params.capabilities must be an object.',
  ],
  ['tools/call', { arguments: {} }, 'params.name must be a text.'],
  ['tools/call', { name: 7 }, 'params.name must be a text.'],
  ['tools/call', { name: 'search', arguments: [] }, 'params.arguments must be an object.'],
  ['tools/call', { name: 'search', arguments: 'boiler' }, 'params.arguments must be an object.'],
  ['tools/list', { cursor: 7 }, 'params.cursor must be a text.'],
]

fact(
  'parameters of another kind are named in one line, and are no failure of ours',
  async (mcp) => {
    const client = mcp.client('2025-11-25')
    for (const [method, params, says] of shapes) {
      const { status, body } = await client.post({ jsonrpc: '2.0', id: 7, method, params })
      const { code, message } = body.error
      assert.equal(
        [status, code, message],
        [200, -32_602, says],
        `${method} ${JSON.stringify(params)}`,
      )
    }
    const batch = shapes
      .slice(3, 5)
      .map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))
    const { body } = await mcp.client('2025-03-26').post(batch)
    const said = body.map(({ error }: { error: { message: string } }) => error.message)
    assert.equal(said, Array(2).fill('params.name must be a text.'))
    const modern = mcp.client('2026-07-28')
    const other = await modern.ask('tools/call', { name: 'search', arguments: [] })
    assert.equal(
      [other.body.error?.code, other.body.error?.message],
      [-32_602, 'params.arguments must be an object.'],
    )
  },
)

fact('arguments that are null are none, as a single one that is', async (mcp) => {
  const params = { name: 'list_assets', arguments: null }
  for (const version of ['2025-11-25', '2026-07-28'] as const) {
    const { status, body } = await mcp.client(version).ask('tools/call', params)
    assert.equal([status, body.result?.structuredContent], [200, { assets: [], next: null }])
  }
})

fact('a version of tomorrow is refused with those that there are', async (mcp) => {
  const name = 'io.modelcontextprotocol/protocolVersion'
  const capabilities = { 'io.modelcontextprotocol/clientCapabilities': {} }
  const params = { _meta: { [name]: '2027-01-01', ...capabilities } }
  const headers = { 'mcp-protocol-version': '2027-01-01', 'mcp-method': 'tools/list' }
  const message = { jsonrpc: '2.0', id: 7, method: 'tools/list', params }
  const { status, body } = await mcp.client('2025-11-25').post(message, { headers })
  assert.equal([status, body.error.code], [400, -32_022])
  assert.equal(body.error.data.supported, ['2026-07-28'])
})

const bodies: [name: string, raw: string, status: number, code: number][] = [
  ['no JSON', '{bad', 400, -32_700],
  ['nothing', '', 400, -32_700],
  [
    'a prototype',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}',
    400,
    -32_700,
  ],
  ['a deep nest', `${'['.repeat(100)}${']'.repeat(100)}`, 400, -32_700],
]

fact('a body that cannot be read is a parse error', async (mcp) => {
  for (const [name, raw, status, code] of bodies) {
    const headers = { 'content-type': 'application/json' }
    const answer = await mcp.call('POST', '/mcp', { as: mcp.key, raw, headers })
    assert.equal([answer.status, answer.body.error?.code], [status, code], name)
  }
})

fact('a body that a form could send is refused', async (mcp) => {
  const raw = JSON.stringify(handshake('2025-11-25'))
  const headers = { 'content-type': 'text/plain' }
  const answer = await mcp.call('POST', '/mcp', { as: mcp.key, raw, headers })
  assert.is(answer.status, 415)
  assertDocumented(await documented(mcp), answer)
})

fact('a body of more than 1 MiB is refused', async (mcp) => {
  const { status, body } = await mcp.client('2025-11-25').post(' '.repeat(1024 * 1024))
  assert.equal([status, body.code], [413, 'payload_too_large'])
})

fact(
  'a batch is answered with a list, and what would cancel a neighbour is left out',
  async (mcp) => {
    const call = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'search', arguments: { query: 'boiler' } },
    })
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const client = mcp.client('2025-03-26')
    const { status, body } = await client.post([call(1), cancel, call(2)])
    assert.is(status, 200)
    assert.equal(
      body.map((one: { id: number; result: { structuredContent: { total: number } } }) => [
        one.id,
        one.result.structuredContent.total,
      ]),
      [
        [1, 1],
        [2, 1],
      ],
    )
    assert.is((await client.post([ping(5)])).body.length, 1)
  },
)

fact('every version gets an answer in JSON whatever it accepts', async (mcp) => {
  for (const version of versions) {
    for (const accept of ['application/json', '*/*', 'text/html']) {
      const { status, headers } = await mcp
        .client(version)
        .ask('tools/list', {}, { headers: { accept } })
      assert.equal([status, headers.get('content-type')], [200, 'application/json; charset=utf-8'])
    }
  }
})

fact('the name of a tool may come in Base64', async (mcp) => {
  const headers = { 'mcp-name': `=?base64?${Buffer.from('list_assets').toString('base64')}?=` }
  const params = { name: 'list_assets', arguments: {} }
  const { body } = await mcp.client('2026-07-28').ask('tools/call', params, { headers })
  assert.equal(body.result.structuredContent, { assets: [], next: null })
})

for (const method of ['GET', 'DELETE', 'PUT']) {
  fact(`${method} is not allowed: there is no stream and no session`, async (mcp) => {
    const { status, headers, body } = await mcp.call(method, '/mcp', { as: mcp.key })
    assert.equal([status, headers.get('allow'), body.code], [405, 'POST', 'method_not_allowed'])
  })
}

test.run()
