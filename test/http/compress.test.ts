// What is compressed, how often, and what never is.

import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { documentNames, openapiText } from '../../src/http/openapi/openapi-text.ts'
import { allRoutes } from '../../src/http/surfaces.ts'
import { openTestApp, type TestApp } from '../support/open-test-app.ts'
import { shared } from '../support/shared.ts'

type Heard = { status: number; headers: Record<string, unknown>; bytes: Buffer }
type Sent = { method?: string; headers?: Record<string, string>; body?: object }

/** As it comes over the wire: fetch would unpack it. */
function raw({ url }: TestApp, path: string, sent: Sent = {}): Promise<Heard> {
  const { method = 'GET', headers = {}, body } = sent
  const text = body && JSON.stringify(body)
  const json = text ? { 'content-type': 'application/json' } : {}
  return new Promise((done, fail) => {
    const asked = request(url + path, { method, headers: { ...headers, ...json } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          bytes: Buffer.concat(parts),
        }),
      )
    })
    asked.on('error', fail)
    asked.end(text)
  })
}

const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const app = shared(() => openTestApp({ parts: { jobs: false, workers: false } }))

app.fact('a large document comes in Brotli, in gzip, or as it is', async (app) => {
  const path = '/openapi/b.json'
  const plain = await raw(app, path)
  assert.is(plain.headers['content-encoding'], undefined)
  assert.match(String(plain.headers.vary), /Accept-Encoding/i)
  const brotli = await raw(app, path, { headers: browser })
  assert.is(brotli.headers['content-encoding'], 'br')
  assert.is(Number(brotli.headers['content-length']), brotli.bytes.length)
  assert.ok(brotli.bytes.length < plain.bytes.length / 8)
  assert.equal(brotliDecompressSync(brotli.bytes), plain.bytes)
  const gzipped = await raw(app, path, { headers: { 'accept-encoding': 'gzip;q=0.5' } })
  assert.is(gzipped.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(gzipped.bytes), plain.bytes)
  const refused = await raw(app, path, { headers: { 'accept-encoding': 'br;q=0, identity' } })
  assert.is(refused.headers['content-encoding'], undefined)
})

app.fact('what a document is known by still holds when it is compressed', async (app) => {
  const path = '/docs/assets/swagger-ui.css'
  const { headers } = await raw(app, path, { headers: browser })
  assert.is(headers['content-encoding'], 'br')
  const tag = String(headers.etag)
  assert.match(tag, /^W\/"/)
  const again = await raw(app, path, { headers: { ...browser, 'if-none-match': tag } })
  assert.equal([again.status, again.bytes.length], [304, 0])
  assert.match(String(again.headers.vary), /Accept-Encoding/i)
})

app.fact('small answers stay as they are', async (app) => {
  const small = await raw(app, '/health', { headers: browser })
  assert.is(small.headers['content-encoding'], undefined)
})

app.fact('HEAD says of a compressed answer what GET says, its length too', async (app) => {
  const lengths = async (headers: Record<string, string>) => {
    const answers = ['GET', 'HEAD'].map((method) => raw(app, '/docs/search', { method, headers }))
    return (await Promise.all(answers)).map(({ headers: said, bytes }) => {
      return { coding: said['content-encoding'], told: said['content-length'], got: bytes.length }
    })
  }
  for (const [headers, coding] of [
    [browser, 'br'],
    [{}, undefined],
  ] as const) {
    const [get, head] = await lengths(headers)
    assert.equal(get, { coding, told: `${get?.got}`, got: get?.got })
    assert.equal(head, { ...get, got: 0 })
  }
})

app.fact('a large answer is compressed, and one that gives secrets is not', async (app) => {
  const { token } = await app.admin()
  const headers = { ...browser, authorization: `Bearer ${token}` }
  const body = { count: 100, credits: 1 }
  const codes = await raw(app, '/v1/admin/vouchers', { method: 'POST', headers, body })
  assert.is(codes.status, 201)
  assert.ok(codes.bytes.length > 4_096)
  assert.is(codes.headers['content-encoding'], undefined)
  const list = await raw(app, '/v1/admin/vouchers?limit=100', { headers })
  assert.is(list.headers['content-encoding'], 'br')
  const { data } = JSON.parse(brotliDecompressSync(list.bytes).toString())
  assert.is(data.total, 100)
})

/** Members of answers that let in, or prove who somebody is. */
const secrets = new Set([
  ...['session_token', 'device_token', 'secret', 'key', 'code', 'url', 'continue_at'],
  ...['upload_url', 'download_url', 'preview_url', 'preview_image_url'],
  ...['invitation_code', 'reset_code', 'setup_code', 'recovery_codes'],
])
/** Where such a name stands for something that is none. */
const harmless: Readonly<Record<string, string>> = {
  getReceipt: 'what a transfer was for',
  getSpend: 'what is grouped by',
  listWebhooks: 'where events are sent',
  getWebhook: 'where events are sent',
  patchWebhook: 'where events are sent',
  resubmitObjects: 'of an error',
  confirmUploads: 'of an error',
  decideReviews: 'of an error',
  endBrowserSession: 'where a log-out goes on',
  getIndexState: 'where search nodes listen',
  getFirstHour: 'where this server is reached',
  changeFirstHour: 'where this server is reached',
  tryAddress: 'where this server is reached',
}

test('every route whose answer has a secret says so', () => {
  const giving = allRoutes().filter(({ route }) => route.givesSecret)
  const marked = new Set(giving.map(({ route }) => route.id))
  const found = documentNames.flatMap((name) => operationsWithSecrets(name))
  const missing = found.filter((id) => !marked.has(id) && !Object.hasOwn(harmless, id))
  assert.equal([...new Set(missing)], [])
})

function operationsWithSecrets(name: (typeof documentNames)[number]): string[] {
  const document = JSON.parse(openapiText(name, 'https://kontor.example'))
  const named = (schema: unknown, seen: Set<unknown>): string[] => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
    seen.add(schema)
    const { $ref, properties } = schema as { $ref?: string; properties?: object }
    if ($ref) return named(document.components.schemas[$ref.split('/').at(-1) ?? ''], seen)
    const inside = Object.values(schema).flatMap((part) => named(part, seen))
    return [...Object.keys(properties ?? {}), ...inside]
  }
  // biome-ignore lint/suspicious/noExplicitAny: a document is read as it is
  const operations = Object.values<any>(document.paths).flatMap((path) => Object.values<any>(path))
  return operations
    .filter(({ responses }) => {
      const good = Object.entries<object>(responses).filter(([status]) => status < '300')
      const schemas = good.map(([, answer]) => (answer as { content?: object }).content)
      return named(schemas, new Set()).some((member) => secrets.has(member))
    })
    .map(({ operationId }) => operationId)
}

test.run()
