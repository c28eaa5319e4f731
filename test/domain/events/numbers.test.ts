// The numbers of a stream, who is told of what, and how long it is kept.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { TenantId } from '../../../src/base/ids.ts'
import {
  eventTypes,
  type KontorEvent,
  mayBeTold,
  recordEvent,
} from '../../../src/domain/events/index.ts'
import { ROLES, type Role } from '../../../src/domain/identity/index.ts'
import { scopesOfRoles } from '../../../src/domain/identity/scopes.ts'
import { openapiText } from '../../../src/http/openapi/openapi-text.ts'
import { caller, openTestApp, signUp } from '../../support/open-test-app.ts'
import { runServer } from '../../support/run-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { testPrincipal } from '../../support/test-principal.ts'
import { toldTo } from '../../support/told.ts'

const quiet = { parts: { jobs: false, workers: false } }
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

test('requests at once leave no gap, and neither does one that was rolled back', async () => {
  await using app = await openTestApp(quiet)
  const [one, other] = [await app.signUp('One'), await app.signUp('Other')]
  const make = ({ token: as }: { token: string }, name: string) =>
    app.call('POST', '/v1/api-keys', { as, body: { name } })
  await Promise.all(upTo(20).flatMap((n) => [make(one, `a${n}`), make(other, `b${n}`)]))
  const data = { api_key_id: 'key_x', name: 'undone' }
  const stream = one.tenantId as TenantId
  await app.store
    .write((tx) => {
      recordEvent(tx, { stream, type: 'key.revoked', atMs: 0, data })
      throw new Error('no')
    })
    .catch(() => undefined)
  await make(one, 'last')
  const numbers = (tenantId: string) => toldTo(app, tenantId).map(({ number }) => number)
  assert.equal([numbers(one.tenantId), numbers(other.tenantId)], [upTo(21), upTo(20)])
  assert.not.match(JSON.stringify(toldTo(app, one.tenantId)), /"b\d|undone/)
})

test('after a kill there is an event for every key and a key for every event', async () => {
  using folder = temporaryFolder()
  await using server = await runServer({ dir: folder.path })
  const call = caller(server.url)
  const { token: as } = await signUp(call, 'Owner', { setup_code: server.setupCode })
  let answered = 0
  const asked = upTo(60).map(async (n) => {
    const { status } = await call('POST', '/v1/api-keys', { as, body: { name: `k${n}` } })
    if (status !== 201) throw new Error(`${status}`)
    if (++answered === 10) await server.kill()
  })
  await Promise.allSettled(asked)
  const name = readdirSync(folder.path).find((file) => /\.(db|sqlite)$/.test(file)) ?? ''
  const db = new Database(join(folder.path, name))
  const list = (sql: string) => db.prepare(sql).pluck().all()
  const told = list("SELECT data ->> 'api_key_id' FROM event WHERE type = 'key.created' ORDER BY 1")
  assert.equal(told, list('SELECT api_key_id FROM api_key ORDER BY 1'))
  assert.ok(told.length >= 10)
  const numbers = list("SELECT number FROM event WHERE stream <> 'platform' ORDER BY 1")
  assert.equal(numbers, upTo(told.length))
  assert.equal(list("SELECT last_number FROM event_count WHERE stream <> 'platform'"), [
    told.length,
  ])
  db.close()
})

test('what is kept long enough is swept, and its numbers are not given again', async () => {
  await using app = await openTestApp({ config: { eventsDays: 30 }, parts: { workers: false } })
  const { token: as, tenantId } = await app.signUp('One')
  const make = (body: object, token = as) => app.call('POST', '/v1/api-keys', { as: token, body })
  await make({ name: 'first' })
  for (const [days, left] of [
    [29, 1],
    [2, 0],
  ] as const) {
    app.clock.advance({ hours: days * 24 })
    await app.runUpkeep()
    assert.is(toldTo(app, tenantId).length, left)
  }
  const email = 'one@example.eu'
  const body = { email, password: 'correct horse battery' }
  const { session_token } = (await app.call('POST', '/v1/auth/login', { body })).body.data
  await make({ name: 'second' }, session_token)
  const stream = tenantId as TenantId
  const after = (afterNumber: number) =>
    app.rooms.events.read({ tenantId: stream, afterNumber, limit: 9 })
  assert.equal(
    after(0).events.map(({ number }) => number),
    [2],
  )
  // From 0 and from what was never given something is missing; from what was seen last, nothing.
  assert.equal(
    [0, 1, 2, 3].map((n) => after(n).isGap),
    [true, false, false, true],
  )
})

/** In the order of the roles: owner, admin, seller_manager, buyer_manager, operator, viewer. */
const told: Readonly<Record<string, string>> = {
  'object.uploaded': 'yyyyyy',
  'dataset.access_requested': 'yyynnn',
  'dataset.access_decided': 'yyyyyy',
  'dataset.access_ended': 'yyyyyy',
  'object.taken_down': 'yyyyyy',
  'dataset.suspended': 'yyyyyy',
  'download.sold': 'yyyynn',
  'payout.paid': 'yyyynn',
  'object.deleted': 'yyyyyy',
  'dataset.deleted': 'yyyyyy',
  'credits.low': 'yyyyyn',
  'doctor.problem': 'nnnnnn',
  'allowance.spent': 'yyyyyn',
  'key.created': 'yynynn',
  'key.revoked': 'yynynn',
  'member.joined': 'yynnnn',
  'review.expiring': 'yyyyyy',
  'review.waiting': 'nnnnnn',
  'import.finished': 'yyyyyy',
  'watch.failed': 'yyyyyy',
  'backup.failed': 'nnnnnn',
}

test('who is told of what goes by role, tenant and list of datasets', () => {
  const event = (type: string, data: object = {}) =>
    ({ number: 1, type, atMs: 0, data }) as KontorEvent
  const as = (role: Role) => testPrincipal({ roles: [role], scopes: scopesOfRoles([role]) })
  for (const [type, expected] of Object.entries(told)) {
    const seen = ROLES.map((role) => {
      const principal = as(role)
      const one = event(type)
      const may = mayBeTold(principal, { stream: principal.tenantId, event: one })
      const stranger = mayBeTold(as('owner'), { stream: principal.tenantId, event: one })
      const platform = mayBeTold(principal, { stream: 'platform', event: one })
      assert.equal([stranger, platform], [false, false])
      return may ? 'y' : 'n'
    })
    assert.is(`${type} ${seen.join('')}`, `${type} ${expected}`)
  }
  const listed = testPrincipal({
    scopes: new Set(['datasets:read', 'keys:write']),
    datasetAccess: { mode: 'allow_list', datasetIds: ['dset_a'] },
  })
  const stream = listed.tenantId
  const seen = [
    event('object.indexed', { dataset_id: 'dset_a' }),
    event('object.indexed', { dataset_id: 'dset_b' }),
    event('key.created', { name: 'x' }),
  ].map((one) => mayBeTold(listed, { stream, event: one }))
  assert.equal(seen, [true, false, false])
  const admin = testPrincipal({ isPlatformAdmin: true })
  assert.ok(mayBeTold(admin, { stream: 'platform', event: event('backup.failed') }))
})

test('the document of Surface B has every type as a webhook', () => {
  const body = JSON.parse(openapiText('b', 'http://127.0.0.1'))
  assert.equal(Object.keys(body.webhooks ?? {}).sort(), [...eventTypes].sort())
  for (const type of eventTypes) {
    const { schema } = body.webhooks[type].post.requestBody.content['application/json']
    assert.equal(schema.required, ['type', 'number', 'timestamp', 'data'])
    assert.is(schema.properties.type.const, type)
  }
})

test.run()
