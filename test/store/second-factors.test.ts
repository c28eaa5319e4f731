// Migration of second factors: sessions of before go on, shown when they were opened and by none.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { secretsFrom } from '../../src/base/secrets.ts'
import { newSessionToken, openCredentialHashes } from '../../src/domain/identity/credentials.ts'
import { shippedMigrations } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/open.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { openTestIdentity } from '../support/open-test-identity.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('a session of before is known, and was confirmed when it was opened', () => {
  using folder = temporaryFolder()
  const clock = fakeClock()
  const token = newSessionToken()
  const hashes = openCredentialHashes(secretsFrom(Buffer.alloc(32, 7)))
  const shipped = shippedMigrations()
  const number = shipped.find(({ name }) => name.includes('second_factors'))?.number ?? 0
  const migrations = shipped.filter((one) => one.number < number)
  const old = openStore({ dir: folder.path, clock, migrations })
  const now = clock.nowMs()
  old.raw.exec(`INSERT INTO tenant (tenant_id, name, region, plan, created_at)
      VALUES ('tnt_old', 'Old', 'eu-central', 'free', ${now});
    INSERT INTO user (user_id, email, display_name, password_hash, is_platform_admin, created_at,
      password_changed_at) VALUES ('usr_old', 'ada@example.eu', 'Ada', '$scrypt$x', 0,
      ${now}, ${now});
    INSERT INTO membership (user_id, tenant_id, roles, created_at)
      VALUES ('usr_old', 'tnt_old', '["owner"]', ${now})`)
  const session = `INSERT INTO session (session_id, user_id, token_hash, created_at, expires_at)
    VALUES ('ses_old', 'usr_old', ?, ?, ?)`
  old.raw.prepare(session).run(hashes.session(token), now, now + 7 * 24 * 3_600_000)
  old.close()
  const store = openStore({ dir: folder.path, clock })
  using room = openTestIdentity({ store, clock })
  const asked = room.principalOfToken(token)
  assert.equal(asked?.proof, { kind: 'bearer', confirmedAtMs: now, factor: null })
  store.close()
})

test.run()
