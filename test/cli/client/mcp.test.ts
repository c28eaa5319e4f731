// `kontor mcp`: a process between a client that speaks stdio and a running server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Client as Client2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as Transport2 } from '@modelcontextprotocol/client/stdio'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { handshake, withMeta } from '../../support/mcp.ts'
import { content, openTestMcp, type TestMcp } from '../../support/open-test-mcp.ts'
import { program } from '../../support/program.ts'
import { runCommand } from '../../support/run-command.ts'
import { shared } from '../../support/shared.ts'

const { command, args: before, env: ownEnv } = program([])
const args = [...before, 'mcp']

function environmentOf({ url, key }: Place) {
  return { ...ownEnv, PATH: process.env.PATH ?? '', KONTOR_URL: url, KONTOR_KEY: key }
}

/** The clients wait a minute for a program to start, which a busy machine may need. */
const patienceMs = 180_000

type Answer = { id: unknown; error?: { code: number; message: string } }
type Place = Pick<TestMcp, 'url' | 'key'>

/** Pipes the input in, ends it, and waits for the end of the command. */
async function run(place: Place, input: string): Promise<{ code: number; answers: Answer[] }> {
  const line = { args: ['mcp'], environment: environmentOf(place), input: [input] }
  const { code, out, err } = await runCommand(line)
  assert.equal(err, [])
  return { code, answers: out.map((text) => JSON.parse(text)) }
}

const lines = (...messages: unknown[]) =>
  messages.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('')

const call = (id: number | string, query: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'search', arguments: { query } },
})

/** All of them ask, and one buys. */
const { fact } = shared(openTestMcp)

fact('the client of 2.4 works through the bridge with 2026-07-28', async (mcp) => {
  const mode = { pin: '2026-07-28' } as const
  const versionNegotiation = { mode, probe: { timeoutMs: patienceMs } }
  const client = new Client2({ name: 'test', version: '1' }, { versionNegotiation })
  const transport = new Transport2({
    command,
    args,
    env: environmentOf(mcp),
  })
  await client.connect(transport, { timeout: patienceMs })
  assert.is(client.getNegotiatedProtocolVersion(), '2026-07-28')
  const bought = await client.callTool({
    name: 'request_download',
    arguments: { asset_id: mcp.assetId },
  })
  const { url } = bought.structuredContent as { url: string }
  assert.is(await (await fetch(url)).text(), content)
  await client.close()
})

fact('at the end of the input what was asked is answered, then the command ends', async (mcp) => {
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
  const input = lines(handshake('2025-06-18'), initialized, call(2, 'boiler'), '', call('c', '"x'))
  const { code, answers } = await run(mcp, input.slice(0, -1))
  assert.is(code, 0)
  assert.equal(answers.map(({ id }) => String(id)).sort(), ['1', '2', 'c'])
})

fact('as a process it says nothing of its own and ends with 0 when its input does', async (mcp) => {
  const env = environmentOf(mcp)
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  child.stdin.end(lines(call(1, 'boiler')))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  assert.equal([await ended, stderr], [[0, null], ''])
  assert.is(JSON.parse(stdout).result.structuredContent.total, 1)
  assert.is(stdout.indexOf('\n'), stdout.length - 1)
})

fact('a character may come in two pieces', async (mcp) => {
  const bytes = Buffer.from(lines(call('ä', 'boiler')))
  const cut = bytes.indexOf('ä') + 1
  const input = [bytes.subarray(0, cut), bytes.subarray(cut)]
  const { out } = await runCommand({ args: ['mcp'], environment: environmentOf(mcp), input })
  assert.equal(
    out.map((line) => JSON.parse(line).id),
    ['ä'],
  )
})

fact('the other line ends of Unicode end no message', async (mcp) => {
  const { answers } = await run(mcp, lines(call(1, 'boiler\u2028')))
  assert.is(answers.length, 1)
  assert.is(answers[0]?.id, 1)
})

fact('a line that is no message is a parse error', async (mcp) => {
  const { answers } = await run(mcp, lines('{bad', '5', call(2, 'boiler')))
  assert.equal(answers.map(({ id, error }) => [id, error?.code]).slice(0, 2), [
    [null, -32_700],
    [null, -32_700],
  ])
  assert.is(answers.length, 3)
})

const refused: [name: string, key: string, says: RegExp][] = [
  ['an unknown key', 'kontor_unknown', /answered 401: A valid credential is needed/],
]

for (const [name, key, says] of refused) {
  fact(`${name} is an error for each request, and nothing for notifications`, async (mcp) => {
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const { code, answers } = await run({ url: mcp.url, key }, lines(initialized, call(3, 'x')))
    assert.is(code, 0)
    assert.is(answers.length, 1)
    assert.is(answers[0]?.id, 3)
    assert.match(answers[0]?.error?.message ?? '', says)
  })
}

test('a server that is not there is an error for each request', async () => {
  const place = { url: 'http://127.0.0.1:9', key: 'kontor_x' }
  const { code, answers } = await run(place, lines(call(1, 'x'), call(2, 'y')))
  assert.is(code, 0)
  assert.equal(answers.map(({ id }) => id).sort(), [1, 2])
  assert.match(answers[0]?.error?.message ?? '', /9 cannot be reached: /)
})

fact('an error about the message as a whole gets the id of its request', async (mcp) => {
  const params = { ...withMeta({}, '2026-07-28'), name: 'search', arguments: {} }
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2027-01-01' }
  const message = { ...call(4, 'x'), params: { ...params, _meta: meta } }
  const { answers } = await run(mcp, lines(message))
  assert.is(answers.length, 1)
  assert.is(answers[0]?.id, 4)
  assert.ok(answers[0]?.error)
})

fact('what is cancelled is not answered', async (mcp) => {
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  const { code, answers } = await run(mcp, lines(call(1, 'boiler'), cancel, call(2, 'boiler')))
  assert.is(code, 0)
  assert.equal(
    answers.map(({ id }) => id),
    [2],
  )
})

const wrong: [name: string, args: string[], says: RegExp][] = [
  ['no key', [], /--key is required \(or KONTOR_KEY/],
  ['a session for a key', ['--key', 'sess_x'], /an API key begins with kontor_/],
  ['an address without a scheme', ['--key', 'kontor_x', '--url', 'data.example.eu'], /--url: /],
]

for (const [name, args, says] of wrong) {
  test(`${name} is wrong usage`, async () => {
    const { code, err } = await runCommand({ args: ['mcp', ...args] })
    assert.is(code, 2)
    assert.match(err.join(), says)
  })
}

test.run()
