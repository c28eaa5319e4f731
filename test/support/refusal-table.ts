// A small marketplace with one of everything, and tables of requests that it must refuse.
// In a request `{name}` stands for an id of this world and `as` names one of its credentials.
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import * as assert from 'uvu/assert'
import { initiate, type Market, mint, openMarket, publish, stage, type Upload } from './market.ts'
import { openTestApp, type TestApp } from './open-test-app.ts'

export type Row = {
  name: string
  call: string
  as?: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  raw?: string | Uint8Array
  headers?: Record<string, string>
  status: number
  /** The whole body of the answer; ids of requests are replaced by `REQ`. */
  answer: unknown
  /** Headers that must be there with these values. */
  sends?: Record<string, string>
}

export type World = {
  app: TestApp
  market: Market
  /** What `{name}` in a row stands for. */
  names: Record<string, string>
  /** What `as` in a row stands for. */
  credentials: Record<string, string>
  [Symbol.asyncDispose](): Promise<void>
}

const now = '2026-03-02T10:00:00.000Z'

/** A refusal in the words of Surface B. */
export function b(code: string, problem: { message: string; [detail: string]: unknown }) {
  const { message, ...details } = problem
  return { error: { code, message, details }, request_id: 'REQ', timestamp: now }
}

/** 400 on Surface B. */
export function bad(problem: { field: string; reason: string; message: string }) {
  return b('bad_request', problem)
}

/**
 * Rows for one route of Surface B: what is sent as `body`, and which field breaks which rule. A
 * rule that is no whole sentence follows the name of the field.
 */
export function badFields(
  route: { call: string; as: string },
  rows: readonly [name: string, body: unknown, field: string, reason: string, rule: string][],
): Row[] {
  return rows.map(([name, body, field, reason, rule]) => ({
    name,
    ...route,
    body,
    status: 400,
    answer: bad({ field, reason, message: /^[A-Z]/.test(rule) ? rule : `${field} ${rule}` }),
  }))
}

/** A refusal in the words of Surface A. */
export function a({ code, message }: { code: string; message: string }) {
  return { code, message, request_id: 'REQ' }
}

/** A provider with an object in each state, a stranger, a buyer with a link, an operator. */
export async function openWorld(): Promise<World> {
  const app = await openTestApp()
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const stranger = await app.signUp('Stranger')
  const strangers = await openDataset(app, { as: stranger.token, visibility: 'private' })
  const foreign = { ...market, provider: stranger, datasetId: strangers }
  const bytes = Buffer.from('The boiler in the cellar is in good order.\n')
  const [initiated, staged, listed, hidden] = [
    await initiate(market, { bytes }),
    await stage(market, { bytes }),
    await publish(market, { bytes }),
    await publish(foreign, { bytes }),
  ] as [Upload, Upload, Upload, Upload]
  const ownKey = await app.key(market.provider)
  const strangerKeyId = await keyIdOf(app, stranger.token)
  const { body: link } = await mint(market, listed)
  return {
    app,
    market,
    names: {
      dataset: market.datasetId,
      foreignDataset: strangers,
      initiated: initiated.objectId,
      staged: staged.objectId,
      listed: listed.objectId,
      foreignObject: hidden.objectId,
      foreignKey: strangerKeyId,
      provider: market.provider.tenantId,
      stranger: stranger.tenantId,
      putUrl: pathOf(initiated.url),
      link: pathOf(link.url),
      long: 'x'.repeat(201),
    },
    credentials: {
      provider: market.provider.token,
      stranger: stranger.token,
      buyer: market.buyer.token,
      operator: market.operator.token,
      buyerKey: market.key,
      providerKey: ownKey,
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** Sends every row and shows all that are answered otherwise at once. */
export async function assertRefused(world: World, rows: readonly Row[]): Promise<void> {
  assert.is(new Set(rows.map(({ name }) => name)).size, rows.length, 'each row has its own name')
  const seen: unknown[] = []
  const wanted: unknown[] = []
  for (const { name, status, answer, sends = {}, ...request } of rows) {
    const { headers, ...got } = await send(world, { name, status, answer, ...request })
    const sent = Object.keys(sends).map((header) => [header, headers.get(header)])
    const actual = { name, ...got, sends: Object.fromEntries(sent) }
    const expected = { name, status, answer, sends }
    if (isDeepStrictEqual(actual, expected)) continue
    seen.push(actual)
    wanted.push(expected)
  }
  assert.equal(seen, wanted)
}

/** Sends a path as it stands: fetch would tidy up dots, and refuses a body on GET. */
async function send(world: World, row: Row) {
  const [method = '', ...rest] = row.call.split(' ')
  const path = named(world, rest.join(' '))
  const sent = row.raw ?? (row.body === undefined ? '' : JSON.stringify(filled(world, row.body)))
  const chunked = row.headers?.['transfer-encoding'] === 'chunked'
  const headers = {
    ...(row.as === undefined ? {} : { authorization: `Bearer ${credential(world, row.as)}` }),
    ...(sent === '' || chunked ? {} : { 'content-length': Buffer.byteLength(sent) }),
    ...(row.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(filled(world, row.headers ?? {}) as Record<string, string>),
  }
  const { hostname, port } = new URL(world.app.url)
  return new Promise<{ status: number; headers: Headers; answer: unknown }>((done, fail) => {
    const asking = request({ hostname, port, method, path, headers }, (response) => {
      const told = new Headers(Object.entries(response.headers) as [string, string][])
      buffer(response).then((bytes) => {
        const isJson = told.get('content-type')?.includes('json') === true && bytes.length > 0
        const answer = isJson ? JSON.parse(bytes.toString('utf8')) : bytes.toString('utf8')
        done({ status: response.statusCode ?? 0, headers: told, answer: withoutRequestId(answer) })
      }, fail)
    })
    asking.once('error', fail).end(sent)
  })
}

function credential({ credentials }: World, name: string): string {
  return credentials[name] ?? name
}

function filled(world: World, value: unknown): unknown {
  return JSON.parse(named(world, JSON.stringify(value)))
}

function named({ names }: World, text: string): string {
  return text.replace(/\{([a-zA-Z]+)\}/g, (whole, name: string) => names[name] ?? whole)
}

function withoutRequestId(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('request_id' in body)) return body
  assert.match(String(body.request_id), /^req_[0-9a-z]{26}$/)
  return { ...body, request_id: 'REQ' }
}

async function openDataset(app: TestApp, { as, ...body }: { as: string; visibility: string }) {
  const answer = await app.call('POST', '/v1/datasets', { as, body: { name: 'Own', ...body } })
  return answer.body.data.dataset_id as string
}

async function keyIdOf(app: TestApp, token: string): Promise<string> {
  const { body } = await app.call('POST', '/v1/api-keys', { as: token, body: { name: 'key' } })
  return body.data.api_key_id
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
