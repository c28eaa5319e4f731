import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openX402Facilitator } from '../../src/adapters/x402-facilitator.ts'
import { FacilitatorSilent } from '../../src/domain/ledger/ports.ts'

const request = { x402Version: 2, paymentPayload: { a: 1 }, paymentRequirements: {} } as const

async function openServer(listener: RequestListener, timeoutMs = 120_000) {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    facilitator: openX402Facilitator({ url, timeoutMs, token: 'secret' }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<unknown>((done) => server.close(done))
    },
  }
}

async function silence(asking: Promise<unknown>): Promise<string> {
  const error = await asking.catch((thrown: unknown) => thrown)
  assert.instance(error, FacilitatorSilent)
  return (error as Error).message
}

test('a deed is a POST of JSON to its path, with the credential', async () => {
  const seen: unknown[] = []
  await using server = await openServer((asked, answer) => {
    seen.push([asked.method, asked.url, asked.headers['content-type'], asked.headers.authorization])
    answer.end('{"isValid":true}')
  })
  assert.equal(await server.facilitator.verify(request), { isValid: true })
  await server.facilitator.settle(request)
  const rest = ['application/json', 'Bearer secret']
  assert.equal(seen, [
    ['POST', '/verify', ...rest],
    ['POST', '/settle', ...rest],
  ])
})

test('a refusal may come with a status of its own', async () => {
  await using server = await openServer((_, answer) =>
    answer.writeHead(400).end('{"success":false}'),
  )
  assert.equal(await server.facilitator.settle(request), { success: false })
})

const shortMs = 300
const silences: [name: string, listener: RequestListener, timeoutMs?: number][] = [
  ['nothing', () => undefined, shortMs],
  ['no JSON', (_, answer) => void answer.end('<html>')],
  ['a failure', (_, answer) => void answer.writeHead(500).end('{"success":true}')],
  ['a way elsewhere', (_, answer) => void answer.writeHead(302, { location: '/other' }).end('{}')],
  ['a byte at a time', (_, answer) => drip(answer), shortMs],
  ['without end', (_, answer) => flood(answer)],
]

function drip(answer: Parameters<RequestListener>[1]) {
  const timer = setInterval(() => answer.write(' '), 20)
  answer.on('close', () => clearInterval(timer))
}

function flood(answer: Parameters<RequestListener>[1]) {
  answer.on('error', () => undefined)
  answer.end(`"${'x'.repeat(100_000)}"`)
}

for (const [name, listener, timeoutMs] of silences) {
  test(`no answer is: ${name}`, async () => {
    await using server = await openServer(listener, timeoutMs)
    assert.match(await silence(server.facilitator.settle(request)), /^settle: /)
  })
}

test('nobody there is no answer', async () => {
  const facilitator = openX402Facilitator({ url: 'http://127.0.0.1:1', timeoutMs: 120_000 })
  assert.match(await silence(facilitator.verify(request)), /^verify: /)
})

test.run()
