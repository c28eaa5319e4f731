import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { JobId, ObjectId } from '../../src/base/ids.ts'
import {
  enqueue,
  type JobKind,
  jobKinds,
  type NewJob,
  openOutbox,
} from '../../src/domain/outbox/index.ts'
import type { JobHandler, JobHandlers } from '../../src/jobs/handlers.ts'
import { type RunnerSettings, startRunner } from '../../src/jobs/runner.ts'
import { openTestStore } from '../support/open-test-store.ts'
import { testSecrets } from '../support/test-secrets.ts'
import { untilSo } from '../support/until.ts'

const objectId: ObjectId = 'obj_00000000000000000000000001'
type Handler = Partial<JobHandler<JobKind>>
type Said = { level: string; message: string }

/** A real outbox, and handlers of the test's own: those not given do nothing. */
function open(given: { [K in JobKind]?: Handler } = {}) {
  const store = openTestStore()
  const outbox = openOutbox({ store, clock: store.clock, secrets: testSecrets })
  const nothing = { run: async () => {}, givenUp: () => {} }
  const handlers = Object.fromEntries(
    jobKinds.map((kind) => [kind, { ...nothing, ...given[kind] }]),
  ) as JobHandlers
  const said: Said[] = []
  const say = (level: string) => (_: object, message: string) => void said.push({ level, message })
  const log = { info: say('info'), warn: say('warn'), error: say('error') }
  return {
    store,
    outbox,
    said,
    clock: store.clock,
    put: (job: Partial<NewJob> = {}) =>
      store.write((tx) =>
        enqueue(tx, {
          kind: 'ingest-object',
          payload: { objectId },
          subjectId: objectId,
          nowMs: store.clock.nowMs(),
          ...job,
        } as NewJob),
      ),
    state: (jobId: JobId) => outbox.findJob(store.db, jobId)?.state,
    start: (settings: Partial<RunnerSettings> = {}) =>
      startRunner({ outbox, handlers, log, settings: { pollMs: 20, ...settings } }),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

test('jobs that wait when the server starts are run', async () => {
  const ran: unknown[] = []
  using room = open({ 'ingest-object': { run: async (_, payload) => void ran.push(payload) } })
  const jobId = await room.put()
  await using runner = room.start()
  await runner.settle()
  assert.equal(ran, [{ objectId }])
  assert.is(room.state(jobId), 'done')
})

test('a new job wakes the runner without waiting for its timer', async () => {
  using room = open()
  await using runner = room.start({ pollMs: 3_600_000 })
  await runner.settle()
  const jobId = await room.put()
  await untilSo('the job is done', () => room.state(jobId) === 'done')
})

test('a job whose time comes later is found by the timer', async () => {
  using room = open()
  const jobId = await room.put({ runAfterMs: room.clock.nowMs() + 60_000 })
  await using runner = room.start()
  await runner.settle()
  assert.is(room.state(jobId), 'queued')
  room.clock.advance({ seconds: 60 })
  await untilSo('the job is done', () => room.state(jobId) === 'done')
})

test('a job that fails is tried again when its time has come', async () => {
  let tries = 0
  using room = open({
    'ingest-object': {
      run: async () => {
        if (++tries < 3) throw new Error('not yet')
      },
    },
  })
  const jobId = await room.put()
  await using runner = room.start()
  await runner.settle()
  assert.equal([tries, room.state(jobId)], [1, 'queued'])
  room.clock.advance({ seconds: 5 })
  await runner.settle()
  room.clock.advance({ seconds: 10 })
  await runner.settle()
  assert.equal([tries, room.state(jobId)], [3, 'done'])
})

test('a job whose last write was its end is not ended again', async () => {
  using room = open({
    'ingest-object': {
      run: async ({ write, finish = write }) => {
        await finish(() => {})
        room.clock.advance({ seconds: 5 })
      },
    },
  })
  const endedMs = room.clock.nowMs()
  const jobId = await room.put()
  await using runner = room.start()
  await runner.settle()
  assert.is(room.outbox.findJob(room.store.db, jobId)?.finishedAtMs, endedMs)
  assert.equal(room.said, [])
})

test('a job whose last write is refused is tried again', async () => {
  let runs = 0
  using room = open({
    'ingest-object': {
      run: async ({ write, finish = write }) => {
        await finish(() => {
          if (++runs === 1) throw new Error('not now')
        })
      },
    },
  })
  const jobId = await room.put()
  await using runner = room.start()
  await runner.settle()
  assert.is(room.state(jobId), 'queued')
  room.clock.advance({ seconds: 60 })
  await runner.settle()
  assert.equal([room.state(jobId), runs], ['done', 2])
})

test('a job that bears the refusal of its last write is done', async () => {
  using room = open({
    'ingest-object': {
      run: async ({ write, finish = write }) => {
        const refuse = () => {
          throw new Error('it is gone')
        }
        await finish(refuse).catch(() => {})
      },
    },
  })
  const jobId = await room.put()
  await using runner = room.start()
  await runner.settle()
  assert.is(room.state(jobId), 'done')
})

test('what goes wrong after the last write is said, and the job stays done', async () => {
  using room = open({
    'ingest-object': {
      run: async ({ write, finish = write }) => {
        await finish(() => {})
        throw new Error('too late')
      },
    },
  })
  const jobId = await room.put()
  await using runner = room.start()
  await runner.settle()
  assert.is(room.state(jobId), 'done')
  assert.equal(room.said, [{ level: 'warn', message: 'a job failed' }])
})

test('a job that always fails is given up and its room is told', async () => {
  const told: unknown[] = []
  using room = open({
    'inspect-object': {
      run: () => Promise.reject(new Error('never')),
      givenUp: (_, payload) => void told.push(payload),
    },
  })
  const jobId = await room.put({ kind: 'inspect-object' })
  await using runner = room.start()
  for (let i = 0; i < 4; i++) {
    await runner.settle()
    room.clock.advance({ hours: 1 })
  }
  assert.is(room.state(jobId), 'failed')
  assert.equal(told, [{ objectId }])
  assert.equal(room.said.at(-1), { level: 'error', message: 'a job was given up' })
})

test('a job left running by a server that was killed is taken up at once', async () => {
  using room = open()
  const jobId = await room.put()
  await room.outbox.lease()
  await using runner = room.start()
  await runner.settle()
  assert.is(room.state(jobId), 'done')
  assert.is(room.outbox.findJob(room.store.db, jobId)?.attempts, 2)
})

test('a job that takes the server down each time is given up without another run', async () => {
  let runs = 0
  let told = 0
  using room = open({
    'ingest-object': { run: async () => void runs++, givenUp: () => void told++ },
  })
  const jobId = await room.put()
  for (let i = 0; i < 6; i++) {
    await room.outbox.lease()
    await room.outbox.requeueRunning()
  }
  await using runner = room.start()
  await runner.settle()
  assert.equal([runs, told, room.state(jobId)], [0, 1, 'failed'])
})

test('as many files as allowed are ingested at once, and another job beside them', async () => {
  const running = new Set<string>()
  let most = 0
  let mostIngests = 0
  const run = (kind: string) => async () => {
    const name = `${kind} ${Math.random()}`
    running.add(name)
    most = Math.max(most, running.size)
    mostIngests = Math.max(mostIngests, [...running].filter((one) => /^ing/.test(one)).length)
    // The first ones wait until as many run as may, and a moment for one too many.
    await untilSo('all that may run do', () => most >= 3)
    await delay(20)
    running.delete(name)
  }
  using room = open({
    'ingest-object': { run: run('ingest') },
    'inspect-object': { run: run('inspect') },
    'purge-blob': { run: run('purge') },
  })
  for (let i = 0; i < 6; i++) {
    await room.put()
    await room.put({ kind: 'inspect-object' })
    await room.put({ kind: 'purge-blob', payload: { blobKey: 'x' } } as NewJob)
  }
  await using runner = room.start({ atOnce: { brief: 1, text: 2, ocr: 1, media: 1 } })
  await runner.settle()
  assert.equal([most, mostIngests], [3, 2])
  assert.equal(await room.outbox.countOpen(), { queued: 0, due: 0, running: 0 })
})

test('the time that passes in a long job does not cost it its lease', async () => {
  let runs = 0
  using room = open({
    'ingest-object': {
      run: async () => {
        runs++
        room.clock.advance({ hours: 2 })
        await delay(80)
      },
    },
  })
  const jobId = await room.put()
  await using runner = room.start()
  await runner.settle()
  assert.equal([runs, room.state(jobId)], [1, 'done'])
})

test('a job that hangs loses its lease, and what it writes afterwards is refused', async () => {
  let runs = 0
  let late: Promise<unknown> | undefined
  let wake = () => {}
  const hang = new Promise<void>((resolve) => {
    wake = resolve
  })
  using room = open({
    'ingest-object': {
      async run({ write }) {
        if (++runs > 1) return
        late = hang.then(() => write(() => assert.unreachable()))
        late.catch(() => {})
        await late
      },
    },
  })
  const jobId = await room.put()
  await using runner = room.start({ jobMaxMs: 30, graceMs: 30, renewMs: 3_600_000 })
  await untilSo('something is said', () => room.said.length > 0)
  assert.equal(room.said.at(-1), { level: 'error', message: 'a job does not stop' })
  room.clock.advance({ seconds: 121 })
  await runner.settle()
  assert.equal([runs, room.state(jobId)], [2, 'done'])
  wake()
  await late?.then(
    () => assert.unreachable(),
    ({ name }: Error) => assert.is(name, 'LeaseLost'),
  )
})

test('settling waits for what becomes due while the runner looks', async () => {
  let runs = 0
  const { promise: never } = Promise.withResolvers<void>()
  using room = open({ 'ingest-object': { run: async () => (++runs > 1 ? undefined : never) } })
  const jobId = await room.put()
  const rare = { pollMs: 3_600_000, renewMs: 3_600_000 }
  await using runner = room.start({ jobMaxMs: 30, graceMs: 30, ...rare })
  await untilSo('it is left alone', () => room.said.length > 0)
  runner.wake()
  // In one commit with the look, and after it.
  const later = room.store.write(() => room.clock.advance({ seconds: 121 }))
  await runner.settle()
  await later
  assert.equal([runs, room.state(jobId)], [2, 'done'])
})

test('stopping tells running jobs, waits for them and puts them back', async () => {
  let aborted = false
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  using room = open({
    'ingest-object': {
      run: ({ signal }) =>
        new Promise((_, reject) => {
          begin()
          signal.addEventListener('abort', () => {
            aborted = true
            setTimeout(() => reject(new Error('stopped')), 20)
          })
        }),
    },
  })
  const jobId = await room.put()
  const runner = room.start()
  await begun
  assert.is(room.state(jobId), 'running')
  await runner[Symbol.asyncDispose]()
  assert.ok(aborted)
  const record = room.outbox.findJob(room.store.db, jobId)
  assert.equal([record?.state, record?.error], ['queued', null])
})

test('stopping lets a job that is about to end do so', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const run = () => {
    begin()
    return delay(30)
  }
  using room = open({ 'ingest-object': { run } })
  const jobId = await room.put()
  const runner = room.start()
  await begun
  await runner[Symbol.asyncDispose]()
  assert.is(room.state(jobId), 'done')
})

test('after stopping nothing is started any more', async () => {
  using room = open()
  const runner = room.start()
  await runner[Symbol.asyncDispose]()
  const jobId = await room.put()
  runner.wake()
  await delay(60)
  assert.is(room.state(jobId), 'queued')
})

test('a failure of the store does not end the runner', async () => {
  using room = open()
  await using runner = room.start()
  await runner.settle()
  room.store.raw.exec('ALTER TABLE job RENAME TO elsewhere')
  const isSaid = () => room.said.some(({ message }) => message === 'looking for jobs failed')
  await untilSo('it is said', isSaid)
  room.store.raw.exec('ALTER TABLE elsewhere RENAME TO job')
  const jobId = await room.put()
  await runner.settle()
  assert.is(room.state(jobId), 'done')
})

test('the end of a job is written down as soon as that works again', async () => {
  using room = open({
    'ingest-object': {
      run: async () => void room.store.raw.exec('ALTER TABLE job RENAME TO elsewhere'),
    },
  })
  const jobId = await room.put()
  await using _runner = room.start()
  const isSaid = () => room.said.some(({ message }) => message.endsWith('was not recorded'))
  await untilSo('it is said', isSaid)
  room.store.raw.exec('ALTER TABLE elsewhere RENAME TO job')
  await untilSo('the job is done', () => room.state(jobId) === 'done')
  assert.is(room.outbox.findJob(room.store.db, jobId)?.attempts, 1)
})

test('a job that finds the disk full waits, and has not failed', async () => {
  const full = Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
  let runs = 0
  using room = open({
    'ingest-object': {
      async run() {
        if (++runs <= 20) throw full
      },
    },
  })
  const jobId = await room.put()
  await using runner = room.start()
  while (room.state(jobId) !== 'done') {
    await runner.settle()
    room.clock.advance({ seconds: 5 })
  }
  assert.is(runs, 21)
  assert.ok(room.said.some(({ message }) => message === 'a job waits for room to write'))
})

test('two hundred jobs are worked off', async () => {
  let runs = 0
  using room = open({ 'remove-passages': { run: async () => void runs++ } })
  await room.store.write((tx) => {
    for (let i = 0; i < 200; i++) {
      const job = { kind: 'remove-passages', payload: { objectId }, subjectId: objectId } as const
      enqueue(tx, { ...job, nowMs: room.clock.nowMs() })
    }
  })
  await using runner = room.start()
  await runner.settle()
  assert.is(runs, 200)
})

test('slow mail holds up no brief job, goes one by one, and is not kept', async () => {
  const begun: string[] = []
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  const run = async (_: unknown, payload: unknown) => {
    begun.push((payload as { letterId: string }).letterId)
    await answer
  }
  using room = open({ 'send-mail': { run } })
  const letter = (letterId: string) =>
    room.put({ kind: 'send-mail', payload: { sealed: 'sealed', letterId } })
  const letters = [await letter('one'), await letter('two')]
  await using runner = room.start()
  const brief = await room.put({ kind: 'inspect-object' })
  await untilSo('the brief job is done', () => room.state(brief) === 'done')
  assert.equal(begun, ['one'])
  resolve()
  await runner.settle()
  assert.equal(letters.map(room.state), ['done', 'done'])
  const kept = room.store.raw.prepare("SELECT payload FROM job WHERE kind = 'send-mail'")
  assert.equal(kept.pluck().all(), ['{}', '{}'], 'what was sent is not kept')
})

test.run()
