// Every endpoint that the contract names with every status that it documents, asked for real.
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Conflict, InvalidInput, PaymentRequired, Saturated } from '../../src/base/errors.ts'
import { cents } from '../../src/base/money.ts'
import type { AnyRoute } from '../../src/http/route.ts'
import { allRoutes } from '../../src/http/surfaces.ts'
import { v1Routes } from '../../src/http/v1/routes.ts'
import { ask, filled, type Heard } from '../support/isolation/ask.ts'
import { rowsOfA } from '../support/isolation/contract-a.ts'
import { rowsOfB } from '../support/isolation/contract-b.ts'
import { elsewhere, moreOfB } from '../support/isolation/contract-more.ts'
import type { ContractRow } from '../support/isolation/contract-row.ts'
import { type ContractWorld, openContract } from '../support/isolation/contract-world.ts'
import type { Scope } from '../support/isolation/world.ts'

/** Spec 4.1. */
const surfaceA = [
  'GET /search',
  'GET /asset/{id}',
  'GET /assets',
  'POST /download',
  'GET /dl/{token}',
  'POST /mcp',
]

/** Spec 4.2. */
const surfaceB = [
  'POST /v1/auth/signup',
  'POST /v1/auth/login',
  'POST /v1/auth/logout',
  'GET /v1/me',
  'POST /v1/me/password',
  'POST /v1/datasets',
  'GET /v1/datasets',
  'GET /v1/datasets/{id}',
  'PATCH /v1/datasets/{id}',
  'DELETE /v1/datasets/{id}',
  'POST /v1/datasets/{dataset_id}/objects/upload',
  'POST /v1/objects/{id}/confirm',
  'DELETE /v1/objects/{id}/upload',
  'GET /v1/datasets/{dataset_id}/objects',
  'GET /v1/objects/{id}',
  'GET /v1/objects/{id}/download',
  'DELETE /v1/objects/{id}',
  'GET /v1/admin/review/queue',
  'GET /v1/admin/review/objects/{tenant_id}/{object_id}',
  'POST /v1/admin/review/objects/{tenant_id}/{object_id}/approve',
  'POST /v1/admin/review/objects/{tenant_id}/{object_id}/reject',
  'GET /v1/admin/review/objects/{tenant_id}/{object_id}/preview',
  'POST /v1/api-keys',
  'GET /v1/api-keys',
  'GET /v1/api-keys/{id}',
  'PATCH /v1/api-keys/{id}',
  'DELETE /v1/api-keys/{id}',
  'POST /v1/api-keys/{id}/grants',
  'DELETE /v1/api-keys/{id}/grants/{grant_id}',
  'GET /v1/provider/dashboard',
  'GET /v1/provider/datasets/{id}/analytics',
  'GET /v1/provider/payouts',
  'GET /v1/buyer/dashboard',
  'GET /v1/agent/activity/searches',
  'GET /v1/agent/activity/accesses',
  'GET /v1/agent/spend',
  'GET /health',
]

const contract = [...surfaceA, ...surfaceB]
const allRows = [...rowsOfA, ...rowsOfB, ...moreOfB]

/** Everything else under /v1. */
const more = v1Routes
  .map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`)
  .filter((of) => !surfaceB.includes(of))

/** Statuses that rows provoke beyond the documented ones, and why. */
const beyond: Readonly<Record<string, string>> = {
  'POST /mcp 202': 'spec 4.1, /mcp 4: a post with notifications only',
}

test('every endpoint of the contract is served', () => {
  const missing = contract.filter((one) => routeOf(one) === undefined)
  assert.equal(missing, [])
})

test('every endpoint has a row for every status that it documents', () => {
  const asked = [...contract, ...more].filter((of) => elsewhere[of] === undefined)
  const missing = asked.flatMap((of) => {
    const rows = allRows.filter((row) => row.of === of)
    const had = new Set(rows.map(({ status }) => status))
    return statusesOf(of)
      .filter((status) => !had.has(status))
      .map((status) => `${of} ${status}`)
  })
  assert.equal(missing, [])
})

test('every row is of an endpoint of the contract, and of a status that it documents', () => {
  const strange = allRows
    .filter(({ of, status }) => !statusesOf(of).includes(status))
    .map(({ of, status }) => `${of} ${status}`)
  assert.equal([...new Set(strange)].sort(), Object.keys(beyond).sort())
})

test('what is asked for elsewhere is an endpoint, and is asked for there', () => {
  for (const [of, file] of Object.entries(elsewhere)) {
    assert.ok(more.includes(of), of)
    const [stem = ''] = of.split(' ')[1]?.split('/{') ?? []
    assert.ok(readFileSync(file, 'utf8').includes(stem), `${file} asks ${stem}`)
  }
})

test('what else there is of Surface B answers as documented, row for row', async () => {
  await using world = await openContract()
  await assertRows(world, moreOfB)
})

test('Surface B answers as the contract has it, row for row', async () => {
  await using world = await openContract()
  await assertRows(world, rowsOfB)
})

test('Surface A answers as the contract has it, row for row', async () => {
  await using world = await openContract()
  await assertRows(world, rowsOfA)
})

async function assertRows(world: ContractWorld, rows: readonly ContractRow[]): Promise<void> {
  const seen: unknown[] = []
  const wanted: unknown[] = []
  for (const row of rows) {
    const heard = await provoke(world, row)
    const { status, body } = heard
    keepFrom(world, row, body)
    const name = `${row.call} as ${row.as ?? 'nobody'}`
    const expected = { name, status: row.status, body: expectedBody(world, row, body) }
    const actual = { name, status, body }
    if (isDeepStrictEqual(actual, expected)) continue
    seen.push(actual)
    wanted.push(expected)
  }
  assert.equal(seen, wanted)
}

async function provoke(world: ContractWorld, row: ContractRow): Promise<Heard> {
  const { call, body, raw, headers } = row
  const sent = typeof raw === 'string' ? { raw } : { body }
  const question = { call, ...sent, as: credential(world, row.as), ...(headers && { headers }) }
  const [room, command] = row.overloaded ?? []
  if (room !== undefined && command !== undefined) {
    return overloading(world, { room, command, row }, () => ask(world, question))
  }
  for (let asked = 1; asked < (row.times ?? 1); asked++) await ask(world, question)
  return ask(world, question)
}

/** What cannot be brought about from outside: the room itself says that it is overloaded. */
async function overloading<R>(
  { app }: ContractWorld,
  { room, command, row }: { room: string; command: string; row: ContractRow },
  asking: () => Promise<R>,
): Promise<R> {
  const commands = (app.rooms as unknown as Record<string, Record<string, unknown>>)[room] ?? {}
  const real = commands[command]
  assert.type(real, 'function', `${room}.${command}`)
  commands[command] = () => {
    throw inTheWay(row)
  }
  try {
    return await asking()
  } finally {
    commands[command] = real
  }
}

function inTheWay({ failing: code }: ContractRow): Error {
  const message = 'Overloaded on purpose.'
  if (code === undefined) return new Saturated({ message, retryAfterSeconds: 1 })
  if (code === 'conflict') return new Conflict({ reason: 'test', message })
  if (code === 'invalid') return new InvalidInput({ field: 'start_ms', reason: 'test', message })
  return new PaymentRequired({ code, message, operation: 'test', requiredCredits: cents(1) })
}

function credential({ keys, lacking }: ContractWorld, as: string | undefined) {
  if (as === undefined) return undefined
  const scope = as.replace(/^without /, '') as Scope
  const found = keys[as] ?? lacking.get(scope)?.key
  if (found === undefined) throw new Error(`nobody here is called ${as}`)
  return found
}

function keepFrom(world: ContractWorld, row: ContractRow, body: unknown): void {
  const { keep, keepAs, keepVoucher } = row
  const data = dataOf(body) as Record<string, string> | undefined
  for (const [name, member] of Object.entries(keep ?? {})) world.names[name] = data?.[member] ?? ''
  for (const [name, member] of Object.entries(keepAs ?? {})) world.keys[name] = data?.[member] ?? ''
  if (keepVoucher) {
    const { vouchers } = data as unknown as { vouchers: { code: string }[] }
    world.names[keepVoucher] = vouchers[0]?.code ?? ''
  }
}

/** The answer as it must be, laid around what the row says of it. */
function expectedBody(world: ContractWorld, row: ContractRow, body: unknown): unknown {
  const agent = surfaceA.includes(row.of)
  const meta = { request_id: 'REQ', timestamp: 'NOW' }
  if (row.raw === true) return body
  if (row.code) return { error: { ...errorIn(body), code: row.code }, ...meta }
  if (row.error) {
    const error = filledIn(world, row.error)
    if (!agent) return { error, ...meta }
    return row.status === 402 ? error : { ...(error as object), request_id: 'REQ' }
  }
  const enveloped = !agent && row.of !== 'GET /health' && row.status !== 204
  const part =
    'whole' in row ? filledIn(world, row.whole) : merged(dataOf(body), filledIn(world, row.has))
  return enveloped ? { data: part, ...meta } : part
}

function errorIn(body: unknown): Record<string, unknown> {
  const error = isRecord(body) ? body.error : undefined
  return isRecord(error) ? error : {}
}

function dataOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : body
}

/** What a row says laid over what was answered, member by member. */
function merged(body: unknown, has: unknown): unknown {
  if (!isRecord(body) || !isRecord(has)) return has ?? body
  const members = Object.entries(has).map(([name, value]) => [name, merged(body[name], value)])
  return { ...body, ...Object.fromEntries(members) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function filledIn({ names }: ContractWorld, value: unknown): unknown {
  return JSON.parse(filled(names, JSON.stringify(value ?? null)))
}

function routeOf(of: string): AnyRoute | undefined {
  const [method = '', path = ''] = of.split(' ')
  const pattern = path.replace(/\{(\w+)\}/g, ':$1')
  return allRoutes().find(
    ({ surface, route }) =>
      surface !== 'wallet' && route.method === method.toLowerCase() && route.path === pattern,
  )?.route
}

function statusesOf(of: string): number[] {
  const route = routeOf(of)
  return route ? [route.status, ...route.errors] : []
}

test.run()
