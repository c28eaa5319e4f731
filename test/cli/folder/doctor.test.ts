// kontor doctor: faults are planted in a real data folder, one at a time, and each is named.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { noMeter } from '../../../src/adapters/backup/meter.ts'
import { blobFindings } from '../../../src/adapters/doctor/blob-checks.ts'
import { tlsFindings } from '../../../src/adapters/doctor/certificate-checks.ts'
import { examineInThread } from '../../../src/adapters/doctor/doctor-thread.ts'
import { folderFindings } from '../../../src/adapters/doctor/folder-checks.ts'
import { type Gauges, openHistory } from '../../../src/adapters/history/open-history.ts'
import { describeWalls } from '../../../src/extract/index.ts'
import { asUser } from '../../support/as-user.ts'
import { prose } from '../../support/inspections.ts'
import { openMarket, publish, stage } from '../../support/market.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { runCommand } from '../../support/run-command.ts'
import { shared } from '../../support/shared.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const gauges: Gauges = {
  inFlight: 0,
  shedSoFar: 0,
  processorSoFarMs: 0,
  busySoFarMs: 0,
  residentBytes: 1,
  jobsOpen: 0,
  jobsDue: 0,
  databaseBytes: 1,
  logBytes: 1,
  storedBytes: 1,
  freeBytes: 1,
}

const realClock = { nowMs: () => Date.now(), elapsedMs: () => performance.now() }
let template: Promise<string> | undefined

/** A folder with which nothing is wrong, and its backup, copied for each test. */
function healthy(): Promise<string> {
  template ??= (async () => {
    const folder = temporaryFolder()
    process.once('exit', () => folder[Symbol.dispose]())
    const { dir, backups, base } = placesIn(folder.path)
    {
      await using app = await openTestApp({ dir, overrides: { clock: realClock } })
      const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
      await publish(market, { bytes: prose(20) })
      await stage(market, { bytes: prose(30), filename: 'waits.txt' })
    }
    await runCommand({ args: ['backup', backups, ...base] })
    return folder.path
  })()
  return template
}

function placesIn(path: string) {
  const [dir, backups] = [join(path, "Ada's data"), join(path, 'backups')]
  return { dir, backups, base: ['--data-dir', dir, '--backup-dir', backups, ...silent] }
}

const silent = ['--log-level', 'silent']

async function openPatient() {
  const folder = temporaryFolder()
  const { dir, backups, base } = placesIn(folder.path)
  cpSync(await healthy(), folder.path, { recursive: true })
  chmodSync(dir, 0o700)
  return Object.assign(folder, {
    dir,
    backups,
    async doctor(...more: string[]) {
      const args = ['doctor', '--json', ...base, ...more]
      const { code, out, err } = await runCommand({ args, environment: unread })
      assert.equal(err, [])
      return { code, ...(JSON.parse(out.join('\n')) as Told) }
    },
  })
}

/** To try every language of text recognition takes a second: `--ocr` where that is looked at. */
const unread = { KONTOR_OCR: 'false' }

type Told = { findings: Found[]; walls: string; meaning: string | null }
type Found = { check: string; level: string; message: string; remedy: string }

test('a folder in order has no findings', async () => {
  using patient = await openPatient()
  // Nobody's, and named as a folder of files.
  writeFileSync(join(patient.dir, 'blobs', 'no'), 'left by somebody')
  const { code, findings, walls } = await patient.doctor('--ocr')
  assert.equal([code, findings, walls], [0, [], (await describeWalls()).line])
})

test('the scripts that searches by meaning know are told, and that there are none', async () => {
  using patient = await openPatient()
  const { meaning } = await patient.doctor()
  assert.match(meaning ?? '', /^Searches by meaning: .* Scripts: Arabic, Cyrillic, .*, Thai\.$/)
  assert.is((await patient.doctor('--embedding-model', 'none')).meaning, null)
})

for (const when of ['before', 'after'] as const) {
  test(`files that come and go ${when} the records are read are in order`, async () => {
    using patient = await openPatient()
    using raw = Object.assign(new Database(join(patient.dir, 'kontor.db')), {
      [Symbol.dispose]: () => raw.close(),
    })
    raw.exec('DROP TRIGGER object_content_is_fixed')
    const [file, moved] = [blobIn(patient.dir), `${blobIn(patient.dir)}f`]
    const change = () => {
      renameSync(file, moved)
      const names = [moved, file].map((path) => basename(path))
      raw.prepare('UPDATE object SET blob_key = ? WHERE blob_key = ?').run(...names)
    }
    const changing = { ...raw, prepare: once(raw, { when, change }), pragma: raw.pragma.bind(raw) }
    const place = { dataDir: patient.dir }
    assert.equal(await blobFindings(changing as never, place, noMeter), [])
  })
}

/** The first time that the names of all files are read, something happens besides. */
function once(raw: Database.Database, { when, change }: { when: string; change: () => void }) {
  let isDone = false
  return (sql: string) => {
    const statement = raw.prepare(sql)
    if (isDone || !sql.includes('blob_key AS key')) return statement
    isDone = true
    const all = () => {
      if (when === 'before') change()
      const rows = statement.all()
      if (when === 'after') change()
      return rows
    }
    return { all }
  }
}

test('a file that cannot be read is not said to be another', async () => {
  using patient = await openPatient()
  const file = blobIn(patient.dir)
  rmSync(file)
  mkdirSync(file)
  const { findings } = await patient.doctor()
  const found = findings.filter(({ check }) => check.startsWith('blobs'))
  assert.equal(
    found.map(({ check, level }) => [check, level]),
    [['blobs unreadable', 'error']],
  )
  assert.match(found[0]?.message ?? '', /1 files cannot be read: obj_\S+ \(EISDIR/)
})

function blobIn(dir: string): string {
  const names = readdirSync(join(dir, 'blobs'), { recursive: true, encoding: 'utf8' })
  return join(dir, 'blobs', names.find((name) => name.includes('obj_')) ?? '')
}

function change(dir: string, sql: string): void {
  const db = new Database(join(dir, 'kontor.db'))
  db.exec(sql)
  db.close()
}

function spoilPages(dir: string): void {
  const file = join(dir, 'kontor.db')
  const db = new Database(file)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'object_by_dataset'")
  const number = page.pluck().get() as number
  const size = db.pragma('page_size', { simple: true }) as number
  db.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(size, 0x5a), 0, size, (number - 1) * size)
  closeSync(handle)
}

type Fault = [check: string, title: string, plant: (dir: string, backups: string) => void]

const faults: Fault[] = [
  [
    'permissions',
    'a secret that others can read',
    (dir) => chmodSync(join(dir, 'secret.key'), 0o644),
  ],
  ['permissions', 'a folder that others can look into', (dir) => chmodSync(dir, 0o755)],
  ['secrets', 'a lost master key', (dir) => rmSync(join(dir, 'secret.key'))],
  ['blobs missing', 'a lost file', (dir) => rmSync(blobIn(dir))],
  ['blobs altered', 'a changed file', (dir) => appendFileSync(blobIn(dir), 'x')],
  [
    'blobs orphaned',
    'a file of nobody',
    (dir) => {
      mkdirSync(join(dir, 'blobs', '00'), { recursive: true })
      writeFileSync(join(dir, 'blobs', '00', `obj_${'0'.repeat(26)}-0123456789`), 'x')
    },
  ],
  ['index', 'passages that are not indexed', (dir) => change(dir, 'DELETE FROM passage_fts')],
  [
    'log',
    'a log that grew',
    (dir) => {
      writeFileSync(join(dir, 'kontor.db-wal'), '')
      truncateSync(join(dir, 'kontor.db-wal'), 300 * 1024 * 1024)
    },
  ],
  [
    'files',
    'a file that could not be indexed',
    (dir) =>
      change(
        dir,
        `UPDATE object SET index_state = 'failed', ingest_error = 'corrupt: damaged'
      WHERE status = 'active'`,
      ),
  ],
  [
    'partial',
    'a file of which a part was read',
    (dir) => change(dir, `UPDATE object SET part = '{"unit":"pages","read":40,"of":300}'`),
  ],
  [
    'unseen',
    'content that no buyer can see',
    (dir) => change(dir, "UPDATE dataset SET visibility = 'private'"),
  ],
  [
    'reviews',
    'a review that is about to end',
    (dir) =>
      change(
        dir,
        `UPDATE object SET review_expires_at = ${Date.now() + 3_600_000}
      WHERE status = 'staged'`,
      ),
  ],
  [
    'clock',
    'a clock that went back',
    (dir) =>
      change(
        dir,
        `INSERT OR REPLACE INTO clock_state
      VALUES (1, ${Date.now() + 86_400_000}, NULL, NULL, NULL)`,
      ),
  ],
  [
    'jobs',
    'work that was given up',
    (dir) =>
      change(
        dir,
        `CREATE TEMP TABLE given_up AS SELECT * FROM job WHERE state = 'done' LIMIT 1;
      UPDATE given_up SET job_id = 'job_given_up', state = 'failed';
      INSERT INTO job SELECT * FROM given_up`,
      ),
  ],
  [
    'reading',
    'what an earlier version read',
    (dir) =>
      change(
        dir,
        `INSERT OR REPLACE INTO reading_version
      SELECT 1, 1, min(dataset_id) FROM dataset`,
      ),
  ],
  [
    'analysis',
    'an index of an earlier version',
    (dir) => change(dir, `INSERT OR REPLACE INTO analysis_version VALUES (1, 1, 1)`),
  ],
  [
    'payments',
    'a payment that nobody was credited',
    (dir) =>
      change(
        dir,
        `INSERT INTO audit_event
        (audit_id, at, actor_type, action, subject_type, subject_id, details)
      VALUES ('aud_1', ${Date.now()}, 'system', 'payment.unclaimed', 'stripe_checkout', 'cs_1',
        '{"amount": 1500, "currency": "usd"}')`,
      ),
  ],
  [
    'chain',
    'a payment of which the chain shows nothing',
    (dir) =>
      change(
        dir,
        `INSERT INTO chain_submission VALUES ('csb_1', 'withdrawal', 'ent_1', 1, '{}', 'sig', 'x',
        1, 'signed', ${Date.now() - 7 * 3_600_000}, NULL)`,
      ),
  ],
  ['backup', 'backups that are gone', (_, backups) => rmSync(backups, { recursive: true })],
  [
    'configuration',
    'a setting that nobody knows',
    (dir) => writeFileSync(join(dir, 'kontor.json'), '{"prot": 4200}', { mode: 0o600 }),
  ],
  ['database', 'a damaged page', spoilPages],
]

/** The doctor's answer about a folder in which these were planted. */
async function foundIn(patient: Patient, planted: readonly Fault[], ...more: string[]) {
  for (const [, , plant] of planted) plant(patient.dir, patient.backups)
  return patient.doctor(...more)
}

type Patient = Awaited<ReturnType<typeof openPatient>>

/** What hides others, or is hidden by them, is planted alone. */
const isApart = ([check, title]: Fault) =>
  /^(files|configuration|database|log|jobs|reading|index|payments|chain|blobs altered)$/.test(
    check,
  ) || /^a folder that others|lost master/.test(title)

function assertTold({ findings }: { findings: Found[] }, [check]: Fault): void {
  const found = findings.find((one) => one.check === check)
  assert.ok(found, `found only ${JSON.stringify(findings)}`)
  assert.ok(found.message.length > 10 && found.remedy.length > 10)
  // What is for the shell, the shell takes, whatever the folder is called.
  if (found.remedy.startsWith('chmod ')) execFileSync('sh', ['-c', found.remedy])
}

for (const fault of faults.filter(isApart)) {
  const [, title] = fault
  test(`${title} is found, with what to do`, async () => {
    using patient = await openPatient()
    assertTold(await foundIn(patient, [fault]), fault)
  })
}

/** The others are found at once, and so is what the machine lacks. */
const sick = shared(async () => {
  const patient = await openPatient()
  const none = join(patient.path, 'none')
  const others = faults.filter((fault) => !isApart(fault) || fault[0] === 'permissions')
  const told = await foundIn(patient, others, '--ocr', '--ocr-languages-dir', none)
  return { told, others, [Symbol.asyncDispose]: async () => patient[Symbol.dispose]() }
})

for (const fault of faults.filter((one) => !isApart(one))) {
  const [, title] = fault
  sick.fact(`${title} is found among others, with what to do`, ({ told }) =>
    assertTold(told, fault),
  )
}

sick.fact('ten planted faults are all found at once', ({ told, others }) => {
  assert.is(others.length, 10)
  const checks = new Set(told.findings.map(({ check }) => check))
  for (const [check] of others) assert.ok(checks.has(check), check)
  assert.ok(checks.has('capabilities'), 'capabilities')
  assert.is(told.code, 1)
})

test('letters, webhooks, waiting work and a ledger that need somebody are found', async () => {
  using patient = await openPatient()
  const nowMs = Date.now()
  const job = (id: string, part: object) => {
    const given = Object.entries(part).map(([name, value]) => `${name} = '${value}'`)
    return `UPDATE one SET job_id = '${id}', finished_at = NULL, ${given.join(', ')};
      INSERT INTO job SELECT * FROM one;`
  }
  const [old, late] = [nowMs - 30 * 24 * 3_600_000, nowMs + 3_600_000]
  const mail = { kind: 'send-mail', error: '535 Wrong password\nat a' }
  change(
    patient.dir,
    `CREATE TEMP TABLE one AS SELECT * FROM job WHERE state = 'done' LIMIT 1;
    CREATE TEMP TABLE three AS SELECT column1 AS value FROM (VALUES (1), (2), (3));
    UPDATE one SET state = 'queued';
    ${job('job_a', { ...mail, failures: 3, run_after_at: late })}
    ${job('job_b', { ...mail, failures: 2, run_after_at: late })}
    ${job('job_c', { kind: 'purge-blob', failures: 0, run_after_at: nowMs - 2 * 3_600_000 })}
    INSERT INTO webhook SELECT 'whk_' || value, 'tnt_a', 'x', '[]', '', iif(value > 2, 'active',
      'disabled'), 'gone', 'x', 1, 1, x'00', NULL, NULL FROM three;
    INSERT INTO audit_event (audit_id, at, actor_type, action, subject_type, subject_id)
      SELECT 'aud_' || value, iif(value = 1, ${old}, ${nowMs}), 'system', 'webhook.disabled',
        'webhook', 'whk_' || value FROM three`,
  )
  const ok = (is: boolean, atMs = nowMs) =>
    writeFileSync(join(patient.dir, 'last-verification.json'), JSON.stringify({ atMs, ok: is }))
  const looked = { ...healthyDisk, dataDir: patient.dir, nowMs, diskMinBytes: 0 }
  const found = async (servingMs: number | null) =>
    (await examineInThread({ ...looked, servingMs }))
      .filter(({ check }) => !['backup', 'log'].includes(check))
      .map(({ check, message }) => `${check}: ${message}`)
  ok(false)
  const both = [
    'mail: 1 letters could not be sent, and are tried again: 535 Wrong password.',
    'webhooks: Switched off within a week, because nobody took what was sent: whk_2 (tnt_a).',
  ]
  const [books = '', ...rest] = await found(null)
  assert.match(books, /^ledger: The ledger was NOT in order when it was verified last \(20/)
  assert.equal(rest, both)
  ok(true, nowMs - 9 * 24 * 3_600_000)
  const [unverified = '', stuck, ...others] = await found(4 * 3_600_000)
  assert.match(unverified, /^ledger: The ledger was last verified at 20/)
  assert.equal(others, both)
  assert.is(stuck, 'jobs: Work has waited for its turn for 2 hours: purge-blob.')
})

test('little room for programs that register is found, and none at all', async () => {
  using patient = await openPatient()
  const put = (ids: string, usedAt: number | null) =>
    change(
      patient.dir,
      `INSERT INTO oauth_client SELECT value, 'x', '["https://a.example/"]', 1, ${usedAt}
       FROM json_each('${ids}')`,
    )
  const looked = { ...healthyDisk, dataDir: patient.dir, nowMs: Date.now(), diskMinBytes: 0 }
  const found = async (oauthProgramsMax: number | undefined) =>
    (await examineInThread({ ...looked, oauthProgramsMax }))
      .filter(({ check }) => check === 'oauth')
      .map(({ level, message }) => `${level}: ${message}`)
  put('["a", "b", "c"]', null)
  assert.equal(await found(4), [])
  put('["d"]', 1)
  const four = '4 programs are registered and 4 are kept; somebody let 1 of them in.'
  assert.equal(await found(4), [`warning: ${four}`])
  assert.equal([await found(10), await found(undefined)], [[], []])
  const one = '4 programs are registered and 1 are kept; somebody let 1 of them in.'
  assert.equal(await found(1), [`error: ${one} No other can be connected.`])
})

test('an unclaimed payment is found until a grant names it, or for thirty days', async () => {
  using patient = await openPatient()
  const day = 24 * 3_600_000
  const note = (no: number, daysAgo: number, details: object, action = 'payment.unclaimed') =>
    change(
      patient.dir,
      `INSERT INTO audit_event
        (audit_id, at, actor_type, action, subject_type, subject_id, details)
      VALUES ('aud_${no}', ${Date.now() - daysAgo * day}, 'system', '${action}', 'x', 'cs_${no}',
        '${JSON.stringify(details)}')`,
    )
  const found = async () => (await patient.doctor()).findings.map(({ message }) => message)
  note(1, 31, {})
  note(2, 29, { amount: 900, currency: 'eur' })
  note(3, 0, { amount: null, currency: null })
  const both = 'cs_3 (? ?), cs_2 (900 eur)'
  const told = (which: string) =>
    `Paid at Stripe and credited to nobody: ${which}, in the smallest units.`
  assert.equal(await found(), [told(both)])
  note(4, 0, { reason: 'checkout cs_3, as they wrote' }, 'credits.granted')
  assert.equal(await found(), [told('cs_2 (900 eur)')])
})

test('what a disk has of its own is no finding, and a folder that is closed is one', async () => {
  using folder = temporaryFolder()
  const { path: dataDir } = folder
  mkdirSync(join(dataDir, 'lost+found'), { mode: 0o700 })
  const named = await asUser(dataDir, async () => {
    const closed = join(dataDir, 'blobs', 'a1')
    mkdirSync(closed, { recursive: true })
    chmodSync(closed, 0o300)
    const looked = { ...healthyDisk, dataDir, nowMs: Date.now(), diskMinBytes: 0 }
    const found = folderFindings(looked).filter(({ check }) => check === 'permissions')
    chmodSync(closed, 0o700)
    return found.map(({ level, message }) => `${level}: ${message}`)
  })
  assert.equal(named, ['error: 1 folders cannot be looked into: blobs/a1.'])
})

test('backups by a timer are no finding, until the last one is a day and a half old', async () => {
  using folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  mkdirSync(dataDir)
  const found = (nowMs: number) => {
    const looked = { ...healthyDisk, dataDir, nowMs, diskMinBytes: 0 }
    const backups = folderFindings(looked).filter(({ check }) => check === 'backup')
    return backups.map(({ level, message }) => `${level}: ${message}`)
  }
  const hourMs = 3_600_000
  assert.equal(found(Date.now()), ['warning: No backup is made by itself.'])
  await runCommand({ args: ['init', '--data-dir', dataDir, '--log-level', 'silent'] })
  const backup = ['backup', join(folder.path, 'backups'), '--log-level', 'silent']
  assert.is((await runCommand({ args: [...backup, '--data-dir', dataDir] })).code, 0)
  assert.equal(found(Date.now() + 35 * hourMs), [])
  const [late = ''] = found(Date.now() + 37 * hourMs)
  assert.match(late, /^error: The last backup is that of 20\d\d-\S+Z\.$/)
})

test('backups of another house in the same folder are none of this one', async () => {
  using patient = await openPatient()
  rmSync(patient.backups, { recursive: true })
  const other = ['--data-dir', join(patient.path, 'other')]
  await runCommand({ args: ['init', ...other] })
  await runCommand({ args: ['backup', patient.backups, ...other] })
  const { findings } = await patient.doctor()
  assert.equal(
    findings.map(({ check, message }) => [check, message]),
    [['backup', 'There is no backup.']],
  )
})

const healthyDisk = { backup: null, masterKey: null, previousMasterKey: null, walMaxBytes: 1 }

test('a disk with little room is found, with what to do', async () => {
  using patient = await openPatient()
  const moment = { dataDir: patient.dir, nowMs: Date.now() }
  const diskMinBytes = Number.MAX_SAFE_INTEGER
  const found = await examineInThread({ ...healthyDisk, ...moment, diskMinBytes })
  const disk = found.find(({ check }) => check === 'disk')
  assert.match(disk?.message ?? '', /^\d+ MiB are free where /)
  assert.match(disk?.remedy ?? '', 'kontor gc')
})

test('figures that a server does not write down are found, once it had time to', async () => {
  using patient = await openPatient()
  const file = join(patient.dir, 'metrics.history')
  rmSync(file, { force: true })
  const nowMs = Date.now()
  const found = async (servingMs: number | null) => {
    const moment = { dataDir: patient.dir, nowMs, servingMs, diskMinBytes: 0 }
    const findings = await examineInThread({ ...healthyDisk, ...moment })
    return findings.filter(({ check }) => check === 'metrics').map(({ message }) => message)
  }
  const write = (atMs: number) => {
    using history = openHistory(patient.dir)
    history.sample(atMs, gauges)
  }
  const hourMs = 3_600_000
  assert.equal([...(await found(null)), ...(await found(60_000))], [], 'nobody serves, or not long')
  assert.match((await found(hourMs))[0] ?? '', 'metrics.history is not there')
  openHistory(patient.dir)[Symbol.dispose]()
  assert.match((await found(hourMs))[0] ?? '', 'has not been written yet')
  write(nowMs - 2 * hourMs)
  assert.match((await found(hourMs))[0] ?? '', /is 12[01] minutes behind/)
  write(nowMs)
  assert.equal(await found(hourMs), [])
  appendFileSync(file, 'x')
  assert.match((await found(hourMs))[0] ?? '', 'cannot be read')
  assert.equal(await found(null), [], 'the next start makes it anew')
})

/** A proxy that hands everything on, and changes the id of the answer as it is told. */
async function proxyTo(url: string, change: (headers: Record<string, unknown>) => void) {
  const server = createServer((req, res) => {
    const target = new URL(req.url ?? '/', url)
    const call = request(target, { method: req.method, headers: req.headers }, (answer) => {
      const headers = { ...answer.headers }
      change(headers)
      res.writeHead(answer.statusCode ?? 500, headers)
      answer.pipe(res)
    })
    req.pipe(call)
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())),
  }
}

test('files of a certificate that cannot be used or ends soon are found', async () => {
  using patient = await openPatient()
  const named = async (name: string, days = 2) => {
    const [cert, key] = [join(patient.path, `${name}.pem`), join(patient.path, `${name}.key`)]
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
    const words = ['-days', String(days), '-subj', '/CN=x', '-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', ...kind, ...words], { stdio: 'ignore' })
    return { cert, key }
  }
  const [soon, long] = [await named('soon'), await named('long', 15)]
  const told = async ({ cert, key }: { cert: string; key: string }, ...more: string[]) => {
    const words = ['--tls-cert-file', cert, '--tls-key-file', key, ...more]
    const { findings } = await patient.doctor(...words)
    return findings.map(({ check, level, message }) => [check, level, message])
  }
  assert.equal(await told(long), [])
  const [[check, level, message = ''] = []] = await told(soon)
  assert.equal([check, level], ['certificate', 'warning'])
  assert.match(message, /^The certificate in \/.*soon\.pem ends at 20..-..-..T/)
  const [gone, { cert }] = [join(patient.path, 'gone'), long]
  const wrong = `${soon.key} is not the key of the certificate in ${cert}.`
  assert.equal(await told({ cert, key: soon.key }), [['certificate', 'error', wrong]])
  const isGone = ['certificate', 'error', `${gone} cannot be read (ENOENT).`]
  assert.equal(await told({ cert: gone, key: soon.key }), [isGone])
  const papers = ['--search-node-cert-file', cert, '--search-node-key-file', long.key]
  const node = ['--search-nodes', 'https://127.0.0.1:1', '--search-node-ca-file', gone]
  const token = ['--search-node-token', 'x'.repeat(16)]
  assert.equal(await told(long, ...papers, ...node, ...token), [isGone])
  const mailed = async (file: string) => await told(long, '--smtp-ca-file', file)
  assert.equal(await mailed(gone), [isGone])
  assert.equal(await mailed(long.key), [
    ['certificate', 'error', `${long.key} holds no PEM certificate.`],
  ])
  assert.equal(await mailed(cert), [])
  const [[, , ends = ''] = []] = await mailed(soon.cert)
  assert.match(ends, /^The certificate in \/.*soon\.pem ends at 20/)
  // One of several authorities may have ended: the others are believed.
  const several = join(patient.path, 'several.pem')
  writeFileSync(several, readFileSync(soon.cert, 'utf8') + readFileSync(cert, 'utf8'))
  assert.equal(await mailed(several), [])
  const days = 15 * 24 * 3_600_000
  const settings = { tlsCertFile: cert, tlsKeyFile: long.key }
  const [ended] = tlsFindings(settings, Date.now() + days)
  assert.equal([ended?.level, ended?.message.includes('ended at 20')], ['error', true])
})

test('--url finds a proxy that sets x-request-id, and a base URL that is another', async () => {
  using patient = await openPatient()
  await using app = await openTestApp()
  const straight = await patient.doctor('--url', app.url)
  assert.equal(straight.findings, [])
  await using proxy = await proxyTo(app.url, (headers) => {
    headers['x-request-id'] = 'mine'
  })
  const { findings } = await patient.doctor('--url', proxy.url)
  const messages = findings.filter(({ check }) => check === 'url').map(({ message }) => message)
  assert.is(messages.length, 2)
  assert.match(messages[0] ?? '', 'x-request-id is mine')
  assert.match(messages[1] ?? '', `clients come by ${proxy.url}`)
})

test('--url says when nobody answers', async () => {
  using patient = await openPatient()
  const { code, findings } = await patient.doctor('--url', 'http://127.0.0.1:9')
  assert.is(code, 1)
  assert.match(findings[0]?.message ?? '', 'does not answer')
  const odd = await runCommand({ args: ['doctor', '--url', 'data.example.eu'] })
  assert.is(odd.code, 2)
  assert.match(odd.err.join(), '--url: data.example.eu is not an address')
})

test.run()
