// An archive of one installation in another: what comes, what does not, and what is refused.
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listenForCommands } from '../../../src/cli/control.ts'
import { folderCommands } from '../../../src/cli/folder-commands.ts'
import { prose } from '../../support/inspections.ts'
import { stage } from '../../support/market.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { sha256 } from '../../support/sha256.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { commandsOn, openHouses } from '../../support/two-houses.ts'
import { assertV1Refused } from '../../support/v1-refused.ts'

type Move = Awaited<ReturnType<typeof openMove>>

/** The archive of the provider, and an empty installation: made once, and copied. */
async function openMove() {
  packed ??= pack()
  const { from, trade } = await packed
  const folder = temporaryFolder()
  cpSync(from, folder.path, { recursive: true })
  const [dir, elsewhere] = [join(folder.path, 'data'), join(folder.path, 'elsewhere')]
  const archive = join(folder.path, 'archive')
  const there = commandsOn(elsewhere)
  return Object.assign(folder, { dir, trade, ...commandsOn(dir), archive, elsewhere, there })
}

let packed: ReturnType<typeof pack> | undefined

async function pack() {
  const houses = await openHouses()
  process.once('exit', () => houses[Symbol.dispose]())
  const archive = join(houses.path, 'archive')
  await houses.printed('tenant', 'export', 'Provider house', '--to', archive)
  await commandsOn(join(houses.path, 'elsewhere')).run('init')
  return { from: houses.path, trade: houses.trade }
}

/** The archive with one file changed and sums that fit again, as a forger would do it. */
function forge(archive: string, change: (manifest: Record<string, unknown>) => void): void {
  const file = join(archive, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  change(manifest)
  const text = JSON.stringify(manifest)
  writeFileSync(file, text)
  const lines = readFileSync(join(archive, 'SHA256SUMS'), 'utf8').split('\n').slice(1)
  writeFileSync(
    join(archive, 'SHA256SUMS'),
    [`${sha256(Buffer.from(text))}  manifest.json`, ...lines].join('\n'),
  )
}

test('people, datasets and files come in under their ids, and wait for review', async () => {
  using move = await openMove()
  const { provider, datasetId } = move.trade.market
  const done = await move.there.printed('tenant', 'import', move.archive)
  assert.is(done.tenant_id, provider.tenantId)
  assert.equal(done.users, [{ user_id: provider.userId, email: provider.email }])
  assert.equal(done.datasets, [
    { source_dataset_id: datasetId, dataset_id: datasetId, is_new: true },
  ])
  assert.equal(
    done.objects.map((one: { object_id: string }) => one.object_id),
    [move.trade.sold, move.trade.waiting],
  )
  const { items } = await move.there.printed('review', 'list')
  assert.is(items.length, 2)
})

test('nobody can log in before there is a password, and no money came along', async () => {
  using move = await openMove()
  await move.there.printed('tenant', 'import', move.archive)
  const { provider, operator } = move.trade.market
  const words = join(move.path, 'password.txt')
  writeFileSync(words, 'another long pass phrase')
  const login = { email: provider.email, password: 'correct horse battery' }
  {
    await using app = await openTestApp({ dir: move.elsewhere })
    assertV1Refused(app, await app.call('POST', '/v1/auth/login', { body: login }), {
      status: 401,
      code: 'unauthorized',
      details: {},
      message: 'The e-mail address or the password is wrong.',
    })
  }
  await move.there.run(
    'user',
    'reset-password',
    '--email',
    provider.email,
    '--password-file',
    words,
  )
  await using app = await openTestApp({ dir: move.elsewhere })
  const body = { ...login, password: 'another long pass phrase' }
  const session = (await app.call('POST', '/v1/auth/login', { body })).body.data.session_token
  const me = await app.call('GET', '/v1/me', { as: session })
  assert.is(me.body.data.tenant.tenant_id ?? me.body.data.tenant_id, provider.tenantId)
  const raw = app.store.raw
  assert.is(raw.prepare('SELECT count(*) FROM transfer').pluck().get(), 0)
  assert.is(raw.prepare('SELECT count(*) FROM api_key').pluck().get(), 0)
  assert.ok((await app.verifyLedger()).ok)
  assert.not(operator.tenantId === provider.tenantId)
})

test('the bytes that come in are the bytes that were exported', async () => {
  using move = await openMove()
  await move.there.printed('tenant', 'import', move.archive)
  const again = join(move.path, 'again')
  await move.there.printed('tenant', 'export', 'Provider house', '--to', again)
  const file = `blobs/${move.trade.sold}.txt`
  assert.equal(readFileSync(join(again, file)), prose(20))
  const [before, after] = [move.archive, again].map((folder) =>
    readFileSync(join(folder, 'records/objects.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ object_id, filename, checksum_sha256, title, tags }) => {
        return { object_id, filename, checksum_sha256, title, tags }
      }),
  )
  assert.equal(after, before)
})

/** A recording in the first installation, staged there. */
async function putRecording(move: Move): Promise<string> {
  await using app = await openTestApp({ dir: move.dir })
  const bytes = readFileSync(new URL('../../fixtures/media/tone.mp3', import.meta.url))
  const file = { filename: 'Tone.mp3', contentType: 'audio/mpeg', bytes }
  return (await stage({ ...move.trade.market, call: app.call }, file)).objectId
}

/** Subtitles that only their record ties to the recording. */
async function putSubtitles(move: Move, recordingId: string): Promise<string> {
  await using app = await openTestApp({ dir: move.dir })
  const body = { filename: 'other name.srt', content: '1\n00:00:01,000 --> 00:00:02,500\nHm.\n' }
  const path = `/v1/objects/${recordingId}/sidecars`
  const { status, body: made } = await app.call('POST', path, {
    as: move.trade.market.provider.token,
    body,
  })
  assert.is(status, 201)
  return made.data.object_id
}

/** What the first installation has now, in an archive of this name. */
async function archived(move: Move, name: string): Promise<string> {
  const archive = join(move.path, name)
  await move.printed('tenant', 'export', 'Provider house', '--to', archive)
  return archive
}

async function sidecarsThere(move: Move): Promise<unknown[]> {
  await using app = await openTestApp({ dir: move.elsewhere })
  const links = app.store.raw.prepare('SELECT object_id, recording_id FROM sidecar').all()
  return links
}

test('subtitles lie beside the recording that they were put beside', async () => {
  using move = await openMove()
  const recording = await putRecording(move)
  const subtitles = await putSubtitles(move, recording)
  await move.there.printed('tenant', 'import', await archived(move, 'with-subtitles'))
  assert.equal(await sidecarsThere(move), [{ object_id: subtitles, recording_id: recording }])
})

test('subtitles that come in a later archive find the recording that came before', async () => {
  using move = await openMove()
  const recording = await putRecording(move)
  await move.there.printed('tenant', 'import', await archived(move, 'first'))
  const subtitles = await putSubtitles(move, recording)
  const second = await move.there.printed('tenant', 'import', await archived(move, 'second'))
  assert.is(second.objects.length, 1)
  assert.equal(await sidecarsThere(move), [{ object_id: subtitles, recording_id: recording }])
})

test('subtitles that an archive names before their recording come after it', async () => {
  using move = await openMove()
  const recording = await putRecording(move)
  const subtitles = await putSubtitles(move, recording)
  const archive = await archived(move, 'turned')
  const file = join(archive, 'records/objects.jsonl')
  const rows = readFileSync(file)
  const turned = `${String(rows).trim().split('\n').reverse().join('\n')}\n`
  writeFileSync(file, turned)
  for (const name of ['manifest.json', 'SHA256SUMS']) {
    const text = readFileSync(join(archive, name), 'utf8')
    const sum = sha256(Buffer.from(turned))
    writeFileSync(join(archive, name), text.replace(sha256(rows), sum))
  }
  forge(archive, () => {})
  await move.there.printed('tenant', 'import', archive)
  assert.equal(await sidecarsThere(move), [{ object_id: subtitles, recording_id: recording }])
})

test('given again, an import changes nothing', async () => {
  using move = await openMove()
  const first = await move.there.printed('tenant', 'import', move.archive)
  const again = await move.there.printed('tenant', 'import', move.archive)
  assert.equal([again.tenant_id, again.users, again.objects], [first.tenant_id, [], []])
  assert.is(again.unchanged, 2)
  assert.equal(
    again.datasets.map((one: { is_new: boolean }) => one.is_new),
    [false],
  )
})

test('where the ids are taken, the same tenant comes in under new ones', async () => {
  using move = await openMove()
  const { provider } = move.trade.market
  const refused = await move.run('tenant', 'import', move.archive)
  assert.is(refused.code, 1)
  assert.match(refused.err[0] ?? '', /No owner of this tenant can come along/)
  const done = await move.printed('tenant', 'import', move.archive, '--into', 'Buyer house')
  assert.is(done.tenant_id, move.trade.market.buyer.tenantId)
  assert.not(done.datasets[0].dataset_id === move.trade.market.datasetId)
  assert.is(done.objects.length, 2)
  const ids = done.objects.map((one: { object_id: string }) => one.object_id)
  assert.not(ids.includes(move.trade.sold))
  assert.not(done.tenant_id === provider.tenantId)
})

test('a dry run checks the archive and leaves nothing behind', async () => {
  using move = await openMove()
  const done = await move.there.printed('tenant', 'import', move.archive, '--dry-run')
  assert.equal([done.dry_run, done.objects.length], [true, 2])
  assert.equal((await move.there.printed('user', 'list')).users, [])
})

test('a dry run knows what is there already, and refuses what an import would', async () => {
  using move = await openMove()
  const { buyer, provider } = move.trade.market
  const dry = ['tenant', 'import', move.archive, '--dry-run']
  const refused = await move.run(...dry)
  assert.equal(
    [refused.code, refused.err],
    [1, (await move.run('tenant', 'import', move.archive)).err],
  )
  const first = await move.there.printed(...dry)
  assert.equal(
    [first.tenant_id, first.users, first.unchanged],
    [null, [{ user_id: null, email: provider.email }], 0],
  )
  const text = (await move.there.run(...dry)).out
  assert.ok(text.includes(`${provider.email} would come along.`), text.join('\n'))
  await move.there.printed('tenant', 'import', move.archive)
  const again = await move.there.printed(...dry)
  assert.equal(
    [again.tenant_id, again.users, again.objects, again.unchanged],
    [provider.tenantId, [], [], 2],
  )
  assert.is(again.datasets[0].is_new, false)
  const into = ['--into', 'Buyer house']
  assert.is((await move.printed(...dry, ...into)).tenant_id, buyer.tenantId)
  await move.printed('tenant', 'import', move.archive, ...into)
  assert.is((await move.printed(...dry, ...into)).unchanged, 2)
})

test('what says where a file came from comes along', async () => {
  using move = await openMove()
  {
    await using app = await openTestApp({ dir: move.dir })
    const { provider, datasetId } = move.trade.market
    const content = { content_type: 'text/plain', size_bytes: 3 }
    const body = { filename: 'from.txt', source: 'gdrive', ...content }
    const path = `/v1/datasets/${datasetId}/objects/upload`
    const { body: made } = await app.call('POST', path, { as: provider.token, body })
    await app.call('PUT', made.data.upload_url, { raw: 'abc' })
    const { object_id } = made.data
    await app.call('POST', `/v1/objects/${object_id}/confirm`, { as: provider.token })
  }
  await move.there.printed('tenant', 'import', await archived(move, 'with-source'))
  const again = join(move.path, 'again')
  await move.there.printed('tenant', 'export', 'Provider house', '--to', again)
  const sources = readFileSync(join(again, 'records/objects.jsonl'), 'utf8').match(
    /"source":"\w+"/g,
  )
  assert.equal(sources?.sort(), ['"source":"gdrive"', ...Array(2).fill('"source":"upload"')])
})

const damages: [what: string, said: RegExp, damage: (archive: string) => void][] = [
  [
    'a file with a byte too many',
    /has \d+ bytes instead/,
    (archive) => appendFileSync(join(archive, 'records/users.jsonl'), '\n'),
  ],
  [
    'a file with another byte',
    /checksum is wrong/,
    (archive) => {
      const file = join(archive, 'records/datasets.jsonl')
      writeFileSync(file, readFileSync(file, 'utf8').replace('listed', 'secret'))
    },
  ],
  ['a missing file', /is missing/, (archive) => rmSync(join(archive, 'records/objects.jsonl'))],
  [
    'a file that the manifest does not name',
    /is not in the manifest/,
    (archive) => writeFileSync(join(archive, 'records/more.jsonl'), '{}'),
  ],
  [
    'a changed manifest',
    /one of them was changed/,
    (archive) => appendFileSync(join(archive, 'manifest.json'), ' '),
  ],
  ['no manifest', /has no manifest/, (archive) => rmSync(join(archive, 'manifest.json'))],
  [
    'a manifest of another program',
    /of a kind that this version does not know/,
    (archive) =>
      forge(archive, (manifest) => {
        manifest.kind = 'kontor tenant export 2'
      }),
  ],
  [
    'a manifest that leads out of the folder',
    /is no name of ours/,
    (archive) =>
      forge(archive, (manifest) => {
        manifest.blobs = [{ name: '../secret', object_id: 'x', size_bytes: 1, sha256: 'x' }]
      }),
  ],
]

test('an archive that is damaged or foreign is refused, and nothing of it comes in', async () => {
  using move = await openMove()
  for (const [what, said, damage] of damages) {
    const archive = join(move.path, what.replaceAll(' ', '-'))
    cpSync(move.archive, archive, { recursive: true })
    damage(archive)
    const { code, err } = await move.there.run('tenant', 'import', archive)
    assert.is(code, 1, what)
    assert.match(err[0] ?? '', said, what)
  }
  assert.equal((await move.there.printed('user', 'list')).users, [])
})

test('a running server takes an archive in, and the audit log says so', async () => {
  using move = await openMove()
  await using app = await openTestApp({ dir: move.elsewhere })
  await using _listening = await listenForCommands(app, folderCommands)
  const done = await move.there.printed('tenant', 'import', move.archive)
  assert.is(done.objects.length, 2)
  const { events } = app.rooms.audit.listAll({ limit: 20 })
  const actions = events.map(({ action }) => action)
  for (const action of ['tenant.imported', 'dataset.imported', 'object.uploaded']) {
    assert.ok(actions.includes(action), action)
  }
})

test.run()
