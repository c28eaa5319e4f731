// Migration 0110: requests for datasets that were deleted while they waited are refused.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { shippedMigrations } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/open.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const clock = fakeClock()
const dataset = `INSERT INTO dataset (dataset_id, tenant_id, name, source_modality,
  monetization_mode, pricing_model, visibility, status, tags, created_at, updated_at, deleted_at)
  VALUES (?, 'tnt_p', 'x', 'document', 'open', 'fixed', 'restricted', ?, '[]', 1, 7, ?)`
const request = `INSERT INTO access_request (access_request_id, dataset_id, tenant_id,
  requested_by, status, created_at) VALUES (?, ?, 'tnt_b', 'usr_b', 'pending', 2)`

test('whoever waits for a dataset that is gone is refused, the others go on waiting', () => {
  using folder = temporaryFolder()
  const before = shippedMigrations().filter(({ number }) => number < 110)
  const old = openStore({ dir: folder.path, clock, migrations: before })
  old.raw.pragma('foreign_keys = OFF')
  for (const [name, status, deletedAt] of [
    ['gone', 'deleted', 9],
    ['going', 'pending_deletion', null],
    ['here', 'active', null],
  ]) {
    old.raw.prepare(dataset).run(`dset_${name}`, status, deletedAt)
    old.raw.prepare(request).run(`acr_${name}`, `dset_${name}`)
  }
  old.close()
  const { raw, close } = openStore({ dir: folder.path, clock })
  const rows = raw.prepare(
    'SELECT access_request_id, status, decided_at, decided_by FROM access_request ORDER BY 1',
  )
  assert.equal(rows.raw().all(), [
    ['acr_going', 'rejected', 7, 'system'],
    ['acr_gone', 'rejected', 9, 'system'],
    ['acr_here', 'pending', null, null],
  ])
  close()
})

test.run()
