// Migration 0072: links name the person who asked for them, and those of before stay as they are.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { shippedMigrations } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/open.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const clock = fakeClock()
const row = (byte: number) => Buffer.alloc(32, byte)
const columns = `token_hash, buyer_tenant_id, api_key_id, provider_tenant_id, dataset_id, asset_id,
  price_cents, provider_share_bp, created_at, expires_at`
const values = "?, 'tnt_b', ?, 'tnt_p', 'dset_x', 'obj_x', 25, 6000, 0, 900000"

test('links of before have no person, new ones keep theirs', () => {
  using folder = temporaryFolder()
  const before = shippedMigrations().filter(({ number }) => number < 72)
  const old = openStore({ dir: folder.path, clock, migrations: before })
  old.raw.pragma('foreign_keys = OFF')
  old.raw.prepare(`INSERT INTO dl_link (${columns}) VALUES (${values})`).run(row(1), 'key_x')
  old.close()
  const { raw, close } = openStore({ dir: folder.path, clock })
  raw.pragma('foreign_keys = OFF')
  const link = raw.prepare('SELECT api_key_id, user_id, price_cents FROM dl_link').get()
  assert.equal(link, { api_key_id: 'key_x', user_id: null, price_cents: 25 })
  const add = raw.prepare(`INSERT INTO dl_link (${columns}, user_id) VALUES (${values}, ?)`)
  add.run(row(2), null, 'usr_x')
  assert.throws(() => raw.exec("UPDATE dl_link SET user_id = 'usr_y'"), /stays as it is|keeps/)
  assert.throws(() => add.run(row(3), 'key_x', 'usr_x'), /a key's or a person's/)
  close()
})

test.run()
