// The server as a process: what it makes, what it refuses.
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { systemClock } from '../../src/base/clock.ts'
import { shippedMigrations } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/open.ts'
import { leanSettings as settings } from '../support/lean-settings.ts'
import { initiate, mint, openMarketOn, publish } from '../support/market.ts'
import { caller, makeKey, password, signUp } from '../support/open-test-app.ts'
import { command, kontor, runServer } from '../support/run-server.ts'
import { shared } from '../support/shared.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** One that says all it has to say, in a folder that it makes itself. */
const talking = shared(async () => {
  const folder = temporaryFolder()
  const dir = join(folder.path, 'new/data')
  const settings = { KONTOR_PROT: '1', KONTOR_LOG_LEVEL: 'debug' }
  const server = await runServer({ dir, settings })
  return {
    ...server,
    dir,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
})

talking.fact('serve fills an empty folder, which its owner alone can read', async (server) => {
  assert.match(server.output(), 'KONTOR_PROT is no setting: KONTOR_PORT?')
  const { status, body } = await caller(server.url)('GET', '/health')
  assert.equal({ status, body }, { status: 200, body: { status: 'healthy', version: '0.1.0' } })
  assert.is(statSync(server.dir).mode & 0o777, 0o700)
  for (const name of ['secret.key', 'kontor.db', 'kontor.db-wal', 'control.sock']) {
    assert.is(statSync(join(server.dir, name)).mode & 0o777, 0o600, name)
  }
})

test('secrets given at the start are not readable from outside while it runs', async () => {
  using folder = temporaryFolder()
  const masterKey = '5e'.repeat(32)
  const given = { KONTOR_MASTER_KEY: masterKey, KONTOR_ADMIN_EMAIL: 'first@example.eu' }
  const words = ['--admin-password', password]
  await using server = await runServer({
    dir: folder.path,
    settings: { ...settings, ...given },
    words,
  })
  for (const file of ['environ', 'cmdline']) {
    const seen = readFileSync(`/proc/${server.pid}/${file}`, 'latin1')
    assert.match(seen, file === 'environ' ? 'KONTOR_MASTER_KEY=*' : '--admin-password')
    assert.not.match(seen, masterKey)
    assert.not.match(seen, password)
  }
  const login = { email: 'first@example.eu', password }
  const { status } = await caller(server.url)('POST', '/v1/auth/login', { body: login })
  assert.is(status, 200)
})

/** One house over four starts: what was printed and answered. */
async function livesOfAHouse() {
  using folder = temporaryFolder()
  const place = { dir: folder.path, settings }
  const codes: (string | null)[] = []
  const begun = async (port = 0) => {
    const server = await runServer({ ...place, port })
    codes.push(server.setupCode)
    return server
  }
  await using first = await begun()
  await first.stop()
  await using second = await begun()
  const call = caller(second.url)
  const setup = { setup_code: second.setupCode }
  const operator = await signUp(call, 'Operator', setup)
  const { body: me } = await call('GET', '/v1/me', { as: operator.token })
  const tenant_name = 'Second house'
  const other = { email: 'second@example.eu', password, display_name: 'Second', tenant_name }
  const again = await call('POST', '/v1/auth/signup', { body: { ...other, ...setup } })
  const key = await makeKey(call, operator, {})
  await second.stop()
  await using third = await begun(second.port)
  const knows = async (as: string) => (await call('GET', '/v1/me', { as })).status
  const known = [await knows(operator.token), await knows(key)]
  await third.kill()
  await using fourth = await begun()
  const { status: health } = await caller(fourth.url)('GET', '/health')
  const ports = [second.port, third.port]
  return { codes, me, again: again.status, known, ports, health }
}

let lives: ReturnType<typeof livesOfAHouse> | undefined
const fact = (title: string, check: (it: Awaited<typeof lives> & object) => void) =>
  test(title, async () => {
    lives ??= livesOfAHouse()
    check(await lives)
  })

fact('the setup code makes one platform administrator and works once', ({ me, again }) => {
  assert.is(me.data.user.is_platform_admin, true)
  assert.is(again, 403)
})

fact('a setup code that was not used is replaced at the next start', ({ codes }) => {
  const [first, second] = codes
  for (const code of [first, second]) assert.match(code ?? '', /^[0-9a-f-]{20,}$/)
  assert.is.not(first, second)
})

fact('once there is an administrator no setup code is printed', ({ codes }) => {
  assert.equal(codes.slice(2), [null, null])
})

fact('a session and a key outlive a restart', ({ known, ports: [before, after] }) => {
  assert.is(after, before)
  assert.equal(known, [200, 200])
})

fact('a folder is free again after kill -9', ({ health }) => {
  assert.is(health, 200)
})

/** For who asks nothing of its folder; the last of them stops it. */
const { fact: served } = shared(async () => {
  const folder = temporaryFolder()
  const server = await runServer({ dir: folder.path, settings })
  return {
    ...server,
    dir: folder.path,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
})

served('a second server on the folder is refused, and the first goes on', async (first) => {
  const { code, output } = await command(['serve', '--data-dir', first.dir, '--port', '0'])
  assert.is(code, 1)
  assert.match(output, `Another kontor process (pid ${first.pid}) uses the data folder`)
  assert.is((await caller(first.url)('GET', '/health')).status, 200)
})

test('a database from a newer version is refused and left as it is', async () => {
  using folder = temporaryFolder()
  openStore({ dir: folder.path, clock: systemClock }).close()
  const file = join(folder.path, 'kontor.db')
  const db = new Database(file)
  db.exec("INSERT INTO schema_migration VALUES (9999, '9999_future.sql', 'x', 0)")
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  const before = readFileSync(file)
  const { code, output } = await command(['serve', '--data-dir', folder.path, '--port', '0'])
  assert.is(code, 1)
  assert.match(output, 'written by a newer version of kontor (it has 9999_future.sql)')
  assert.ok(readFileSync(file).equals(before))
})

test('before a pending migration the database is copied', async () => {
  using folder = temporaryFolder()
  const migrations = shippedMigrations().slice(0, -1)
  openStore({ dir: folder.path, clock: systemClock, migrations }).close()
  await using _server = await runServer({ dir: folder.path, settings })
  const copies = readdirSync(folder.path).filter((name) => name.includes('.before-'))
  assert.is(copies.length, 1)
  const copy = new Database(join(folder.path, copies[0] ?? ''), { readonly: true })
  const known = copy.prepare('SELECT count(*) FROM schema_migration').pluck().get()
  copy.close()
  assert.is(known, migrations.length)
  assert.is(statSync(join(folder.path, copies[0] ?? '')).mode & 0o077, 0)
})

talking.fact('nothing that opens a door is in the log', async (server) => {
  const market = await openMarketOn(server)
  const bytes = Buffer.from('The boiler is in good order.')
  const asset = await publish(market, { bytes })
  const { body: link } = await mint(market, asset)
  await market.call('GET', link.url)
  await market.call('GET', '/search?q=boiler', { as: market.key })
  const pending = await initiate(market, { bytes })
  await market.call('PUT', `${pending.url}x`, { raw: bytes })
  await market.call('GET', '/v1/me', { headers: { 'x-api-key': `${market.key}x` } })
  const { output } = await server.stop()
  const log = output.replace(/^\{"url":.*$/m, '')
  const signature = new URL(pending.url).searchParams.get('signature') ?? ''
  const secrets = {
    password,
    setupCode: server.setupCode ?? '',
    session: market.provider.token,
    key: market.key.split('_').at(-1) ?? '',
    link: link.url.split('/').at(-1),
    signature,
    masterKey: readFileSync(join(server.dir, 'secret.key'), 'utf8').trim(),
  }
  for (const [name, secret] of Object.entries(secrets)) {
    assert.ok(secret.length > 10, name)
    assert.not(log.includes(secret), name)
  }
})

test('plain HTTP beyond this machine is refused', async () => {
  using folder = temporaryFolder()
  const args = ['serve', '--data-dir', folder.path, '--host', '0.0.0.0', '--port', '0']
  const { code, output } = await command(args)
  assert.is(code, 2)
  assert.match(output, 'KONTOR_HOST 0.0.0.0 is reachable from other machines')
})

served('a port that is taken is refused in one line', async (server) => {
  using other = temporaryFolder()
  const port = String(server.port)
  const { code, output } = await kontor(['serve', '--data-dir', other.path, '--port', port])
  assert.is(code, 1)
  assert.match(output, `Cannot listen on 127.0.0.1 port ${port}: another program listens there.`)
  assert.not.match(output, /^ +at /m)
})

test('the first administrator can come from the settings', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'password')
  writeFileSync(file, `${password}\n`)
  chmodSync(file, 0o600)
  await using server = await runServer({
    dir: join(folder.path, 'data'),
    settings: {
      ...settings,
      KONTOR_ADMIN_EMAIL: 'ops@example.eu',
      KONTOR_ADMIN_PASSWORD_FILE: file,
    },
  })
  assert.is(server.setupCode, null)
  const answer = await caller(server.url)('POST', '/v1/auth/login', {
    body: { email: 'ops@example.eu', password },
  })
  assert.is(answer.status, 200)
})

served(
  'ledger verify asks the running server, and reads by itself when there is none',
  async (server) => {
    const args = ['ledger', 'verify', '--json', '--data-dir', server.dir]
    const online = await command(args)
    assert.is(online.code, 0)
    await server.stop()
    const offline = await command(args)
    assert.is(offline.code, 0)
    assert.equal(JSON.parse(offline.output), JSON.parse(online.output))
  },
)

test.run()
