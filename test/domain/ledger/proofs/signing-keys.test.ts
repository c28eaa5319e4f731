// The public keys that the database keeps of the secrets that sign and signed.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { secretsFrom } from '../../../../src/base/secrets.ts'
import {
  listPastSigners,
  noteSigningKeys,
} from '../../../../src/domain/ledger/proofs/signing-keys.ts'
import type { LedgerRoom } from '../../../../src/domain/ledger/room.ts'
import { openTestStore } from '../../../support/open-test-store.ts'

test('a key retires when the next one comes, once, and the last one signs', async () => {
  using store = openTestStore()
  const { clock } = store
  const root = Buffer.alloc(32, 9)
  let signing: Buffer[] = []
  const secrets = secretsFrom(root, {
    root: () => root,
    signing: () => signing,
    pastSigners: () => [],
  })
  const room = { store, clock, secrets } as unknown as LedgerRoom
  const startMs = clock.nowMs()
  const hours = (ms: number) => (ms - startMs) / 3_600_000
  const generations: { number: number; createdAtMs: number }[] = []
  for (const number of [0, 1, 2]) {
    signing = [Buffer.alloc(32, number), ...signing]
    generations.unshift({ number, createdAtMs: clock.nowMs() })
    await noteSigningKeys(room, generations)
    await noteSigningKeys(room, generations)
    clock.advance({ hours: 1 })
  }
  const past = listPastSigners(store.db)
  assert.equal(
    past.map(({ number, sinceMs, retiredMs }) => [number, hours(sinceMs), hours(retiredMs)]),
    [
      [0, 0, 1],
      [1, 1, 2],
    ],
  )
  const changed = "SELECT count(*) FROM audit_event WHERE action = 'secrets.rotated'"
  assert.is(store.raw.prepare(changed).pluck().get(), 2, 'the first key is no change')
})

test.run()
