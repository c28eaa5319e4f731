// Migration 0112: what waits to be cleared away is found by the priority that its kind has now.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { jobPolicies } from '../../src/domain/outbox/kinds.ts'
import { shippedMigrations } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/open.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const clock = fakeClock()
const job = `INSERT INTO job (job_id, kind, payload, subject_id, priority, lane, state,
  run_after_at, created_at) VALUES (?, ?, '{}', 'x', ?, 'brief', 'queued', 1, 1)`

test('jobs that were queued with the priorities of before have those of today', () => {
  using folder = temporaryFolder()
  const before = shippedMigrations().filter(({ number }) => number < 112)
  const old = openStore({ dir: folder.path, clock, migrations: before })
  const kinds = ['remove-passages', 'delete-dataset', 'inspect-object'] as const
  for (const [i, kind] of kinds.entries()) old.raw.prepare(job).run(`job_${i}`, kind, i)
  old.close()
  const { raw, close } = openStore({ dir: folder.path, clock })
  const now = raw.prepare('SELECT kind, priority FROM job ORDER BY job_id').raw().all()
  assert.equal(
    now,
    kinds.map((kind) => [kind, jobPolicies[kind].priority]),
  )
  close()
})

test.run()
