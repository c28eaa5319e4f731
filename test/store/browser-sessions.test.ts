// Migration 0070: what people and programs were let in by before goes on, and is known by its own
// way alone.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { secretsFrom } from '../../src/base/secrets.ts'
import {
  newApiKey,
  newSessionToken,
  openCredentialHashes,
} from '../../src/domain/identity/credentials.ts'
import { shippedMigrations } from '../../src/store/migrate.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { goodPassword, openTestIdentity } from '../support/open-test-identity.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const clock = fakeClock()
const hashes = openCredentialHashes(secretsFrom(Buffer.alloc(32, 7)))
const token = newSessionToken()
const key = newApiKey()

/** An account as a release of before kept it; the password is made by that of today. */
function addAccount({ raw }: Store, passwordHash: string): void {
  const now = clock.nowMs()
  const tenant = 'INSERT INTO tenant (tenant_id, name, region, plan, created_at)'
  raw.prepare(`${tenant} VALUES ('tnt_old', 'Old', 'eu-central', 'free', ?)`).run(now)
  const user = `INSERT INTO user (user_id, email, display_name, password_hash, is_platform_admin,
    created_at, password_changed_at) VALUES ('usr_old', 'ada@example.eu', 'Ada', ?, 0, ?, ?)`
  raw.prepare(user).run(passwordHash, now, now)
  const member = 'INSERT INTO membership (user_id, tenant_id, roles, created_at)'
  raw.prepare(`${member} VALUES ('usr_old', 'tnt_old', '["owner"]', ?)`).run(now)
  const session = 'INSERT INTO session (session_id, user_id, token_hash, created_at, expires_at)'
  const row = [hashes.session(token), now, now + 7 * 24 * 3_600_000]
  raw.prepare(`${session} VALUES ('ses_old', 'usr_old', ?, ?, ?)`).run(...row)
  const apiKey = `INSERT INTO api_key (api_key_id, tenant_id, created_by, name, key_prefix,
    secret_hash, scopes, dataset_access_mode, dataset_ids, created_at)
    VALUES ('key_old', 'tnt_old', 'usr_old', 'k', ?, ?, '["datasets:read"]', 'all_available',
    '[]', ?)`
  raw.prepare(apiKey).run(key.prefix, hashes.apiKey(key), now)
}

async function passwordHashOfToday(): Promise<string> {
  using room = openTestIdentity()
  await room.owner()
  const hash = room.store.raw.prepare('SELECT password_hash FROM user').pluck().get() as string
  return hash
}

test('accounts, sessions and keys of before go on', async () => {
  using folder = temporaryFolder()
  const before = shippedMigrations().filter(({ number }) => number < 70)
  const old = openStore({ dir: folder.path, clock, migrations: before })
  addAccount(old, await passwordHashOfToday())
  old.close()
  const store = openStore({ dir: folder.path, clock })
  using room = openTestIdentity({ store, clock })
  const asked = room.principalOfToken(token)
  assert.is(asked?.userId, 'usr_old')
  assert.is(room.principalOfToken(token, 'browser'), undefined)
  assert.is(room.principalOfKey(key.text)?.apiKeyId, 'key_old')
  await room.settled()
  const [session] = asked ? room.listSessions(asked, { limit: 10 }).sessions : []
  assert.equal([session?.kind, session?.address, session?.userAgent], ['bearer', null, null])
  assert.is(session?.lastUsedAtMs, clock.nowMs())
  const cmd = { requestId: 'req_1' as const, write: store.write }
  const { userId } = await room.logIn(cmd, { email: 'ada@example.eu', password: goodPassword })
  assert.is(userId, 'usr_old')
  store.close()
})

test.run()
