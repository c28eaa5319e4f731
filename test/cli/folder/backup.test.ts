// Backups by command line: what goes in comes out again, and what is not whole does not pass.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { noMeter } from '../../../src/adapters/backup/meter.ts'
import { openBlobsDisk } from '../../../src/adapters/blobs/blobs-disk.ts'
import { blobFindings } from '../../../src/adapters/doctor/blob-checks.ts'
import { moveFiles } from '../../../src/app.ts'
import { fakeClock } from '../../support/fake-clock.ts'
import { prose } from '../../support/inspections.ts'
import { type Market, mint, openMarket, publish, stage } from '../../support/market.ts'
import { openTestApp, password, type TestApp } from '../../support/open-test-app.ts'
import { runCommand } from '../../support/run-command.ts'
import { killableKontor } from '../../support/run-server.ts'
import { sha256 } from '../../support/sha256.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilSo } from '../../support/until.ts'

/** A house with two files, one of them sold, and a place for backups. */
async function openHouse() {
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const to = join(folder.path, 'backups')
  cpSync(await filled(), dir, { recursive: true })
  const run = (...args: string[]) => runCommand({ args: [...args, '--log-level', 'silent'] })
  const printed = async (...args: string[]) => {
    const { out, err } = await run(...args, '--json')
    assert.equal(err, [])
    return JSON.parse(out.join('\n'))
  }
  return Object.assign(folder, { dir, to, run, printed })
}

let template: Promise<string> | undefined

/** The house is furnished once, and copied. */
function filled(): Promise<string> {
  template ??= (async () => {
    const folder = temporaryFolder()
    process.once('exit', () => folder[Symbol.dispose]())
    const dir = join(folder.path, 'data')
    await fill(dir)
    return dir
  })()
  return template
}

async function fill(dir: string): Promise<void> {
  await using app = await openTestApp({ dir })
  const code = await app.ensureSetupCode()
  const market = await openMarket(app.call, code ?? null)
  await stage(market, { bytes: prose(30), filename: 'waits.txt' })
  await sell(market)
}

async function sell(market: Market): Promise<void> {
  const asset = await publish(market, { bytes: prose(20) })
  const { body } = await mint(market, asset)
  assert.is((await market.call('GET', body.url)).status, 200)
}

/** Every blob with its hash. */
function blobsOf(dir: string): Record<string, string> {
  const entries = readdirSync(join(dir, 'blobs'), { recursive: true, withFileTypes: true })
  const files = entries
    .filter(({ name }) => name.startsWith('obj_'))
    .map((e) => join(e.parentPath, e.name))
  return Object.fromEntries(
    files.sort().map((file) => [file.slice(dir.length), sha256(readFileSync(file))]),
  )
}

test('what is restored has the same rows, files, secrets and ledger, and verifies', async () => {
  using house = await openHouse()
  const { dir, to, printed } = house
  for (const name of ['metrics.history', 'last-verification.json']) {
    writeFileSync(join(dir, name), '{"atMs":1,"ok":true}')
  }
  const made = await printed('backup', to, '--data-dir', dir)
  const elsewhere = join(house.path, 'elsewhere')
  const back = await printed('restore', to, '--data-dir', elsewhere)
  assert.equal(back.counts, made.counts)
  const noted = /^(metrics\.history|last-)/
  assert.ok(readdirSync(dir).some((name) => noted.test(name)))
  assert.not(readdirSync(elsewhere).some((name) => noted.test(name)))
  assert.equal([back.ledger_head, back.blobs], [made.ledger_head, 2])
  assert.equal(blobsOf(elsewhere), blobsOf(dir))
  assert.equal(readFileSync(join(elsewhere, 'secret.key')), readFileSync(join(dir, 'secret.key')))
  assert.is(statSync(join(elsewhere, 'secret.key')).mode & 0o777, 0o600)
  const verified = await printed('ledger', 'verify', '--data-dir', elsewhere)
  assert.equal([verified.ok, verified.head], [true, made.ledger_head])
  assert.ok(verified.transfers > 0)
})

test('a second backup copies only what is new, and the first one stays whole', async () => {
  using house = await openHouse()
  const { dir, to, printed } = house
  const first = await printed('backup', to, '--data-dir', dir)
  const second = await printed('backup', to, '--data-dir', dir)
  assert.equal([first.copied_blobs, second.copied_blobs, second.blobs], [2, 0, 2])
  for (const set of [first.set, second.set]) {
    assert.is((await printed('backup', 'verify', set)).ok, true)
  }
})

test('--keep removes old backups and the bytes that only they had', async () => {
  using house = await openHouse()
  const { dir, to, printed } = house
  const first = await printed('backup', to, '--data-dir', dir)
  mkdirSync(join(to, 'blobs', 'zz'), { recursive: true })
  writeFileSync(join(to, 'blobs', 'zz', 'nobody'), 'x')
  const second = await printed('backup', to, '--keep', '1', '--data-dir', dir)
  assert.not.ok(existsSync(first.set) || existsSync(join(to, 'blobs', 'zz', 'nobody')))
  assert.is((await printed('backup', 'verify', second.set)).ok, true)
})

test('bytes that were removed after a rejection are missed by nothing', async () => {
  using house = await openHouse()
  const { dir, to, run } = house
  const { tenant, unmoved } = await rejectWaiting(dir)
  const told = async (...args: string[]) => {
    const { out, err } = await run(...args, '--json', '--data-dir', dir)
    assert.equal(err, [])
    return JSON.parse(out.join('\n'))
  }
  const first = await told('backup', to)
  const second = await told('backup', to, '--keep', '1')
  const { missing_blobs } = await told(
    ...['tenant', 'export', tenant, '--to', join(house.path, 'archive')],
  )
  const missed = {
    unmoved,
    problems: second.problems,
    findings: await foundAmiss(dir),
    missing_blobs,
    isKept: existsSync(first.set),
  }
  const none = { unmoved: [], problems: [], findings: [], missing_blobs: [], isKept: false }
  assert.equal(missed, none)
})

/** What doctor says of the files. */
async function foundAmiss(dir: string) {
  const raw = new Database(join(dir, 'kontor.db'), { readonly: true })
  try {
    return await blobFindings(raw, { dataDir: dir }, noMeter)
  } finally {
    raw.close()
  }
}

/** What waits in the house is refused while its files are moved, and its bytes go at once. */
async function rejectWaiting(dir: string) {
  await using app = await openTestApp({ dir, config: { graceHours: 0 } })
  const { token: as } = await logIn(app, 'operator@example.eu')
  const sql = `SELECT tenant_id, object_id FROM object WHERE status = 'staged'`
  const row = app.store.raw.prepare(sql).get() as { tenant_id: string; object_id: string }
  const { tenant_id: tenant, object_id: id } = row
  const body = { reason: 'Not what was agreed.' }
  const path = `/v1/admin/review/objects/${tenant}/${id}/reject`
  const reject = async () => {
    assert.is((await app.call('POST', path, { as, body })).status, 200)
    await app.settleJobs()
    assert.is(Object.keys(blobsOf(dir)).length, 1)
  }
  let rejecting: Promise<void> | undefined
  const [old] = app.files.places
  if (!old) throw new Error('files lie somewhere')
  const meanwhile: typeof old.store = {
    ...old.store,
    async open(key) {
      rejecting ??= reject()
      await rejecting
      return old.store.open(key)
    },
  }
  using folder = temporaryFolder()
  const other = { name: 'other', store: openBlobsDisk({ folder: join(folder.path, 'blobs') }) }
  const move = (...places: (typeof old)[]) =>
    moveFiles({ ...app, files: { ...app.files, places } }, { finish: false })
  const first = await move(other, { ...old, store: meanwhile })
  assert.is(first.copied, 1)
  const second = await move(old, old)
  return { tenant, unmoved: [first, second].flatMap(({ missing }) => missing) }
}

test('an encrypted backup shows nothing, and opens with the identity alone', async () => {
  using house = await openHouse()
  const { dir, to, run, printed } = house
  const identity = await generateIdentity()
  const key = join(house.path, 'key.txt')
  writeFileSync(key, `# a key\n${identity}\n`)
  const recipient = await identityToRecipient(identity)
  const made = await printed('backup', to, '--encrypt-to', recipient, '--data-dir', dir)
  const bytes = readdirSync(to, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  const secret = readFileSync(join(dir, 'secret.key'), 'utf8').trim()
  for (const word of [secret, 'provider@example.eu', 'SQLite format 3', prose(20).toString()]) {
    assert.not(
      bytes.some((one) => one.includes(word)),
      word.slice(0, 20),
    )
  }
  assert.is((await printed('backup', 'verify', to)).database_checked, false)
  assert.is((await printed('backup', 'verify', to, '--identity', key)).database_checked, true)
  const target = join(house.path, 'elsewhere')
  const refused = await run('restore', to, '--data-dir', target)
  assert.equal([refused.code, existsSync(target)], [1, false])
  assert.match(refused.err.join(), '--identity')
  const back = await printed('restore', to, '--identity', key, '--data-dir', target)
  assert.is(back.ledger_head, made.ledger_head)
  assert.equal(blobsOf(target), blobsOf(dir))
})

test('by hand a backup is encrypted, kept and noted as the settings say', async () => {
  using house = await openHouse()
  const { dir, to, printed } = house
  const recipient = await identityToRecipient(await generateIdentity())
  const settings = ['--backup-dir', to, '--backup-recipient', recipient, '--backup-keep', '1']
  const backup = (...args: string[]) => printed('backup', ...args, ...settings, '--data-dir', dir)
  const first = await backup()
  const second = await backup('--verify')
  assert.equal([first.encrypted, second.encrypted], [true, true])
  assert.not(existsSync(first.set))
  const noted = JSON.parse(readFileSync(join(dir, 'last-backup.json'), 'utf8'))
  assert.type(noted.verifiedAtMs, 'number')
  const elsewhere = ['--to', join(house.path, 'elsewhere')]
  const kept = [await backup(...elsewhere), await backup(...elsewhere, '--encrypt-to', 'none')]
  assert.equal(
    kept.map(({ encrypted, set }) => [encrypted, existsSync(set)]),
    [
      [true, true],
      [false, true],
    ],
  )
})

test('beside an encrypted backup a plain one has to be asked for', async () => {
  using house = await openHouse()
  const { dir, to, run, printed } = house
  const recipient = await identityToRecipient(await generateIdentity())
  const { set } = await printed('backup', to, '--encrypt-to', recipient, '--data-dir', dir)
  const refused = await run('backup', to, '--data-dir', dir)
  assert.is(refused.code, 1)
  assert.match(refused.err.join(), `${set} is encrypted`)
  assert.match(refused.err.join(), '--encrypt-to none')
  assert.equal(readdirSync(to).filter(isSet), [basename(set)])
  await printed('backup', to, '--encrypt-to', 'none', '--data-dir', dir)
  assert.is((await printed('backup', to, '--data-dir', dir)).encrypted, false)
})

test('another identity opens nothing and leaves nothing', async () => {
  using house = await openHouse()
  const { dir, to, run, printed } = house
  const recipient = await identityToRecipient(await generateIdentity())
  await printed('backup', to, '--encrypt-to', recipient, '--data-dir', dir)
  const key = join(house.path, 'other.txt')
  writeFileSync(key, await generateIdentity())
  const target = join(house.path, 'elsewhere')
  const { code } = await run('restore', to, '--identity', key, '--data-dir', target)
  assert.equal([code, existsSync(target)], [1, false])
  assert.not.ok(readdirSync(house.path).some((name) => name.includes('restoring')))
})

type Damage = [title: string, harm: (set: string, to: string) => void, says: RegExp]
const aBlob = (to: string) => {
  const names = readdirSync(join(to, 'blobs'), { recursive: true, encoding: 'utf8' })
  return join(to, 'blobs', names.find((name) => name.includes('obj_')) ?? '')
}
const damages: Damage[] = [
  ['without its manifest', (set) => rmSync(join(set, 'manifest.json')), /no whole backup/],
  [
    'with a changed manifest',
    (set) => appendFileSync(join(set, 'manifest.json'), ' '),
    /changed or damaged/,
  ],
  ['with a changed database', (set) => appendFileSync(join(set, 'kontor.db'), 'x'), /altered/],
  ['without its secrets', (set) => rmSync(join(set, 'secret.key')), /missing/],
  ['with a changed file', (_, to) => appendFileSync(aBlob(to), 'x'), /altered/],
  ['without a file', (_, to) => rmSync(aBlob(to)), /missing/],
]
for (const [title, harm, says] of damages) {
  test(`a backup ${title} does not pass, and restores nothing`, async () => {
    using house = await openHouse()
    const { dir, to, run, printed } = house
    const { set } = await printed('backup', to, '--data-dir', dir)
    harm(set, to)
    const verified = await run('backup', 'verify', to)
    assert.is(verified.code, 1)
    assert.match([...verified.out, ...verified.err].join('\n'), says)
    const target = join(house.path, 'elsewhere')
    assert.is((await run('restore', to, '--data-dir', target)).code, 1)
    assert.not.ok(existsSync(target))
  })
}

test('an empty folder is filled where it is: it may be a volume', async () => {
  using house = await openHouse()
  const { to, dir, printed, run } = house
  await printed('backup', to, '--data-dir', dir)
  const target = join(house.path, 'volume')
  mkdirSync(target, { mode: 0o755 })
  const before = statSync(target).ino
  mkdirSync(join(target, 'lost+found'))
  const beside = readdirSync(house.path)
  await printed('restore', to, '--data-dir', target)
  const { ino, mode } = statSync(target)
  assert.equal([ino, mode & 0o777], [before, 0o700])
  assert.equal(readdirSync(house.path), beside)
  const names = readdirSync(target)
  assert.ok(names.includes('lost+found') && !names.some((name) => name.includes('restoring')))
  assert.is((await run('ledger', 'verify', '--data-dir', target)).code, 0)
})

test('a restore into an empty folder that was cut short anywhere is made again', async () => {
  using house = await openHouse()
  const { to, dir, printed, run } = house
  await printed('backup', to, '--data-dir', dir)
  const whole = join(house.path, 'whole')
  await printed('restore', to, '--data-dir', whole)
  const parts = readdirSync(whole).filter((name) => name !== 'kontor.db')
  for (const cameOut of [[], parts.slice(0, 1), parts]) {
    const target = join(house.path, `cut-${cameOut.length}`)
    const draft = join(target, '.restoring-1')
    cpSync(whole, draft, { recursive: true })
    for (const name of cameOut) renameSync(join(draft, name), join(target, name))
    writeFileSync(join(draft, 'kontor.db'), 'half of it')
    await printed('restore', to, '--data-dir', target)
    assert.equal(readdirSync(target).sort(), readdirSync(whole).sort())
    assert.equal(blobsOf(target), blobsOf(whole))
    assert.is((await run('ledger', 'verify', '--data-dir', target)).code, 0)
  }
})

test('what somebody put beside the draft of a restore is not removed', async () => {
  using house = await openHouse()
  const { to, dir, printed, run } = house
  await printed('backup', to, '--data-dir', dir)
  const target = join(house.path, 'volume')
  mkdirSync(join(target, '.restoring-1'), { recursive: true })
  writeFileSync(join(target, 'notes.txt'), 'mine')
  const { code, err } = await run('restore', to, '--data-dir', target)
  assert.is(code, 1)
  assert.match(err.join(), 'is not empty')
  assert.is(readFileSync(join(target, 'notes.txt'), 'utf8'), 'mine')
})

test('a restored folder is not restored into again, whatever a draft left there', async () => {
  using house = await openHouse()
  const { to, dir, printed, run } = house
  await printed('backup', to, '--data-dir', dir)
  const target = join(house.path, 'volume')
  await printed('restore', to, '--data-dir', target)
  mkdirSync(join(target, '.restoring-1'))
  const { code, err } = await run('restore', to, '--data-dir', target)
  assert.is(code, 1)
  assert.match(err.join(), 'is not empty')
})

const isSet = (name: string) => /^\d{4}-/.test(name)

/** Alters the manifest of the only set, as somebody would who can write to the backups. */
function forge(folder: string, alter: (manifest: Forged) => void, keeps?: 'mac'): void {
  const set = readdirSync(folder).find(isSet) ?? ''
  const file = join(folder, set, 'manifest.json')
  const [sums = '', body = ''] = readFileSync(file, 'utf8').split('\n')
  const manifest = JSON.parse(body) as Forged
  alter(manifest)
  const text = JSON.stringify(manifest)
  const mac = keeps === 'mac' ? ` ${sums.split(' ')[1]}` : ''
  writeFileSync(file, `${sha256(text)}${mac}\n${text}\n`)
}

type Forged = { blobFolder: string; files: Named[]; blobs: (Named & { key: string })[] }
type Named = { name: string; sizeBytes: number; sha256: string }

const outside: [what: string, alter: (manifest: Forged) => void][] = [
  [
    'a file above it',
    ({ files }) => files.push({ name: '../../evil', sizeBytes: 4, sha256: sha256('evil') }),
  ],
  ['a file at the root', ({ files: [first] }) => first && Object.assign(first, { name: '/evil' })],
  ['a blob above it', ({ blobs: [first] }) => first && Object.assign(first, { name: '../evil' })],
  [
    'a key above it',
    ({ blobs: [first] }) => first && Object.assign(first, { key: `${first.key}/../../evil` }),
  ],
  [
    'a blob above it in the writing of another system',
    ({ blobs: [first] }) => first && Object.assign(first, { name: '..\\evil' }),
  ],
  ['a folder of blobs above it', (manifest) => Object.assign(manifest, { blobFolder: '../evil' })],
]

test('a manifest that names what is outside of its folder is refused', async () => {
  using house = await openHouse()
  await house.printed('backup', house.to, '--data-dir', house.dir)
  const file = join(house.to, readdirSync(house.to).find(isSet) ?? '', 'manifest.json')
  const whole = readFileSync(file)
  const evil = ['..', '../..'].map((up) => join(house.to, up, 'evil'))
  const back = join(house.path, 'back')
  for (const [what, alter] of outside) {
    writeFileSync(file, whole)
    forge(house.to, alter)
    for (const args of [
      ['backup', 'verify', house.to],
      ['restore', house.to, '--data-dir', back],
    ]) {
      const { code, err } = await house.run(...args)
      assert.is(code, 1, what)
      const refused = /manifest\.json names a file outside of its folder: \S*evil\.$/m
      assert.match(err.join('\n'), refused, what)
    }
  }
  assert.equal([back, ...evil].filter(existsSync), [])
})

const altered: [what: string, alter: (manifest: Forged) => void][] = [
  ['says another time', (manifest) => Object.assign(manifest, { createdAt: '2020-01-01' })],
  ['leaves a file out', ({ blobs }) => blobs.pop()],
]
for (const [what, alter] of altered) {
  test(`a manifest that ${what} is refused, with its checksum made anew`, async () => {
    using house = await openHouse()
    const { dir, to, run } = house
    await house.printed('backup', to, '--data-dir', dir)
    forge(to, alter, 'mac')
    const back = join(house.path, 'back')
    for (const args of [
      ['backup', 'verify', to],
      ['restore', to, '--data-dir', back],
    ]) {
      const { code, err } = await run(...args)
      assert.equal([code, existsSync(back)], [1, false])
      assert.match(
        err.join(),
        /The manifest was altered: the secrets in the backup did not sign it/,
      )
    }
  })
}

test('who signed a manifest is said, and with the own secrets nothing else passes', async () => {
  using house = await openHouse()
  const { dir, to, run, printed } = house
  await printed('backup', to, '--data-dir', dir)
  const signer = async (...args: string[]) => {
    const { code, out, err } = await run('backup', 'verify', to, ...args)
    return [code, ...out, ...err].join('\n')
  }
  const nobody = join(house.path, 'nobody')
  assert.match(await signer('--data-dir', dir), /^0[\s\S]*signed with your secrets/)
  assert.match(await signer('--secrets', dir), /^0[\s\S]*signed with your secrets/)
  assert.match(await signer('--data-dir', nobody), /^0[\s\S]*with the secrets that lie in it/)
  const stranger = join(house.path, 'stranger')
  await run('init', '--data-dir', stranger)
  assert.match(await signer('--secrets', stranger), /^1[\s\S]*is of another house/)
  forge(to, () => undefined)
  assert.match(await signer('--data-dir', dir), /^0[\s\S]*NOT signed/)
  assert.match(await signer('--secrets', dir), /^1[\s\S]*is not signed/)
  const back = ['restore', to, '--data-dir', join(house.path, 'back')]
  const refused = await run(...back, '--secrets', dir)
  assert.match(refused.err.join(), /is not signed/)
  const { code, out } = await run(...back)
  assert.is(code, 0)
  assert.match(out.join('\n'), /NOT signed/)
})

test('in the place of an encrypted backup no plain one is taken', async () => {
  using house = await openHouse()
  const { dir, to, run, printed } = house
  await printed('backup', to, '--data-dir', dir)
  const key = join(house.path, 'key.txt')
  writeFileSync(key, await generateIdentity())
  const back = join(house.path, 'back')
  for (const args of [
    ['backup', 'verify', to, '--identity', key],
    ['restore', to, '--identity', key, '--data-dir', back],
  ]) {
    const { code, err } = await run(...args)
    assert.equal([code, existsSync(back)], [1, false])
    assert.match(err.join(), /The backup is not encrypted, and --identity was given/)
  }
})

test('what somebody else wrote into the folder of backups is not taken over', async () => {
  using house = await openHouse()
  const { dir, to, run, printed } = house
  const { set } = await printed('backup', to, '--data-dir', dir)
  const blob = aBlob(to)
  const bytes = readFileSync(blob)
  bytes[0] = (bytes[0] ?? 0) ^ 1
  writeFileSync(blob, bytes)
  forge(to, ({ blobs }) => {
    const one = blobs.find(({ name }) => blob.endsWith(name))
    Object.assign(one ?? {}, { sha256: sha256(bytes) })
  })
  rmSync(join(set, 'nothing'), { force: true })
  const second = await printed('backup', to, '--data-dir', dir)
  assert.is((await run('backup', 'verify', second.set)).code, 0)
  assert.equal(readFileSync(blob).equals(bytes), false)
})

test('a restore says what works again, and --revoke ends it', async () => {
  using house = await openOpenHouse()
  const { dir, to, run, printed, token, key, code, reset } = house
  await settleAll(dir)
  await printed('backup', to, '--data-dir', dir)
  const [one, two] = [join(house.path, 'one'), join(house.path, 'two')]
  const { out } = await run('restore', to, '--data-dir', one)
  const open =
    'sessions 2, API keys 2, invitations 1, reset codes 1, allowed passwords 0, ' +
    'vouchers 1 (70 credits), single-use links 1'
  assert.ok(out.includes(`Open in it: ${open}.`), out.join('\n'))
  const unpaid = /^Not paid in it: statements 1 \(15 credits\)\. Whoever was paid since/
  assert.ok(
    out.some((line) => unpaid.test(line)),
    out.join('\n'),
  )
  const ended = await printed('restore', to, '--revoke', '--data-dir', two)
  assert.equal(ended.unpaid, { statements: 1, credits: 15 })
  const passwords = { reset_codes: 1, allowed_passwords: 0 }
  const counted = { sessions: 2, api_keys: 2, invitations: 1, ...passwords, vouchers: 1, links: 1 }
  assert.equal([ended.works_again, { ...ended.ended, sessions: 2 }], [counted, counted])
  for (const [at, status] of [
    [one, [200, 200, 201, 200]],
    [two, [401, 401, 404, 403]],
  ] as const) {
    await using app = await openTestApp({ dir: at, clock: fakeClock(Date.now()) })
    const owner = at === one ? token : (await logIn(app)).token
    const redeem = { as: owner, body: { code } }
    const found = [
      (await app.call('GET', '/v1/me', { as: token })).status,
      (await app.call('GET', '/search?q=boiler', { as: key })).status,
      (await app.call('POST', '/v1/vouchers/redeem', redeem)).status,
      (await app.call('POST', '/v1/auth/password-reset', { body: reset })).status,
    ]
    assert.equal(found, status)
    assert.equal((await app.verifyLedger()).problems, [])
  }
})

test('a restore with --revoke that is killed leaves nothing that is served open', async () => {
  using house = await openOpenHouse()
  const { dir, to, printed, token, key } = house
  await printed('backup', to, '--data-dir', dir)
  const again = join(house.path, 'again')
  const restore = killableKontor(['restore', to, '--revoke', '--data-dir', again])
  await untilSo('the folder is there', async () => existsSync(join(again, 'kontor.db')))
  restore.kill()
  assert.is((await restore.ended).signal, 'SIGKILL')
  assert.ok(existsSync(join(again, 'kontor.revoke')))
  await using app = await openTestApp({ dir: again, clock: fakeClock(Date.now()) })
  assert.is((await app.call('GET', '/v1/me', { as: token })).status, 401)
  assert.is((await app.call('GET', '/search?q=boiler', { as: key })).status, 401)
  assert.is(existsSync(join(again, 'kontor.revoke')), false)
  assert.equal((await app.verifyLedger()).problems, [])
})

let opened: Promise<{ from: string; doors: Awaited<ReturnType<typeof openDoors>> }> | undefined

/** A house with all of these doors: they are opened once, and it is copied. */
async function openOpenHouse() {
  opened ??= (async () => {
    const house = await openHouse()
    process.once('exit', () => house[Symbol.dispose]())
    return { from: house.dir, doors: await openDoors(house.dir) }
  })()
  const { from, doors } = await opened
  const house = await openHouse()
  rmSync(house.dir, { recursive: true })
  cpSync(from, house.dir, { recursive: true })
  return Object.assign(house, doors)
}

/** A session, a key, an invitation, a code, a voucher and a link that are open now. */
async function openDoors(dir: string) {
  await using app = await openTestApp({ dir, clock: fakeClock(Date.now()) })
  const done = async (path: string, asked: { as: string; body: object }) => {
    const { status, body } = await app.call('POST', path, asked)
    assert.ok(status < 300, `${path}: ${JSON.stringify(body)}`)
    return body
  }
  const { token } = await logIn(app)
  const operator = (await logIn(app, 'operator@example.eu')).token
  const scopes = ['search:query', 'datasets:read']
  const made = await done('/v1/api-keys', { as: token, body: { name: 'second', scopes } })
  await done('/v1/tenant/invitations', { as: token, body: { roles: ['viewer'] } })
  const voucher = { credits: 70, count: 1 }
  const { data } = await done('/v1/admin/vouchers', { as: operator, body: voucher })
  const lost = "SELECT user_id FROM user WHERE email = 'provider@example.eu'"
  const path = `/v1/admin/users/${app.store.raw.prepare(lost).pluck().get()}/reset-link`
  const { reset_code } = (await done(path, { as: operator, body: {} })).data
  const reset = { reset_code, new_password: 'another horse battery' }
  const sold = 'SELECT asset_id FROM dl_link LIMIT 1'
  const asset = app.store.raw.prepare(sold).pluck().get()
  const key = made.data.secret as string
  await done('/download', { as: key, body: { asset_id: asset } })
  return { token, key, reset, code: data.vouchers[0].code as string }
}

/** As the upkeep does when the month of the sale is over. */
async function settleAll(dir: string) {
  await using app = await openTestApp({ dir, clock: fakeClock(Date.now()) })
  const months = app.store.raw.prepare('SELECT DISTINCT period FROM meter_event').pluck().all()
  for (const month of months as string[]) await app.rooms.ledger.settlePeriod(month)
}

async function logIn(app: TestApp, email = 'buyer@example.eu'): Promise<{ token: string }> {
  const { body } = await app.call('POST', '/v1/auth/login', { body: { email, password } })
  return { token: body.data.session_token }
}

test('what is restored and cannot be revoked is said to be open', async () => {
  using folder = temporaryFolder()
  const [dir, to] = [join(folder.path, 'data'), join(folder.path, 'to')]
  const environment = { KONTOR_MASTER_KEY: 'ab'.repeat(32), KONTOR_LOG_LEVEL: 'silent' }
  await runCommand({ args: ['init', '--data-dir', dir], environment })
  await runCommand({ args: ['backup', to, '--data-dir', dir], environment })
  const again = join(folder.path, 'again')
  const args = ['restore', to, '--revoke', '--data-dir', again]
  const { code, err } = await runCommand({ args })
  assert.is(code, 1)
  assert.match(err.join(), `${again} is restored, and NOT revoked: `)
  assert.match(err.join(), 'KONTOR_MASTER_KEY')
  assert.not.match(err.join(), 'Nothing was changed')
  assert.ok(existsSync(join(again, 'kontor.db')))
})

test('a folder with anything in it is not restored into', async () => {
  using house = await openHouse()
  const { dir, to, run, printed } = house
  await printed('backup', to, '--data-dir', dir)
  const { code, err } = await run('restore', to, '--data-dir', dir)
  assert.is(code, 1)
  assert.match(err.join(), 'is not empty')
})

test('what is missing in the data folder is said, and the rest is backed up', async () => {
  using house = await openHouse()
  const { dir, to, run } = house
  const [lost = ''] = Object.keys(blobsOf(dir))
  rmSync(join(dir, lost))
  const made = await run('backup', to, '--data-dir', dir)
  assert.is(made.code, 1)
  assert.match(made.out.join('\n'), /NOT in order: the bytes of obj_\S+ are missing/)
  const target = join(house.path, 'elsewhere')
  const back = await run('restore', to, '--data-dir', target)
  assert.is(back.code, 1)
  assert.match(back.out.join('\n'), 'Was NOT in order when it was backed up')
  assert.is(Object.keys(blobsOf(target)).length, 1)
})

const refusals: [title: string, args: string[], code: number, says: RegExp][] = [
  ['no folder', [], 2, /--to is required/],
  ['a recipient that is none', ['/nowhere/x', '--encrypt-to', 'age1nobody'], 1, /no age recipient/],
  ['--keep 0', ['/nowhere/x', '--keep', '0'], 2, /--keep must be/],
]
for (const [title, args, code, says] of refusals) {
  test(`a backup with ${title} exits ${code}, and begins none`, async () => {
    using house = await openHouse()
    const given = args.map((arg) => arg.replace('/nowhere', house.path))
    const refused = await house.run('backup', ...given, '--data-dir', house.dir)
    assert.is(refused.code, code, refused.err.join())
    assert.match(refused.err.join(), says)
    assert.is(existsSync(join(house.path, 'x')), false)
  })
}

test('a backup inside the data folder is refused', async () => {
  using house = await openHouse()
  const { code, err } = await house.run('backup', join(house.dir, 'b'), '--data-dir', house.dir)
  assert.is(code, 1)
  assert.match(err.join(), 'lies in the data folder')
})

test('a server with a backup folder makes one by itself, and the next when it is due', async () => {
  using folder = temporaryFolder()
  const to = join(folder.path, 'backups')
  await using app = await openTestApp({ config: { backupDir: to, backupHours: 6, backupKeep: 2 } })
  const sets = () => (existsSync(to) ? readdirSync(to).filter((name) => /^\d{4}-/.test(name)) : [])
  const whole = () => sets().filter((name) => existsSync(join(to, name, 'manifest.json')))
  const isOver = () => untilSo('no backup is being made', () => !app.backups.isBusy())
  /** As on a real server: a look every minute, and then the end of what it began. */
  const look = async () => {
    app.clock.advance({ seconds: 60 })
    await app.runUpkeep()
    await isOver()
  }
  await look()
  const [first = 'none'] = whole()
  assert.equal(sets(), [first])
  await look()
  assert.equal(sets(), [first])
  app.clock.advance({ hours: 7 })
  await look()
  const [, second = 'none'] = whole()
  assert.equal(sets(), [first, second])
  app.clock.advance({ hours: 7 })
  await look()
  assert.is(whole().length, 2)
  assert.ok(whole().includes(second) && !sets().includes(first))
})

test.run()
