// The statuses that Surface C really answers with are those that its document names, operation by
// operation: each is provoked, and none comes that is not documented.
import { request } from 'node:http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openapiText } from '../../src/http/openapi/openapi-text.ts'
import type { AnyRoute } from '../../src/http/route.ts'
import { walletRoutes } from '../../src/http/wallet/routes.ts'
import { assertLedgerBalances } from '../support/assert-ledger-balances.ts'
import { filled } from '../support/isolation/ask.ts'
import {
  openWorldOfC,
  registration,
  type Sent,
  sellTheShown,
  special,
  type WorldOfC,
} from '../support/isolation/statuses-c.ts'
import { uploadAsset } from '../support/licences.ts'
import { type Answer, openTestApp, type Party, type TestApp } from '../support/open-test-app.ts'
import { mountsWithWork, workInProgress } from '../support/work-in-progress.ts'

/** Operation → statuses, as a list that reads well where it differs. */
type Statuses = Record<string, number[]>

test('each documented status is answered to some request, and no other one is', async () => {
  await using world = await openWorldOfC()
  const heard: Statuses = {}
  const add = (id: string, status: number) => {
    heard[id] = [...new Set([...(heard[id] ?? []), status])].sort((a, b) => a - b)
  }
  for (const route of walletRoutes) {
    for (const status of await refusedAlike(world.app, route, world.people.poor))
      add(route.id, status)
  }
  const { token } = await suspended(world.app)
  for (const route of walletRoutes.filter(({ access }) => access !== 'none')) {
    add(
      route.id,
      (await world.app.call(route.method.toUpperCase(), pathOf(route), { as: token })).status,
    )
  }
  for (const { id, status } of await refusedForNumbers()) add(id, status)
  await sellTheShown(world)
  const wrong: string[] = []
  for (const route of walletRoutes) {
    const wanted = route.id === 'addWallet' ? await wallets(world) : special[route.id]
    for (const [status, sent] of Object.entries(wanted ?? {})) {
      const answer = await send(world, route, sent)
      add(route.id, answer.status)
      if (String(answer.status) !== status || !isOfC(answer)) {
        wrong.push(`${route.id} ${status}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
    }
  }
  assert.equal(wrong, [])
  assert.equal(heard, documented())
  assertLedgerBalances(world.app)
})

function documented(): Statuses {
  const { paths } = JSON.parse(openapiText('c', 'https://kontor.example'))
  const operations = Object.values<object>(paths).flatMap((methods) => Object.values(methods))
  return Object.fromEntries(
    operations.map(({ operationId, responses }) => [
      ...[operationId, Object.keys(responses).map(Number)],
    ]),
  )
}

/** Spec 7.3. */
function isOfC({ status, body }: Answer): boolean {
  return status < 400 || typeof body.detail === 'string'
}

/** The first is taken, the second is of the same wallet. */
async function wallets(world: WorldOfC): Promise<Record<number, Sent>> {
  const sent = { as: 'buyer', path: '/wallet/solana', body: await registration(world) } as const
  return { ...special.addWallet, 201: sent, 409: sent }
}

async function send(world: WorldOfC, route: AnyRoute, sent: Sent): Promise<Answer> {
  if (sent.after === undefined && sent.atOnce === undefined) return sendOnce(world, route, sent)
  const { after, atOnce, ...rest } = sent
  const headers = { 'idempotency-key': `again ${route.id}` }
  if (after) {
    const first = await sendOnce(world, route, { as: rest.as, ...after }, headers)
    assert.is(first.status, route.status, `${route.id}: ${JSON.stringify(first.body)}`)
    return sendOnce(world, route, rest, headers)
  }
  const all = Array.from({ length: atOnce ?? 1 }, () => sendOnce(world, route, rest, headers))
  const answers = (await Promise.all(all)).sort((a, b) => b.status - a.status)
  return answers[0] as Answer
}

function sendOnce(
  { app, people, names }: WorldOfC,
  route: AnyRoute,
  { as = 'owner', path = pathOf(route), body, form }: Sent & { as?: Sent['as'] | undefined },
  headers: Record<string, string> = {},
): Promise<Answer> {
  const party = people[as]
  if (form) return uploadAsset(app, party, form, headers)
  return app.call(route.method.toUpperCase(), filled(names, path), {
    as: party.token,
    headers,
    ...(body === undefined ? {} : { body: JSON.parse(filled(names, JSON.stringify(body))) }),
  })
}

/** A path of the route for which nothing need be there. */
function pathOf({ path }: AnyRoute): string {
  return path.replace(':network', 'solana').replace(/:\w+/, 'x')
}

/** What every operation refuses alike: no credential, two of them, a body that is too large. */
async function refusedAlike(app: TestApp, route: AnyRoute, { token }: Party): Promise<number[]> {
  const [method, path] = [route.method.toUpperCase(), pathOf(route)]
  const both = { as: token, headers: { 'x-api-key': 'kontor_x' } }
  const statuses = [(await app.call(method, path, both)).status]
  if (route.access !== 'none') statuses.push((await app.call(method, path)).status)
  if (route.body || route.form) statuses.push(await announceTooMuch(app, route, token))
  return statuses
}

/** Somebody of a tenant that may do nothing. */
async function suspended(app: TestApp): Promise<Party> {
  const party = await app.signUp('Suspended')
  const path = `/v1/admin/tenants/${party.tenantId}/suspend`
  const asked = { as: (await app.admin()).token, body: { reason: 'unpaid' } }
  assert.is((await app.call('POST', path, asked)).status, 200)
  return party
}

/** Refused before it is sent, so that nobody waits for it. */
function announceTooMuch({ url }: TestApp, route: AnyRoute, token: string): Promise<number> {
  const { hostname, port } = new URL(url)
  const type = route.form ? 'multipart/form-data; boundary=x' : 'application/json'
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': type,
    'content-length': 3 * 1024 ** 3,
  }
  const method = route.method.toUpperCase()
  return new Promise((done) => {
    const sending = request({ hostname, port, path: pathOf(route), method, headers })
    sending.once('response', ({ statusCode = 0 }) => {
      done(statusCode)
      sending.destroy()
    })
    sending.on('error', () => {})
    sending.write('--x\r\n')
  })
}

/** What is refused because there was too much of it: by one user, by all of them together. */
async function refusedForNumbers(): Promise<{ id: string; status: number }[]> {
  const one = { walletRatePerMinute: 1, balanceRatePerMinute: 1, microipRatePerMinute: 1 }
  const rates = { ...one, assetsRatePerMinute: 1, licensedSearchRatePerMinute: 1 }
  await using app = await openTestApp({
    config: { ...rates, requestsMax: 1 },
    overrides: { mounts: mountsWithWork() },
  })
  const { token } = await app.signUp('Hasty')
  const ask = (route: AnyRoute) =>
    app.call(route.method.toUpperCase(), pathOf(route), { as: token })
  const heard: { id: string; status: number }[] = []
  for (const route of walletRoutes.filter(({ rate }) => rate !== undefined)) {
    await ask(route)
    heard.push({ id: route.id, status: (await ask(route)).status })
  }
  await using _ = await workInProgress(app)
  for (const route of walletRoutes) {
    const { status, body, headers } = await ask(route)
    assert.equal([body.detail, headers.get('retry-after')], ['Too many requests at once.', '1'])
    heard.push({ id: route.id, status })
  }
  return heard
}

test.run()
