import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectId } from '../../../src/base/ids.ts'
import {
  enqueue,
  type JobKind,
  jobPolicies,
  type LeasedJob,
  type NewJob,
  openOutbox,
} from '../../../src/domain/outbox/index.ts'
import type { Principal } from '../../../src/domain/principal.ts'
import { type Reading, readingHere } from '../../../src/store/reading.ts'
import { openTestStore, type TestStore } from '../../support/open-test-store.ts'
import { testSecrets } from '../../support/test-secrets.ts'

const objectId: ObjectId = 'obj_00000000000000000000000001'

function open() {
  const store = openTestStore()
  const outbox = openOutbox({ store, clock: store.clock, secrets: testSecrets })
  return { ...outbox, store, clock: store.clock, [Symbol.dispose]: () => store[Symbol.dispose]() }
}

function put(store: TestStore, job: Partial<NewJob> = {}) {
  return store.write((tx) =>
    enqueue(tx, {
      kind: 'ingest-object',
      payload: { objectId },
      subjectId: objectId,
      nowMs: store.clock.nowMs(),
      ...job,
    } as NewJob),
  )
}

async function leased(room: ReturnType<typeof open>): Promise<LeasedJob> {
  const job = await room.lease()
  assert.ok(job)
  return job as LeasedJob
}

const failed = (room: ReturnType<typeof open>, job: LeasedJob, then = () => {}) =>
  room.fail(job, new Error('disk full'), then)

test('what is counted is counted by who only reads, and not by who writes', async () => {
  using room = open()
  await put(room.store)
  const asked: string[] = []
  const here = readingHere(room.store.db)
  const reading: Reading = {
    all: (query) => here.all(query),
    get: async () => ({ queued: 7, n: 8, asked: asked.push('get') }) as never,
  }
  const { store, clock } = room
  const outbox = openOutbox({ store, clock, secrets: testSecrets, reading })
  assert.is((await outbox.countOpen()).queued, 7)
  const principal = { tenantId: 'tnt_1' } as unknown as Principal
  const page = await outbox.pageOfJobs(principal, { state: 'queued', cursor: undefined, limit: 9 })
  assert.equal([page.total, page.jobs.length, asked.length], [8, 1, 2])
  assert.equal(page.tally, [{ kind: 'ingest-object', state: 'queued', jobs: 1 }])
  assert.is(outbox.hasDue(), true)
  assert.equal(await outbox.countByLane(), { brief: 0, text: 1, ocr: 0, media: 0 })
})

test('a job is written with its cause or not at all', async () => {
  using room = open()
  const refused = room.store.write((tx) => {
    enqueue(tx, {
      kind: 'ingest-object',
      payload: { objectId },
      subjectId: objectId,
      nowMs: 1,
    })
    throw new Error('the deed is refused')
  })
  await refused.catch(() => {})
  assert.equal(await room.countOpen(), { queued: 0, due: 0, running: 0 })
})

test('a job goes from queued over running to done', async () => {
  using room = open()
  const jobId = await put(room.store, { tenantId: 'tnt_x' })
  const nowMs = room.clock.nowMs()
  const fresh = {
    jobId,
    kind: 'ingest-object',
    state: 'queued',
    tenantId: 'tnt_x',
    subjectId: objectId,
    attempts: 0,
    error: null,
    createdAtMs: nowMs,
    startedAtMs: null,
    finishedAtMs: null,
    nextAttemptAtMs: nowMs,
  }
  assert.equal(room.findJob(room.store.db, jobId), fresh)
  const job = await leased(room)
  assert.equal(job, {
    jobId,
    kind: 'ingest-object',
    lane: 'text',
    payload: { objectId },
    attempt: 1,
    failures: 0,
  })
  assert.is(room.findJob(room.store.db, jobId)?.state, 'running')
  assert.is(await room.complete(job), true)
  const { state, attempts, finishedAtMs } = room.findJob(room.store.db, jobId) ?? {}
  assert.equal(
    { state, attempts, finishedAtMs },
    { state: 'done', attempts: 1, finishedAtMs: nowMs },
  )
})

test('a job that runs is not leased a second time', async () => {
  using room = open()
  await put(room.store)
  await leased(room)
  assert.is(await room.lease(), undefined)
})

test('a job waits for its time', async () => {
  using room = open()
  await put(room.store, { runAfterMs: room.clock.nowMs() + 60_000 })
  assert.is(await room.lease(), undefined)
  assert.equal(await room.countOpen(), { queued: 1, due: 0, running: 0 })
  room.clock.advance({ seconds: 60 })
  assert.ok(await room.lease())
})

test('after a clock that was ahead is set right, what it put off waits no longer', async () => {
  using room = open()
  assert.is(await room.lease(), undefined)
  room.clock.set({ hours: 1 })
  await put(room.store)
  await failed(room, await leased(room))
  const later = await put(room.store, { runAfterMs: room.clock.nowMs() + 60_000 })
  const now = await put(room.store)
  room.clock.set({ hours: -1 })
  assert.is((await leased(room)).jobId, now)
  room.clock.advance({ seconds: 5 })
  assert.is((await leased(room)).failures, 1)
  assert.is(await room.lease(), undefined, 'what was to wait a minute does')
  room.clock.advance({ seconds: 55 })
  assert.is((await leased(room)).jobId, later)
})

test('what takes away runs before what adds, and otherwise the oldest first', async () => {
  using room = open()
  const first = await put(room.store)
  const second = await put(room.store)
  const removal = await put(room.store, { kind: 'remove-passages' })
  const order = [await leased(room), await leased(room), await leased(room)]
  assert.equal(
    order.map(({ jobId }) => jobId),
    [removal, first, second],
  )
})

test('a failed job comes back later and later', async () => {
  using room = open()
  const jobId = await put(room.store)
  const delays = []
  for (let i = 0; i < 5; i++) {
    const job = await leased(room)
    assert.is(await failed(room, job), 'retry')
    const record = room.findJob(room.store.db, jobId)
    delays.push((record?.nextAttemptAtMs ?? 0) - room.clock.nowMs())
    assert.is(record?.error, 'Error: disk full')
    room.clock.advance({ seconds: 3600 })
  }
  assert.equal(delays, [5_000, 10_000, 20_000, 40_000, 80_000])
})

test('a job is given up after its last failure, and what waits for it is told', async () => {
  using room = open()
  const jobId = await put(room.store)
  let told = 0
  const outcomes = []
  for (let i = 0; i < jobPolicies['ingest-object'].failuresMax; i++) {
    outcomes.push(await failed(room, await leased(room), () => told++))
    room.clock.advance({ seconds: 3600 })
  }
  assert.is(outcomes.at(-1), 'given_up')
  assert.is(outcomes.filter((outcome) => outcome === 'retry').length, outcomes.length - 1)
  assert.is(told, 1)
  assert.is(room.findJob(room.store.db, jobId)?.state, 'failed')
  assert.is(await room.lease(), undefined)
})

test('a job whose giving up is refused stays as it was', async () => {
  using room = open()
  const jobId = await put(room.store, { kind: 'inspect-object' })
  const raw = room.store.raw.prepare('UPDATE job SET failures = 3')
  raw.run()
  const job = await leased(room)
  const refuse = () => {
    throw new Error('no')
  }
  await failed(room, job, refuse).catch(() => {})
  assert.is(room.findJob(room.store.db, jobId)?.state, 'running')
})

test('an expired lease is taken over, and the late result is dropped', async () => {
  using room = open()
  const jobId = await put(room.store)
  const first = await leased(room)
  room.clock.advance({ seconds: 121 })
  const second = await leased(room)
  assert.is(second.attempt, 2)
  assert.is(await room.complete(first), false)
  assert.is(await failed(room, first), 'late')
  assert.is(await room.release(first), false)
  assert.is(room.findJob(room.store.db, jobId)?.state, 'running')
  assert.is(await room.complete(second), true)
})

test('an older attempt cannot write any more', async () => {
  using room = open()
  await put(room.store)
  const first = await leased(room)
  assert.is(await room.writeUnder(first)(() => 'written'), 'written')
  room.clock.advance({ seconds: 121 })
  await leased(room)
  let ran = false
  const late = room.writeUnder(first)(() => {
    ran = true
  })
  await late.then(
    () => assert.unreachable(),
    ({ name }: Error) => assert.is(name, 'LeaseLost'),
  )
  assert.is(ran, false)
})

test('the last write of an attempt is the end of its job, or both are not', async () => {
  using room = open()
  const jobId = await put(room.store)
  const job = await leased(room)
  const state = () => room.findJob(room.store.db, jobId)?.state
  const refused = room.finishUnder(job)(() => {
    throw new Error('refused')
  })
  await refused.catch(() => {})
  assert.is(state(), 'running')
  assert.is(await room.finishUnder(job)(() => 'written'), 'written')
  assert.is(state(), 'done')
})

test('whoever writes next finds the last write of an attempt and the end of its job', async () => {
  using room = open()
  const jobId = await put(room.store)
  const job = await leased(room)
  let written = false
  const finished = room.finishUnder(job)(() => {
    written = true
  })
  const seen = await room.store.write((tx) => [written, room.findJob(tx, jobId)?.state])
  assert.equal(seen, [true, 'done'])
  await finished
})

test('an older attempt cannot end with a write', async () => {
  using room = open()
  await put(room.store)
  const first = await leased(room)
  room.clock.advance({ seconds: 121 })
  const second = await leased(room)
  let ran = false
  const late = room.finishUnder(first)(() => {
    ran = true
  })
  const error = await late.catch((thrown) => thrown)
  assert.equal([error?.name, ran], ['LeaseLost', false])
  assert.is(room.findJob(room.store.db, second.jobId)?.state, 'running')
})

test('a renewed lease does not expire, and none of the excepted is taken', async () => {
  using room = open()
  await put(room.store)
  const job = await leased(room)
  room.clock.advance({ seconds: 100 })
  await room.renew([job])
  room.clock.advance({ seconds: 100 })
  assert.is(await room.lease(), undefined)
  room.clock.advance({ seconds: 100 })
  assert.is(await room.lease({ except: [job.jobId] }), undefined)
  assert.ok(await room.lease())
})

test('a released job runs again at once and has not failed', async () => {
  using room = open()
  await put(room.store)
  const job = await leased(room)
  await room.release(job)
  const again = await leased(room)
  assert.equal([again.attempt, again.failures], [2, 0])
})

test('a postponed job comes back after a while and has not failed', async () => {
  using room = open()
  await put(room.store)
  const job = await leased(room)
  assert.is(await room.postpone(job, new Error('disk full')), true)
  assert.is(room.findJob(room.store.db, job.jobId)?.error, 'Error: disk full')
  assert.is(await room.lease(), undefined)
  room.clock.advance({ seconds: 5 })
  const again = await leased(room)
  assert.equal([again.attempt, again.failures], [2, 0])
  assert.is(await room.postpone(job, new Error('disk full')), false)
})

test('what is postponed again and again comes back once a minute', async () => {
  using room = open()
  await put(room.store)
  const waits: number[] = []
  for (let tries = 0; tries < 6; tries++) {
    await room.postpone(await leased(room), new Error('files away'))
    const before = room.clock.nowMs()
    while ((await room.lease()) === undefined) room.clock.advance({ seconds: 1 })
    waits.push((room.clock.nowMs() - before) / 1000)
    await room.requeueRunning()
  }
  assert.equal(waits, [5, 20, 60, 60, 60, 60])
})

test('after a crash what was running is due at once and has one failure more', async () => {
  using room = open()
  await put(room.store)
  await put(room.store)
  await leased(room)
  assert.is(await room.requeueRunning(), 1)
  const both = [await leased(room), await leased(room)]
  assert.equal(both.map(({ attempt, failures }) => [attempt, failures]).sort(), [
    [1, 0],
    [2, 1],
  ])
})

test('the jobs about a thing are listed, the newest first', async () => {
  using room = open()
  const first = await put(room.store)
  const second = await put(room.store, { kind: 'remove-passages' })
  await put(room.store, { subjectId: 'other' })
  const jobs = room.listJobsOf(room.store.db, objectId)
  assert.equal(
    jobs.map(({ jobId }) => jobId),
    [second, first],
  )
})

test('finished jobs are forgotten after 30 days', async () => {
  using room = open()
  const jobId = await put(room.store)
  await put(room.store)
  await room.complete(await leased(room))
  room.clock.advance({ hours: 24 * 30 })
  assert.is(await room.forgetFinished(), 0)
  room.clock.advance({ seconds: 1 })
  assert.is(await room.forgetFinished(), 1)
  assert.is(room.findJob(room.store.db, jobId), undefined)
  assert.is((await room.countOpen()).queued, 1)
})

const refusals: [name: string, sql: string, says: RegExp][] = [
  ['a finished job does not change', "UPDATE job SET error = 'x'", /finished job/],
  ['an open job is not deleted', 'DELETE FROM job', /open job/],
  ['an attempt number does not shrink', 'UPDATE job SET attempt = 0', /only grows/],
  ['an unknown state', "UPDATE job SET state = 'lost'", /CHECK/],
  ['a lease without a run', 'UPDATE job SET lease_until_at = NULL', /CHECK/],
]
for (const [name, sql, says] of refusals) {
  test(`the database refuses: ${name}`, async () => {
    using room = open()
    await put(room.store)
    const job = await leased(room)
    if (sql.includes('error')) await room.complete(job)
    assert.throws(() => room.store.raw.exec(sql), says)
  })
}

test('every kind has a policy', () => {
  const kinds: JobKind[] = [
    'inspect-object',
    'ingest-object',
    'remove-passages',
    'purge-blob',
    'delete-dataset',
  ]
  for (const kind of kinds) assert.ok(jobPolicies[kind].failuresMax > 1)
})

test.run()
