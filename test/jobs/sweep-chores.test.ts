// What the upkeep clears away of sessions and kept answers, and when it does not.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp, type TestApp } from '../support/open-test-app.ts'

const openWithJobs = () => openTestApp({ parts: { workers: false } })

function countOf({ store }: TestApp, table: 'session' | 'idempotent_reply' | 'job'): number {
  return store.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
}

test('sessions that are over are removed by the clock, those that live stay', async () => {
  await using app = await openWithJobs()
  await app.signUp('Early')
  app.clock.advance({ hours: 5 * 24 })
  const late = await app.signUp('Late')
  const left: number[] = []
  for (const hours of [47, 1]) {
    app.clock.advance({ hours })
    await app.runUpkeep()
    left.push(countOf(app, 'session'))
  }
  assert.equal(left, [2, 1])
  assert.is((await app.call('GET', '/v1/me', { as: late.token })).status, 200)
})

test('kept answers are removed after a day', async () => {
  await using app = await openWithJobs()
  const { token } = await app.signUp('Provider')
  const headers = { 'idempotency-key': 'once' }
  await app.call('POST', '/v1/datasets', { as: token, body: { name: 'one' }, headers })
  const left: number[] = []
  for (const hours of [23, 1]) {
    app.clock.advance({ hours })
    await app.runUpkeep()
    left.push(countOf(app, 'idempotent_reply'))
  }
  assert.equal(left, [1, 0])
})

test('of finished jobs as many are removed as there are, and not one slice an hour', async () => {
  await using app = await openWithJobs()
  const made = app.clock.nowMs()
  app.store.raw
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
       INSERT INTO job (job_id, kind, payload, subject_id, priority, state, run_after_at,
         created_at, finished_at)
       SELECT 'job_' || i, 'remove-passages', '{}', 'obj_x', 1, 'done', @made, @made, @made FROM n`,
    )
    .run({ made })
  app.clock.advance({ hours: 31 * 24 })
  await app.runUpkeep()
  assert.is(countOf(app, 'job'), 0)
})

test('after the clock was set no session is removed until it is confirmed', async () => {
  await using app = await openWithJobs()
  await app.signUp('Early')
  await app.runUpkeep()
  app.clock.set({ hours: 30 * 24 })
  await app.runUpkeep()
  const paused = countOf(app, 'session')
  const cmd = { requestId: 'req_x' as const, write: app.store.write }
  await app.rooms.timekeeping.confirm(cmd)
  app.clock.advance({ hours: 1 })
  await app.runUpkeep()
  assert.equal([paused, countOf(app, 'session')], [1, 0])
})

test.run()
