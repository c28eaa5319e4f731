// The chores in the real application: what is left of an upload after so many hours.
import { once } from 'node:events'
import { mkdirSync, readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { clockConfirm } from '../../src/cli/folder/clock-confirm.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { openTestApp, type TestApp } from '../support/open-test-app.ts'
import { fileOf, openTestProvider, type TestProvider } from '../support/open-test-provider.ts'
import { untilSo } from '../support/until.ts'

const weekHours = 7 * 24

test('an upload that nobody reviews expires, and its bytes go seven days later', async () => {
  await using app = await openWithJobs()
  const objectId = await stagedObject(app)
  const states: [hours: number, state: string][] = []
  for (const hours of [71, 2, weekHours - 1, 1]) {
    app.clock.advance({ hours })
    await upkeepAndJobs(app)
    states.push([blobsOf(app).length, stateOf(app, objectId)])
  }
  assert.equal(states, [
    [1, 'staged pending'],
    [1, 'expired expired'],
    [1, 'expired expired'],
    [0, 'expired expired'],
  ])
})

const ends: [title: string, end: (app: TestApp, objectId: string) => Promise<unknown>][] = [
  [
    'a rejected object',
    async (app, objectId) => {
      const { tenantId } = await ownerOf(app)
      const path = `/v1/admin/review/objects/${tenantId}/${objectId}/reject`
      await app.call('POST', path, { as: (await app.admin()).token, body: { reason: 'x' } })
    },
  ],
  [
    'a deleted object',
    async (app, objectId) =>
      app.call('DELETE', `/v1/objects/${objectId}`, { as: (await ownerOf(app)).token }),
  ],
  [
    'a deleted dataset',
    async (app) => {
      const { token } = await ownerOf(app)
      const { body } = await app.call('GET', '/v1/datasets', { as: token })
      await app.call('DELETE', `/v1/datasets/${body.data.datasets[0].dataset_id}`, { as: token })
    },
  ],
]
for (const [title, end] of ends) {
  test(`the bytes of ${title} go after the grace period`, async () => {
    await using app = await openWithJobs()
    const objectId = await stagedObject(app)
    await end(app, objectId)
    const left: number[] = []
    for (const hours of [0, 23, 1]) {
      app.clock.advance({ hours })
      await upkeepAndJobs(app)
      left.push(blobsOf(app).length)
    }
    assert.equal(left, [1, 1, 0])
  })
}

test('after the clock was set nothing expires and no byte goes until it is confirmed', async () => {
  await using app = await openWithJobs()
  const objectId = await stagedObject(app)
  const gone = await stagedObject(app)
  await app.call('DELETE', `/v1/objects/${gone}`, { as: (await ownerOf(app)).token })
  await app.runUpkeep()
  app.clock.set({ hours: 1_000 })
  // Jobs look at the clock by themselves: the next tick may be a minute away.
  await app.settleJobs()
  await upkeepAndJobs(app)
  assert.is(blobsOf(app).length, 2)
  assert.is(stateOf(app, objectId), 'staged pending')
  const { lines, data } = await clockConfirm.act(app, {})
  assert.is(lines[1], 'It was expected to show 2026-03-02T10:00:00.000Z; what rested goes on.')
  assert.equal(data, {
    shown_at: '2026-04-13T02:00:00.000Z',
    paused: { reason: 'jumped', expected_at: '2026-03-02T10:00:00.000Z' },
  })
  await upkeepAndJobs(app)
  assert.is(blobsOf(app).length, 1)
  assert.is(stateOf(app, objectId), 'expired expired')
})

test('a pause survives a restart, and requests are answered during it', async () => {
  await using app = await openTestProvider()
  const objectId = await app.staged(await app.dataset())
  await app.runUpkeep()
  app.clock.set({ hours: 100 })
  await app.runUpkeep()
  await app.close()
  const clock = fakeClock(app.clock.nowMs())
  await using again = await openTestApp({ dir: app.dir, clock, parts: lean })
  clock.advance({ hours: 200 })
  await again.runUpkeep()
  assert.is(stateOf(again, objectId), 'staged pending')
  const as = app.owner.token
  assert.is((await again.call('GET', '/v1/me', { as })).status, 401, 'its seven days are over')
  assert.is((await again.call('GET', '/health')).status, 200)
  const { lines } = await clockConfirm.act(again, {})
  assert.match(lines.join(' '), 'what rested goes on')
  await again.runUpkeep()
  assert.is(stateOf(again, objectId), 'expired expired')
})

test('a server that was off for a week expires what is due at its first tick', async () => {
  await using app = await openTestProvider()
  const objectId = await app.staged(await app.dataset())
  await app.runUpkeep()
  await app.close()
  const clock = fakeClock(app.clock.nowMs() + weekHours * 3_600_000)
  await using again = await openTestApp({ dir: app.dir, clock, parts: lean })
  await again.runUpkeep()
  assert.is(stateOf(again, objectId), 'expired expired')
})

test('a start with a clock of yesterday pauses', async () => {
  await using app = await openTestProvider()
  const objectId = await app.staged(await app.dataset())
  await app.close()
  const clock = fakeClock(app.clock.nowMs() - 24 * 3_600_000)
  await using again = await openTestApp({ dir: app.dir, clock, parts: lean })
  clock.advance({ hours: 200 })
  await again.runUpkeep()
  assert.is(stateOf(again, objectId), 'staged pending')
  const { data } = await clockConfirm.act(again, {})
  assert.is((data as { paused: { reason: string } }).paused.reason, 'behind')
})

test('an upload that was never confirmed is removed with its bytes', async () => {
  await using app = await openWithJobs()
  const { token } = await ownerOf(app)
  const { object_id, upload_url } = await initiated(app)
  await app.call('PUT', upload_url, { raw: text })
  app.clock.advance({ hours: 25 })
  await upkeepAndJobs(app)
  assert.is((await app.call('GET', `/v1/objects/${object_id}`, { as: token })).status, 404)
  assert.equal(blobsOf(app), [])
})

test('a file without a record is removed at the first tick after a start', async () => {
  await using app = await openTestProvider()
  const objectId = await app.staged(await app.dataset())
  const [kept = ''] = blobsOf(app)
  await app.close()
  const stray = `${objectId}-0123456789`
  const seconds = app.clock.nowMs() / 1000 - 60
  for (const key of [kept, stray]) {
    const shelf = join(app.dir, 'blobs', key.slice(28, 30))
    mkdirSync(shelf, { recursive: true })
    if (key === stray) writeFileSync(join(shelf, key), 'x')
    utimesSync(join(shelf, key), seconds, seconds)
  }
  await using again = await openTestApp({ dir: app.dir, clock: app.clock })
  await upkeepAndJobs(again)
  assert.equal(blobsOf(again), [kept])
})

test('while the doctor reads all files the other chores go on, and the server stops', async () => {
  await using app = await openTestApp({ config: { doctorHours: 1 }, parts: { workers: false } })
  const objectId = await stagedObject(app)
  const [key = ''] = blobsOf(app)
  // As long as a shelf of many files: half a minute of zeroes that lie on no disk.
  truncateSync(join(app.dir, 'blobs', key.slice(28, 30), key), 2 ** 35)
  await app.runUpkeep()
  app.clock.advance({ hours: 1 })
  const begun = once(process, 'worker')
  let isLooking = true
  const looking = app.runUpkeep().then(() => {
    isLooking = false
  })
  await begun
  app.clock.advance({ hours: 72 })
  const later = app.runUpkeep()
  await untilSo('the review expired', () => stateOf(app, objectId) === 'expired expired')
  assert.ok(isLooking, 'it went on meanwhile')
  const beforeMs = performance.now()
  await app.close()
  await Promise.all([looking, later])
  assert.ok(performance.now() - beforeMs < 5_000, 'nobody waited for its end')
})

const swept: [title: string, table: string, hours: number, left: number][] = [
  ['sessions are there within seven days', 'session', weekHours - 1, 3],
  ['expired sessions are removed', 'session', weekHours, 0],
  ['answers to retries are there for a day', 'idempotent_reply', 23, 1],
  ['expired answers to retries are removed', 'idempotent_reply', 24, 0],
]
for (const [title, table, hours, left] of swept) {
  test(title, async () => {
    await using app = await openTestProvider()
    const headers = { 'idempotency-key': 'k' }
    const body = { name: 'A dataset' }
    await app.call('POST', '/v1/datasets', { as: app.owner.token, body, headers })
    app.clock.advance({ hours })
    await app.runUpkeep()
    assert.is(app.store.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), left)
  })
}

const lean = { jobs: false, workers: false }
const text = 'The boiler is in good order.'

const openWithJobs = () => openTestApp({ parts: { workers: false } })

async function upkeepAndJobs(app: TestApp): Promise<void> {
  await app.runUpkeep()
  await app.settleJobs()
}

const owners = new WeakMap<TestApp, ReturnType<TestApp['signUp']>>()

/** One provider an application. Sessions end with the time that passes, so it may log in again. */
async function ownerOf(app: TestApp) {
  const owner = owners.get(app) ?? app.signUp('Provider')
  owners.set(app, owner)
  return owner
}

async function initiated(app: TestApp): ReturnType<TestProvider['initiate']> {
  const as = (await ownerOf(app)).token
  const dataset = await app.call('POST', '/v1/datasets', { as, body: { name: 'Archive' } })
  const path = `/v1/datasets/${dataset.body.data.dataset_id}/objects/upload`
  return (await app.call('POST', path, { as, body: fileOf(text) })).body.data
}

async function stagedObject(app: TestApp): Promise<string> {
  const { object_id, upload_url } = await initiated(app)
  await app.call('PUT', upload_url, { raw: text })
  const as = (await ownerOf(app)).token
  const { status } = await app.call('POST', `/v1/objects/${object_id}/confirm`, { as, body: {} })
  assert.is(status, 200)
  return object_id
}

function stateOf({ store: { raw } }: TestApp, objectId: string): string {
  const state = "SELECT status || ' ' || review_state FROM object WHERE object_id = ?"
  return String(raw.prepare(state).pluck().get(objectId))
}

function blobsOf({ dir }: { dir: string }): string[] {
  const names = readdirSync(join(dir, 'blobs'), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.includes('/obj_')).map((name) => name.slice(3))
}

test.run()
