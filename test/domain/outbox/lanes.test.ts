// Jobs wait in lanes, and in a lane tenants take turns.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { JobId, ObjectId } from '../../../src/base/ids.ts'
import {
  enqueue,
  type Lane,
  type LeasedJob,
  type NewJob,
  openOutbox,
} from '../../../src/domain/outbox/index.ts'
import { openTestStore } from '../../support/open-test-store.ts'
import { testSecrets } from '../../support/test-secrets.ts'

const objectId: ObjectId = 'obj_00000000000000000000000001'

function open() {
  const store = openTestStore()
  const outbox = openOutbox({ store, clock: store.clock, secrets: testSecrets })
  const put = (tenantId: string | undefined, job: Partial<NewJob> = {}) =>
    store.write((tx) => {
      const nowMs = store.clock.nowMs()
      const usual = { kind: 'ingest-object', payload: { objectId }, subjectId: objectId, nowMs }
      return enqueue(tx, { ...usual, tenantId, ...job } as NewJob)
    })
  const whose = async (choice: Parameters<typeof outbox.lease>[0] = {}) => {
    const job = await outbox.lease(choice)
    return job && outbox.findJob(store.db, job.jobId)?.tenantId
  }
  return { ...outbox, store, put, whose, [Symbol.dispose]: () => store[Symbol.dispose]() }
}

async function leased(room: ReturnType<typeof open>, lane: Lane): Promise<LeasedJob> {
  const job = await room.lease({ lanes: [lane] })
  assert.ok(job)
  return job as LeasedJob
}

test('only jobs of the lanes asked for are leased', async () => {
  using room = open()
  await room.put('a')
  assert.is(await room.lease({ lanes: ['brief', 'ocr', 'media'] }), undefined)
  assert.is((await leased(room, 'text')).lane, 'text')
})

test('tenants take turns, whatever one of them has put there first', async () => {
  using room = open()
  for (let i = 0; i < 4; i++) await room.put('tnt_a')
  await room.put('tnt_b')
  for (let i = 0; i < 2; i++) await room.put('tnt_c')
  await room.put(undefined)
  const order = []
  for (let i = 0; i < 8; i++) order.push(await room.whose())
  assert.equal(order, [null, 'tnt_a', 'tnt_b', 'tnt_c', 'tnt_a', 'tnt_c', 'tnt_a', 'tnt_a'])
  assert.is(await room.lease(), undefined)
})

/** Runs what waits in the text lane, one after the other: whose, and after how many seconds. */
async function worked(room: ReturnType<typeof open>, secondsOf: Record<string, number>) {
  const ends: [tenant: string, atSeconds: number][] = []
  const beganMs = room.store.clock.nowMs()
  for (;;) {
    const job = await room.lease({ lanes: ['text'] })
    if (!job) return ends
    const tenant = room.findJob(room.store.db, job.jobId)?.tenantId ?? ''
    room.store.clock.advance({ seconds: secondsOf[tenant] ?? 0 })
    await room.complete(job)
    ends.push([tenant, (room.store.clock.nowMs() - beganMs) / 1_000])
  }
}
const endsOf = (ends: [string, number][], whose: string) =>
  ends.flatMap(([tenant, at]) => (tenant === whose ? at : []))

test('whose files take long has no more of the time for it than others', async () => {
  using room = open()
  for (let i = 0; i < 20; i++) await room.put('tnt_long')
  for (let i = 0; i < 30; i++) await room.put('tnt_brief')
  const ends = await worked(room, { tnt_long: 60, tnt_brief: 1 })
  // By turns alone the thirtieth ended after half an hour.
  assert.ok((endsOf(ends, 'tnt_brief').at(-1) ?? 0) <= 2 * 60 + 30, JSON.stringify(ends))
  assert.is(ends.length, 50)
  assert.is(endsOf(ends, 'tnt_long').at(-1), 20 * 60 + 30)
})

test('whoever had the time to themselves owes nobody any of it', async () => {
  using room = open()
  for (let i = 0; i < 3; i++) await room.put('tnt_long')
  await worked(room, { tnt_long: 600 })
  for (let i = 0; i < 10; i++) await room.put('tnt_brief')
  await room.put('tnt_long')
  const ends = await worked(room, { tnt_long: 600, tnt_brief: 1 })
  assert.ok((endsOf(ends, 'tnt_long')[0] ?? 0) <= 602, JSON.stringify(ends))
})

test('of equal files each has one, whatever they take', async () => {
  using room = open()
  for (const tenant of ['tnt_a', 'tnt_b', 'tnt_c']) {
    for (let i = 0; i < 4; i++) await room.put(tenant)
  }
  const ends = await worked(room, { tnt_a: 30, tnt_b: 30, tnt_c: 30 })
  const rounds = [0, 3, 6, 9].map((at) => new Set(ends.slice(at, at + 3).map(([one]) => one)).size)
  assert.equal(rounds, [3, 3, 3, 3])
})

test('who comes later has a share, and not all that others had before', async () => {
  using room = open()
  for (let i = 0; i < 20; i++) for (const one of ['tnt_a', 'tnt_b']) await room.put(one)
  const order: string[] = []
  for (let i = 0; i < 26; i++) {
    if (i === 20) for (let n = 0; n < 10; n++) await room.put('tnt_c')
    const job = await leased(room, 'text')
    room.store.clock.advance({ seconds: 60 })
    await room.complete(job)
    order.push(room.findJob(room.store.db, job.jobId)?.tenantId ?? '')
  }
  const [one, other] = [order.slice(20, 23), order.slice(23)]
  assert.equal([new Set(one).size, new Set(other).size], [3, 3], order.join())
})

test('what runs yet counts where several run at once', async () => {
  using room = open()
  for (let i = 0; i < 3; i++) await room.put('tnt_a')
  for (let i = 0; i < 3; i++) await room.put('tnt_b')
  assert.is(await room.whose(), 'tnt_a')
  room.store.clock.advance({ seconds: 60 })
  assert.equal([await room.whose(), await room.whose(), await room.whose()], Array(3).fill('tnt_b'))
  assert.is(await room.whose(), 'tnt_a')
})

test('who comes while others wait is served after those before it, once', async () => {
  using room = open()
  for (let i = 0; i < 3; i++) await room.put('tnt_b')
  assert.is(await room.whose(), 'tnt_b')
  await room.put('tnt_a')
  assert.equal([await room.whose(), await room.whose()], ['tnt_a', 'tnt_b'])
})

test('a tenant’s own jobs run oldest first, and one that must wait holds up nobody', async () => {
  using room = open()
  const later = await room.put('tnt_a', { runAfterMs: room.store.clock.nowMs() + 60_000 })
  const ids = [await room.put('tnt_a'), await room.put('tnt_a')]
  await room.put('tnt_b', { runAfterMs: room.store.clock.nowMs() + 60_000 })
  const seen = [await leased(room, 'text'), await leased(room, 'text')]
  assert.equal(
    seen.map(({ jobId }) => jobId),
    ids,
  )
  assert.is(await room.lease(), undefined)
  room.store.clock.advance({ seconds: 60 })
  assert.equal([await room.whose(), (await leased(room, 'text')).jobId], ['tnt_b', later])
})

test('reading anew comes after everybody’s first reading, whose turn it may be', async () => {
  using room = open()
  await room.put('tnt_a', { kind: 'reprocess-object' })
  await room.put('tnt_b')
  await room.put('tnt_b')
  assert.equal([await room.whose(), await room.whose()], ['tnt_b', 'tnt_b'])
  assert.is(await room.whose(), 'tnt_a')
})

const letter = { kind: 'send-mail', payload: { sealed: '', letterId: 'x' } } as const
const inspection = { kind: 'inspect-object', payload: { objectId } } as const

test('a letter waits for no inspections, of its tenant or of others', async () => {
  using room = open()
  for (const tenantId of ['tnt_a', 'tnt_b', 'tnt_a']) await room.put(tenantId, inspection)
  await room.put('tnt_a', letter)
  const kinds = [(await leased(room, 'brief')).kind, (await leased(room, 'brief')).kind]
  assert.equal(kinds, ['send-mail', 'inspect-object'])
})

test('what a long deletion leaves takes turns with the new files of others', async () => {
  using room = open()
  const removal = { kind: 'remove-passages', payload: { objectId } } as const
  for (let i = 0; i < 3; i++) await room.put('tnt_a', removal)
  await room.put('tnt_b', inspection)
  const kinds = []
  for (let i = 0; i < 3; i++) kinds.push((await leased(room, 'brief')).kind)
  assert.equal(kinds, ['remove-passages', 'inspect-object', 'remove-passages'])
})

test('whoever is written to often takes nobody’s turn', async () => {
  using room = open()
  for (const tenantId of ['tnt_a', 'tnt_b', 'tnt_c']) {
    for (let i = 0; i < 2; i++) await room.put(tenantId, inspection)
  }
  const order = []
  for (let i = 0; i < 6; i++) {
    await room.put('tnt_a', letter)
    assert.is(await room.whose(), 'tnt_a')
    order.push(await room.whose())
  }
  assert.equal(order, ['tnt_a', 'tnt_b', 'tnt_c', 'tnt_a', 'tnt_b', 'tnt_c'])
})

test('letters are not looked through while one is on its way', async () => {
  using room = open()
  for (let i = 0; i < 5; i++) await room.put(`tnt_${i}`, letter)
  await room.put('tnt_z', inspection)
  let asked = 0
  const { raw } = room.store
  const prepare = raw.prepare.bind(raw)
  raw.prepare = ((text: string) => {
    const statement = prepare(text)
    const get = statement.get.bind(statement)
    statement.get = ((...given: unknown[]) => {
      asked++
      return get(...given)
    }) as typeof statement.get
    return statement
  }) as typeof raw.prepare
  assert.is(await room.whose({ without: ['send-mail'], lanes: ['brief'] }), 'tnt_z')
  raw.prepare = prepare
  assert.ok(asked > 0 && asked < 12, `${asked} statements`)
})

test('a job that is moved waits in the other lane, at its age, and has not failed', async () => {
  using room = open()
  const jobId = await room.put('tnt_a')
  const job = await leased(room, 'text')
  room.store.clock.advance({ seconds: 5 })
  await room.put('tnt_a')
  const other = await leased(room, 'text')
  assert.equal([await room.move(other, 'ocr'), await room.move(job, 'ocr')], [true, true])
  assert.equal(await room.countByLane(), { brief: 0, text: 0, ocr: 2, media: 0 })
  assert.is(await room.lease({ lanes: ['text'] }), undefined)
  const again = await leased(room, 'ocr')
  assert.equal([again.jobId, again.attempt, again.failures], [jobId, 2, 0])
  assert.is(await room.move(job, 'text'), false)
})

test('after a crash a job is in the lane in which it was', async () => {
  using room = open()
  await room.put('tnt_a')
  await room.move(await leased(room, 'text'), 'media')
  await leased(room, 'media')
  await room.requeueRunning()
  assert.is(await room.lease({ lanes: ['brief', 'text', 'ocr'] }), undefined)
  assert.is((await leased(room, 'media')).failures, 1)
})

test('a lease that ran out is taken up in its lane', async () => {
  using room = open()
  const jobId: JobId = await room.put('tnt_a')
  await room.move(await leased(room, 'text'), 'ocr')
  await leased(room, 'ocr')
  room.store.clock.advance({ hours: 1 })
  assert.is(await room.lease({ lanes: ['brief', 'text', 'media'] }), undefined)
  assert.is(await room.lease({ lanes: ['ocr'], except: [jobId] }), undefined)
  assert.is((await leased(room, 'ocr')).jobId, jobId)
})

test('finding the next job reads no more rows, however many one tenant has', async () => {
  using room = open()
  const plans = new Set<string>()
  const { raw } = room.store
  const said: string[] = []
  const prepare = raw.prepare.bind(raw)
  raw.prepare = ((text: string) => {
    said.push(text)
    return prepare(text)
  }) as typeof raw.prepare
  await room.put('tnt_a')
  await leased(room, 'text')
  raw.prepare = prepare
  for (const text of said.filter((one) => /^select .*"job"/i.test(one))) {
    const given = Array.from(text.matchAll(/\?/g), () => null)
    const steps = prepare(`EXPLAIN QUERY PLAN ${text}`).all(...given) as { detail: string }[]
    for (const { detail } of steps) plans.add(detail)
  }
  const ofJobs = [...plans].filter((detail) => / job\b/.test(detail))
  assert.ok(ofJobs.length >= 3, ofJobs.join('; '))
  assert.equal(
    ofJobs.filter((detail) => !/^SEARCH job USING/.test(detail)),
    [],
  )
  assert.equal(
    [...plans].filter((detail) => /TEMP B-TREE/.test(detail)),
    [],
  )
})

test.run()
