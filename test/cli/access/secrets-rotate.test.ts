// Rotation of the signing secrets: new ones at once, those of before for the overlap, then no more.
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fingerprintOf, readRing, readRingTimes, writeRing } from '../../../src/base/secret-ring.ts'
import { listenForCommands } from '../../../src/cli/control.ts'
import { folderCommands } from '../../../src/cli/folder-commands.ts'
import { prose } from '../../support/inspections.ts'
import { initiate, publish } from '../../support/market.ts'
import { openTestApp, type TestApp, type TestAppOptions } from '../../support/open-test-app.ts'
import { runCommand } from '../../support/run-command.ts'
import { commandsOn, openHouses } from '../../support/two-houses.ts'

const hour = 3_600_000

/** A server on the houses' folder that takes commands. */
async function serve(dir: string, options: TestAppOptions = {}, commands = folderCommands) {
  const app = await openTestApp({ dir, parts: { jobs: false }, ...options })
  const listening = await listenForCommands(app, commands)
  return Object.assign(app, {
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]()
      await app.close()
    },
  })
}

const status = async (app: TestApp, token: string) =>
  (await app.call('GET', '/v1/me', { as: token })).status

test('a session of before goes on for the overlap and ends with it', async () => {
  using houses = await openHouses()
  await using app = await serve(houses.dir)
  const { token, email } = houses.trade.market.provider
  assert.is(await status(app, token), 200)
  const done = await houses.printed('secrets', 'rotate', '--overlap-hours', '2')
  assert.equal([done.generation, done.new_master_key], [1, true])
  const body = { email, password: 'correct horse battery' }
  const fresh = (await app.call('POST', '/v1/auth/login', { body })).body.data.session_token
  assert.equal([await status(app, token), await status(app, fresh)], [200, 200])
  app.clock.advance({ hours: 2, seconds: -1 })
  assert.is(await status(app, token), 200)
  app.clock.advance({ seconds: 1 })
  assert.equal([await status(app, token), await status(app, fresh)], [401, 200])
})

test('what is set where a command is given counts in the server that carries it out', async () => {
  using houses = await openHouses()
  await using app = await serve(houses.dir)
  const { token } = houses.trade.market.provider
  const recipient = await identityToRecipient(await generateIdentity())
  const to = join(houses.dir, '..', `${basename(houses.dir)}-backups`)
  const told = async (environment: Record<string, string>, ...args: string[]) => {
    const all = [...args, '--data-dir', houses.dir]
    const { code, out, err } = await runCommand({ args: all, environment })
    assert.equal([code, err], [0, []])
    return out.join('\n')
  }
  const environment = { KONTOR_BACKUP_RECIPIENT: recipient }
  assert.match(await told(environment, 'backup', to), `Encrypted to ${recipient}.`)
  // Beside an encrypted one a plain one is refused.
  rmSync(to, { recursive: true })
  app.clock.advance({ seconds: 1 })
  assert.match(await told({}, 'backup', to), 'NOT encrypted')
  rmSync(to, { recursive: true })
  await told({ KONTOR_SECRETS_OVERLAP_HOURS: '0' }, 'secrets', 'rotate')
  assert.is(await status(app, token), 401)
})

test('API keys go on through a rotation and after the overlap', async () => {
  using houses = await openHouses()
  await using app = await serve(houses.dir)
  const { key } = houses.trade.market
  await houses.printed('secrets', 'rotate', '--overlap-hours', '0')
  app.clock.advance({ hours: 1 })
  assert.is((await app.call('GET', '/search?q=boiler', { as: key })).status, 200)
})

test('an upload URL of before is taken in the overlap and not after it', async () => {
  using houses = await openHouses()
  await using app = await serve(houses.dir)
  const market = { ...houses.trade.market, call: app.call }
  const bytes = prose(3)
  const [one, two, three] = [
    await initiate(market, { bytes }),
    await initiate(market, { bytes }),
    await initiate(market, { bytes }),
  ]
  const put = async ({ url }: { url: string }) => {
    const here = `${app.url}${new URL(url).pathname}${new URL(url).search}`
    return (await app.call('PUT', here, { raw: bytes })).status
  }
  await houses.printed('secrets', 'rotate')
  assert.ok([200, 201, 204].includes(await put(one)))
  await houses.printed('secrets', 'rotate', '--end-overlap')
  assert.is(await put(two), 403)
  assert.is(await put(three), 403)
  const again = { ...market, provider: { ...market.provider, token: await logIn(app, market) } }
  assert.ok([200, 201, 204].includes(await put(await initiate(again, { bytes }))))
})

async function logIn(app: TestApp, { provider }: { provider: { email: string } }) {
  const body = { email: provider.email, password: 'correct horse battery' }
  return (await app.call('POST', '/v1/auth/login', { body })).body.data.session_token as string
}

test('a cursor of before goes on in the overlap, and is refused after it', async () => {
  using houses = await openHouses()
  await using app = await serve(houses.dir)
  const { provider } = houses.trade.market
  const page = (as: string, cursor?: string) =>
    app.call('GET', `/v1/audit?limit=1${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`, {
      as,
    })
  const cursor = (await page(provider.token)).body.data.next_cursor
  await houses.printed('secrets', 'rotate')
  assert.is((await page(provider.token, cursor)).status, 200)
  const token = await logIn(app, houses.trade.market)
  await houses.printed('secrets', 'rotate', '--end-overlap')
  assert.is((await page(token, cursor)).status, 400)
  assert.is((await page(token, (await page(token)).body.data.next_cursor)).status, 200)
})

test('a retry across a rotation gets the answer that was given before', async () => {
  using houses = await openHouses()
  await using app = await serve(houses.dir)
  const ask = () =>
    app.call('POST', '/v1/datasets', {
      as: houses.trade.market.provider.token,
      headers: { 'idempotency-key': 'the same one' },
      body: { name: 'Once' },
    })
  const first = await ask()
  await houses.printed('secrets', 'rotate')
  const second = await ask()
  assert.equal([first.status, second.status], [201, 201])
  assert.is(second.body.data.dataset_id, first.body.data.dataset_id)
})

test('receipts of before verify with the keys that are published after', async () => {
  using houses = await openHouses()
  await using app = await serve(houses.dir)
  const { buyer } = houses.trade.market
  const event = app.store.raw
    .prepare(`SELECT event_id FROM meter_event WHERE kind = 'download'`)
    .pluck()
    .get()
  const receipt = async (name: string) => {
    const { bytes } = await app.call('GET', `/v1/receipts/${event}`, { as: buyer.token })
    writeFileSync(join(houses.path, name), bytes)
    return JSON.parse(bytes.toString()).data.head.key_id
  }
  const ids = [await receipt('one.json')]
  await houses.printed('secrets', 'rotate')
  ids.push(await receipt('two.json'))
  await houses.printed('secrets', 'rotate')
  ids.push(await receipt('three.json'))
  assert.is(new Set(ids).size, 3)
  const { body, bytes } = await app.call('GET', '/v1/ledger/key')
  assert.is(body.data.key_id, ids[2])
  assert.equal(
    body.data.previous_keys.map((one: { key_id: string }) => one.key_id),
    [ids[1], ids[0]],
  )
  const [json, pem, first] = ['key.json', 'key.pem', 'first.pem'].map((n) => join(houses.path, n))
  writeFileSync(json as string, bytes)
  writeFileSync(pem as string, (await houses.run('ledger', 'key')).out.join('\n'))
  writeFileSync(first as string, body.data.previous_keys[1].public_key)
  const verify = async (name: string, key: string | undefined) => {
    const args = ['receipt', 'verify', join(houses.path, name), '--key', key ?? '']
    return (await runCommand({ args })).code
  }
  for (const name of ['one.json', 'two.json', 'three.json']) {
    assert.equal([await verify(name, json), await verify(name, pem)], [0, 0], name)
  }
  assert.equal([await verify('one.json', first), await verify('two.json', first)], [0, 1])
})

test('the ledger and its chain verify over several rotations, also after a restart', async () => {
  using houses = await openHouses()
  const args = ['--tenant', 'Buyer house', '--credits', '5', '--reason', 'test']
  const grant = () => houses.printed('credits', 'grant', ...args)
  for (const _ of [1, 2]) {
    await using app = await serve(houses.dir, { parts: { jobs: true } })
    const market = { ...houses.trade.market, call: app.call }
    market.operator = { ...market.operator, token: await logInAs(app, market.operator.email) }
    market.provider = { ...market.provider, token: await logInAs(app, market.provider.email) }
    await publish(market, { bytes: prose(5) })
    await grant()
    await app.rooms.ledger.keepHead()
    await houses.printed('secrets', 'rotate', '--overlap-hours', '0')
    await grant()
    await app.rooms.ledger.keepHead()
    assert.equal((await app.verifyLedger()).problems, [])
    assert.equal((await app.rooms.chain.verify()).problems, [])
  }
  const verified = await houses.printed('ledger', 'verify')
  assert.is(verified.ok, true)
})

async function logInAs(app: TestApp, email: string): Promise<string> {
  return logIn(app, { provider: { email } })
}

test('what is sealed is sealed anew, and the old master key opens nothing of it', async () => {
  using houses = await openHouses()
  const { dir } = houses
  const before = readFileSync(join(dir, 'secret.key'), 'utf8').trim()
  await houses.printed('secrets', 'rotate')
  const after = readFileSync(join(dir, 'secret.key'), 'utf8').trim()
  assert.not(before === after)
  assert.throws(() => readRing(dir, Buffer.from(before, 'hex')), /another master key/)
  const ring = readFileSync(join(dir, 'secret.ring'), 'utf8')
  for (const { secret } of readRing(dir, Buffer.from(after, 'hex')).generations) {
    assert.not(ring.includes(secret.toString('hex')))
  }
  for (const name of ['secret.key', 'secret.ring']) {
    assert.is(statSync(join(dir, name)).mode & 0o777, 0o600)
  }
})

/** The folder as a crash leaves it after each step of a rotation. */
const steps: [title: string, leave: (dir: string, before: Buffer, after: Buffer) => void][] = [
  ['the ring is written for both keys', (dir, before) => write(dir, before)],
  ['the new master key is a draft', (dir, _, after) => draft(dir, after)],
  ['the new master key is there', (dir, _, after) => write(dir, after)],
]

function write(dir: string, key: Buffer): void {
  writeFileSync(join(dir, 'secret.key'), `${key.toString('hex')}\n`, { mode: 0o600 })
}

function draft(dir: string, key: Buffer): void {
  writeFileSync(join(dir, 'secret.key.new'), key.toString('hex').slice(0, 20))
}

test('a crash in the middle of a rotation loses nothing, wherever it comes', async () => {
  using houses = await openHouses()
  const { token } = houses.trade.market.provider
  const before = Buffer.from(readFileSync(join(houses.dir, 'secret.key'), 'utf8').trim(), 'hex')
  for (const [title, leave] of steps) {
    const dir = join(houses.path, title.replaceAll(' ', '-'))
    cpSync(houses.dir, dir, { recursive: true })
    await commandsOn(dir).printed('secrets', 'rotate')
    const after = Buffer.from(readFileSync(join(dir, 'secret.key'), 'utf8').trim(), 'hex')
    writeRing(dir, readRing(dir, after), [before, after])
    if (title.includes('draft')) write(dir, before)
    leave(dir, before, after)
    const raw = new Database(join(dir, 'kontor.db'))
    // As it was before the rotation was written down.
    raw.exec('DROP TRIGGER signing_key_no_delete')
    raw.exec('DELETE FROM signing_key WHERE generation > 0; DELETE FROM table_seal')
    for (const name of ['ledger.anchor', 'kontor.id']) rmSync(join(dir, name))
    raw.close()
    await using app = await openTestApp({ dir, parts: { jobs: false } })
    assert.is(await status(app, token), 200, title)
    assert.ok((await app.verifyLedger()).ok, title)
    assert.is(readRingTimes(dir)?.masterKeys.length, 1, title)
    const { previous } = app.rooms.ledger.signingKey()
    assert.is(previous.length, 1, title)
  }
})

test('a master key from outside stays, and the secrets that it seals change', async () => {
  using houses = await openHouses()
  const masterKey = 'ab'.repeat(32)
  const previousMasterKey = readFileSync(join(houses.dir, 'secret.key'), 'utf8').trim()
  const options = { config: { masterKey, previousMasterKey } }
  {
    await using app = await serve(houses.dir, options)
    const done = await houses.printed('secrets', 'rotate', '--overlap-hours', '0')
    assert.is(done.new_master_key, false)
    assert.is(app.ring.fingerprint(), fingerprintOf(Buffer.from(masterKey, 'hex')))
  }
  await using app = await openTestApp({ dir: houses.dir, ...options })
  const token = await logIn(app, houses.trade.market)
  assert.is(await status(app, token), 200)
})

test('a backup has the secrets of its sessions, and no rotation comes in between', async () => {
  using houses = await openHouses()
  const [to, back] = [join(houses.path, 'backups'), join(houses.path, 'back')]
  await houses.printed('secrets', 'rotate')
  const token = await (async () => {
    const asked = { folder: to, recipient: null, keep: null, copyModel: false }
    let made: Promise<unknown> | undefined
    // The backup begins in the moment in which the command arrives.
    const commands = folderCommands.map((command) => ({
      ...command,
      act(...given: Parameters<typeof command.act>) {
        made ??= given[0].backups.make(asked)
        return command.act(...given)
      },
    }))
    await using app = await serve(houses.dir, {}, commands)
    const refused = await houses.run('secrets', 'rotate')
    assert.equal([refused.code, /A backup is being made/.test(refused.err.join())], [1, true])
    await made
    const fresh = await logIn(app, houses.trade.market)
    app.clock.advance({ seconds: 1 })
    await app.backups.make(asked)
    return fresh
  })()
  await runCommand({ args: ['restore', to, '--data-dir', back] })
  await using app = await openTestApp({ dir: back, parts: { jobs: false } })
  assert.is(await status(app, token), 200)
})

test('secrets whose overlap is over are forgotten by the server', async () => {
  using houses = await openHouses()
  await using app = await serve(houses.dir)
  await houses.printed('secrets', 'rotate', '--overlap-hours', '1')
  const { generations } = await houses.printed('secrets', 'status')
  assert.equal(
    generations.map((one: { generation: number }) => one.generation),
    [1, 0],
  )
  app.clock.advance({ hours: 1 })
  assert.is(app.ring.prune(), 1)
  assert.is((await houses.printed('secrets', 'status')).generations.length, 1)
})

test('the doctor tells about an overlap that never ended, and about a damaged ring', async () => {
  using houses = await openHouses()
  const { dir } = houses
  await houses.printed('secrets', 'rotate', '--overlap-hours', '1')
  const ring = join(dir, 'secret.ring')
  const findings = async () => {
    const args = ['doctor', '--data-dir', dir, '--json', '--ocr=false']
    const { out } = await runCommand({ args })
    const all: { check: string; message: string }[] = JSON.parse(out.join('\n')).findings
    return all.filter(({ check }) => check === 'rotation' || check === 'secrets')
  }
  assert.equal(await findings(), [])
  const text = readFileSync(ring, 'utf8')
  const shift = (until: number) =>
    text.replace(/"accepted_until": \d+/, `"accepted_until": ${until}`)
  writeFileSync(ring, shift(Date.now() - 2 * hour))
  assert.match((await findings())[0]?.message ?? '', /after their overlap/)
  writeFileSync(ring, shift(Date.now() + 60 * 24 * hour))
  assert.match((await findings())[0]?.message ?? '', /more than a month/)
  writeFileSync(ring, '{')
  assert.match((await findings())[0]?.message ?? '', /cannot be read/)
  const { code, err } = await houses.run('secrets', 'status')
  assert.equal([code, /is damaged/.test(err.join())], [1, true])
})

test('each rotation and each early end of an overlap is in the audit log', async () => {
  using houses = await openHouses()
  await houses.printed('secrets', 'rotate')
  await houses.printed('secrets', 'rotate', '--end-overlap')
  const { audit_events: events } = await houses.printed('audit')
  const actions = events.map(({ action }: { action: string }) => action)
  assert.ok(actions.includes('secrets.rotated') && actions.includes('secrets.overlap_ended'))
  const wrong = await houses.run('secrets', 'rotate', '--overlap-hours', '721')
  assert.is(wrong.code, 2)
  assert.ok(existsSync(join(houses.dir, 'secret.ring')))
})

test.run()
