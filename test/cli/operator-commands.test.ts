// People, keys and what is left over, by command line.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { prose } from '../support/inspections.ts'
import { mint, openMarket, publish } from '../support/market.ts'
import { makeKey, openTestApp } from '../support/open-test-app.ts'
import { runCommand } from '../support/run-command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** It is furnished once, and copied. */
async function furnish() {
  const folder = temporaryFolder()
  process.once('exit', () => folder[Symbol.dispose]())
  const from = join(folder.path, 'data')
  await using app = await openTestApp({ dir: from })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const asset = await publish(market, { bytes: prose(20) })
  const { body } = await mint(market, asset)
  await market.call('GET', body.url)
  const key = await makeKey(app.call, market.buyer, { name: 'second' })
  return { from, market, key }
}

let furnished: ReturnType<typeof furnish> | undefined

async function openHouse() {
  furnished ??= furnish()
  const { from, market, key } = await furnished
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  cpSync(from, dir, { recursive: true })
  const run = (...args: string[]) =>
    runCommand({ args: [...args, '--data-dir', dir, '--log-level', 'silent'] })
  return Object.assign(folder, {
    dir,
    run,
    market,
    key,
    async printed(...args: string[]) {
      const { code, out, err } = await run(...args, '--json')
      assert.equal([code, err], [0, []])
      return JSON.parse(out.join('\n'))
    },
  })
}

test('user list shows everybody, or the people of a tenant', async () => {
  using house = await openHouse()
  const { users } = await house.printed('user', 'list')
  assert.equal(
    users.map(({ email }: { email: string }) => email),
    ['operator@example.eu', 'provider@example.eu', 'buyer@example.eu'],
  )
  assert.equal(
    users.map((one: { is_platform_admin: boolean }) => one.is_platform_admin),
    [true, false, false],
  )
  const of = await house.printed('user', 'list', '--tenant', 'Buyer house')
  assert.is(of.users.length, 1)
})

test('user list says so where nobody has an account', async () => {
  using folder = temporaryFolder()
  const dir = ['--data-dir', join(folder.path, 'data'), '--log-level', 'silent']
  const run = (...args: string[]) => runCommand({ args: [...args, ...dir] })
  assert.is((await run('init')).code, 0)
  const { code, out } = await run('user', 'list')
  assert.equal([code, out], [0, ['Nobody has an account yet.']])
  const told = await run('user', 'list', '--json')
  assert.equal(JSON.parse(told.out.join('\n')), { users: [] })
})

test('key list shows keys without their secrets, and key revoke ends one', async () => {
  using house = await openHouse()
  const before = await house.printed('key', 'list', '--tenant', 'Buyer house')
  assert.is(before.api_keys.length, 2)
  assert.not(JSON.stringify(before).includes(house.key.split('_')[2] ?? ''))
  const second = before.api_keys.find(({ name }: { name: string }) => name === 'second')
  await house.printed('key', 'revoke', '--key', second.api_key_id)
  const after = await house.printed('key', 'list', '--tenant', 'Buyer house')
  const ended = after.api_keys.filter((one: { revoked_at: string | null }) => one.revoked_at)
  assert.equal(
    ended.map((one: { api_key_id: string }) => one.api_key_id),
    [second.api_key_id],
  )
  await using app = await openTestApp({ dir: house.dir })
  assert.is((await app.call('GET', '/v1/me', { as: house.key })).status, 401)
})

test('a key that is none exits 1', async () => {
  using house = await openHouse()
  const { code, err } = await house.run('key', 'revoke', '--key', 'key_none')
  assert.equal([code, err], [1, ['kontor: No such API key.']])
})

test('an erased person is nowhere in the database, and the ledger is in order', async () => {
  using house = await openHouse()
  const { email, userId } = house.market.buyer
  const head = (await house.printed('ledger', 'verify')).head
  const erased = await house.printed('erase', '--user', email, '--yes')
  assert.equal([erased.user_id, erased.api_keys_revoked.length], [userId, 2])
  const verified = await house.printed('ledger', 'verify')
  assert.equal([verified.ok, verified.head], [true, head])
  const db = new Database(join(house.dir, 'kontor.db'))
  db.exec('VACUUM')
  db.close()
  assert.not(readFileSync(join(house.dir, 'kontor.db')).includes(email))
  await using app = await openTestApp({ dir: house.dir })
  assert.is((await app.call('GET', '/v1/me', { as: house.key })).status, 401)
  assert.is((await app.call('GET', '/v1/me', { as: house.market.buyer.token })).status, 401)
})

const refusedErasures: [title: string, args: string[], code: number, says: RegExp][] = [
  ['without --yes', ['--user', 'buyer@example.eu'], 2, /--yes is required/],
  ['of nobody', ['--user', 'nobody@example.eu', '--yes'], 1, /No such user/],
  ['of the last administrator', ['--user', 'operator@example.eu', '--yes'], 1, /at least one/],
]
test('an erasure that may not be is refused', async () => {
  using house = await openHouse()
  for (const [title, args, code, says] of refusedErasures) {
    const refused = await house.run('erase', ...args)
    assert.is(refused.code, code, title)
    assert.match(refused.err.join(), says)
  }
})

test('gc removes what has expired', async () => {
  using house = await openHouse()
  const db = new Database(join(house.dir, 'kontor.db'))
  db.exec('UPDATE session SET created_at = 0, expires_at = 1')
  db.close()
  const { sessions } = await house.printed('gc')
  assert.is(sessions, 3)
  assert.is((await house.printed('gc')).sessions, 0)
  const { code, err } = await house.run('gc', '--old-replicas')
  assert.equal([code, err], [1, ['kontor: No replica is kept here: KONTOR_REPLICA is not set.']])
})

test('migrate --dry-run names what a start would do, and does nothing', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  await runCommand({ args: ['init', '--data-dir', dir, '--log-level', 'silent'] })
  const ask = async (...more: string[]) => {
    const { code, out } = await runCommand({ args: ['migrate', '--data-dir', dir, ...more] })
    assert.is(code, 0)
    return out
  }
  assert.match((await ask('--dry-run')).join(), 'is up to date')
  const db = new Database(join(dir, 'kontor.db'))
  const last = db.prepare('SELECT max(number) FROM schema_migration').pluck().get()
  db.prepare('DELETE FROM schema_migration WHERE number = ?').run(last)
  db.close()
  const first = await ask('--dry-run')
  assert.match(first[0] ?? '', '1 migrations would be carried out')
  assert.equal(await ask('--dry-run'), first)
})

test.run()
