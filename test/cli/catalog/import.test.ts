// Folders that are imported and watched, at the command line.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { systemClock } from '../../../src/base/clock.ts'
import { importFolder } from '../../../src/cli/catalog/import.ts'
import { reviewReject } from '../../../src/cli/catalog/review-reject.ts'
import { listenForCommands } from '../../../src/cli/control.ts'
import { runCli } from '../../../src/cli/run.ts'
import { imported } from '../../support/imported.ts'
import { leanSettings } from '../../support/lean-settings.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { someText } from '../../support/open-test-catalog.ts'
import { openTestProvider, type TestProvider } from '../../support/open-test-provider.ts'
import { program } from '../../support/program.ts'
import { refusal } from '../../support/refusal.ts'
import { runCommand } from '../../support/run-command.ts'
import { runServer } from '../../support/run-server.ts'
import { shared } from '../../support/shared.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until, untilSo } from '../../support/until.ts'

type Files = Record<string, string>

function put(folder: string, files: Files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const reports = { 'a.txt': 'The dam holds.', 'deep/er/b.md': '# Boilers', 'c.bin': 'x' }

function objectsIn(provider: TestProvider) {
  return provider.store.raw
    .prepare('SELECT filename, content_type, status FROM object ORDER BY filename')
    .raw()
    .all() as [string, string, string][]
}

test('a folder is imported with all below it, staged for review', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  put(folder.path, { ...reports, '.hidden/secret.txt': 'no', '.env': 'no' })
  symlinkSync('/etc/hostname', join(folder.path, 'link.txt'))
  const dataset = await provider.dataset()
  const { lines, data, failed } = await imported(provider, { folder: folder.path, dataset })
  assert.equal(lines, ['3 imported (0 changed), 0 unchanged, 0 failed.'])
  assert.not(failed)
  assert.equal((data as { imported: { path: string }[] }).imported.map(({ path }) => path).sort(), [
    'a.txt',
    'c.bin',
    'deep/er/b.md',
  ])
  assert.equal(objectsIn(provider), [
    ['a.txt', 'text/plain', 'staged'],
    ['b.md', 'text/markdown', 'staged'],
    ['c.bin', 'application/octet-stream', 'staged'],
  ])
  const events = provider.store.raw
    .prepare("SELECT DISTINCT actor_type FROM audit_event WHERE action = 'object.uploaded'")
    .pluck()
  assert.equal(events.all(), ['operator'])
})

test('a second import takes what changed and leaves the rest', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  put(folder.path, reports)
  const values = { folder: folder.path, dataset: await provider.dataset() }
  await imported(provider, values)
  put(folder.path, { 'a.txt': 'The dam broke.', 'new.txt': 'New.' })
  rmSync(join(folder.path, 'c.bin'))
  const { lines } = await imported(provider, values)
  assert.equal(lines, [
    '2 imported (1 changed), 1 unchanged, 0 failed.',
    '1 imported earlier are gone from the folder (--delete).',
    'Replaced versions that still stand: 1 (--delete).',
  ])
  assert.is(objectsIn(provider).length, 5)
})

test('--delete takes out what is gone and what was replaced', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  put(folder.path, reports)
  const values = { folder: folder.path, dataset: await provider.dataset(), delete: true }
  await imported(provider, values)
  put(folder.path, { 'a.txt': 'The dam broke.' })
  rmSync(join(folder.path, 'c.bin'))
  const { lines } = await imported(provider, values)
  assert.equal(lines, ['1 imported (1 changed), 1 unchanged, 0 failed.', '2 deleted.'])
  const live = objectsIn(provider).filter(([, , status]) => status !== 'deleted')
  assert.equal(live, [
    ['a.txt', 'text/plain', 'staged'],
    ['b.md', 'text/markdown', 'staged'],
  ])
})

test('--delete also takes out what an earlier import replaced', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  const values = { folder: folder.path, dataset: await provider.dataset() }
  for (const text of ['One.', 'Two.', 'Three.']) {
    put(folder.path, { 'a.txt': text, 'b.txt': 'The same.' })
    await imported(provider, values)
  }
  const { lines } = await imported(provider, values)
  assert.equal(lines, [
    '0 imported (0 changed), 2 unchanged, 0 failed.',
    'Replaced versions that still stand: 2 (--delete).',
  ])
  const { lines: after } = await imported(provider, { ...values, delete: true })
  assert.equal(after, ['0 imported (0 changed), 2 unchanged, 0 failed.', '2 deleted.'])
  const live = objectsIn(provider).filter(([, , status]) => status !== 'deleted')
  assert.equal(live.length, 2)
})

test('alike files in other folders are files of their own, and one that moved moves', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  const values = { folder: folder.path, dataset: await provider.dataset(), delete: true }
  put(folder.path, { 'x/readme.md': '# Readme', 'y/z/readme.md': '# Readme', 'a.txt': 'Text.' })
  const places = () =>
    provider.store.raw
      .prepare("SELECT folder || ':' || filename FROM object WHERE status <> 'deleted' ORDER BY 1")
      .pluck()
      .all()
  await imported(provider, values)
  assert.equal(places(), [':a.txt', 'x:readme.md', 'y/z:readme.md'])
  mkdirSync(join(folder.path, 'moved'))
  renameSync(join(folder.path, 'a.txt'), join(folder.path, 'moved/a.txt'))
  await imported(provider, values)
  assert.equal(places(), ['moved:a.txt', 'x:readme.md', 'y/z:readme.md'])
})

test('a file that moved while its old name was rewritten is there under both names', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  const dataset = await provider.dataset()
  const values = { folder: folder.path, dataset, delete: true, parallel: '1' }
  put(folder.path, { 'now/a.txt': 'Prices of 2024.', 'old/b.txt': 'Prices of 2023.' })
  await imported(provider, values)
  renameSync(join(folder.path, 'now/a.txt'), join(folder.path, 'old/a.txt'))
  put(folder.path, { 'now/a.txt': 'Prices of 2025.' })
  const { lines } = await imported(provider, values)
  assert.equal(lines, ['2 imported (1 changed), 1 unchanged, 0 failed.', '1 deleted.'])
  const { lines: after } = await imported(provider, values)
  assert.equal(after, ['0 imported (0 changed), 3 unchanged, 0 failed.'])
})

test('what a waiting import has deleted is deleted once, and subscribers hear of it', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  const values = { folder: folder.path, dataset: await provider.dataset(), delete: true }
  put(folder.path, reports)
  await imported(provider, values)
  put(folder.path, { 'a.txt': 'The dam broke.' })
  rmSync(join(folder.path, 'c.bin'))
  let turns = 0
  // A server reads for longer than a turn lasts.
  const settleJobs = () => (++turns < 3 ? new Promise<void>(() => undefined) : Promise.resolve())
  const slow: TestProvider = Object.assign(Object.create(provider), { settleJobs })
  const { lines, failed } = await imported(slow, { ...values, wait: true })
  assert.equal(lines.slice(0, 2), ['1 imported (1 changed), 1 unchanged, 0 failed.', '2 deleted.'])
  assert.not(failed)
  const told = provider.store.raw.prepare(
    "SELECT data ->> 'object_id' FROM event WHERE type = 'object.deleted' ORDER BY 1",
  )
  const gone = "SELECT object_id FROM object WHERE status = 'deleted' ORDER BY 1"
  assert.equal(told.pluck().all(), provider.store.raw.prepare(gone).pluck().all())
})

test('what nobody decided on in time is taken once more, and what was refused is not', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  const dataset = await provider.dataset()
  const values = { folder: folder.path, dataset }
  put(folder.path, { 'a.txt': 'The dam holds.', 'b.txt': 'Boilers.', 'c.txt': someText })
  await imported(provider, { ...values, only: '["a.txt", "b.txt"]' })
  await provider.staged(dataset, { filename: 'c.txt' })
  const idOf = provider.store.raw.prepare('SELECT object_id FROM object WHERE filename = ?')
  const object = `${idOf.pluck().get('b.txt')}`
  await reviewReject.act(provider, { object, reason: 'blurred' })
  provider.clock.advance({ hours: 73 })
  assert.is(await provider.rooms.review.expireOverdue(), 2)
  const { lines } = await imported(provider, values)
  assert.is(lines[0], '2 imported (1 changed), 1 unchanged, 0 failed.')
  assert.equal(
    objectsIn(provider).map(([name, , status]) => `${name} ${status}`),
    ['a.txt expired', 'a.txt staged', 'b.txt rejected', 'c.txt expired', 'c.txt staged'],
  )
})

test('subtitles belong to the recording of their folder', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  const values = { folder: folder.path, dataset: await provider.dataset() }
  put(folder.path, { 'a/talk.mp4': 'film', 'b/talk.mp4': 'film', 'b/talk.srt': '1\n' })
  const { data } = await imported(provider, values)
  const taken = (data as { imported: { path: string; object_id: string }[] }).imported
  const beside = async (path: string) => {
    const id = taken.find((one) => one.path === path)?.object_id
    const { body } = await provider.call('GET', `/v1/objects/${id}/sidecars`, {
      as: provider.owner.token,
    })
    return body.data.sidecars.length
  }
  assert.equal([await beside('a/talk.mp4'), await beside('b/talk.mp4')], [0, 1])
})

test('what an earlier import left in review is approved by one that is asked to', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  put(folder.path, { 'a.txt': 'The dam holds.', 'b.txt': 'Boilers.', 'c.txt': someText })
  const { raw } = provider.store
  const dataset = await provider.dataset()
  const values = { folder: folder.path, dataset }
  // Killed between the two; one was refused since; and one came by hand.
  await imported(provider, { ...values, only: '["a.txt", "b.txt"]' })
  const idOf = raw.prepare('SELECT object_id FROM object WHERE filename = ?').pluck()
  const object = `${idOf.get('b.txt')}`
  await reviewReject.act(provider, { object, reason: 'blurred' })
  await provider.staged(dataset, { filename: 'c.txt' })
  const standing = () => objectsIn(provider).map(([name, , status]) => [name, status])
  const before = [
    ['a.txt', 'staged'],
    ['b.txt', 'rejected'],
    ['c.txt', 'staged'],
  ]
  await imported(provider, { ...values, approve: true, 'dry-run': true })
  await imported(provider, values)
  assert.equal(standing(), before)
  const { lines } = await imported(provider, { ...values, approve: true })
  assert.equal(lines, ['0 imported (0 changed), 3 unchanged, 0 failed.'])
  assert.equal(standing(), [['a.txt', 'active'], ...before.slice(1)])
})

test('what no reader opens is named in one list before anything is taken', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  const compound = Buffer.from('d0cf11e0a1b11ae1000000000000000000000000', 'hex')
  put(folder.path, { 'a.txt': 'Text.', 'rich.doc': '{\\rtf1 Rich text.}', 'not-really.zip': 'x' })
  for (const name of ['old.doc', 'sub/old.XLS', 'old.ppt', 'locked.docx']) {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true })
    writeFileSync(join(folder.path, name), compound)
  }
  writeFileSync(join(folder.path, 'photo.heic'), '\0\0\0\x18ftypheic\0\0\0\0mif1heic')
  const values = { folder: folder.path, dataset: await provider.dataset() }
  const first = await importFolder.act(provider, values)
  const said = (first.more?.said ?? []).join('\n')
  assert.match(said, /^Left out: 4 files/)
  assert.match(
    said,
    /^old\.doc +This is a file of Word from before 2007, .*: save it as \.docx or PDF\.$/m,
  )
  assert.match(said, /^photo\.heic +This is a HEIC picture, .*: save it as JPEG or PNG\.$/m)
  assert.equal(objectsIn(provider), [])
  const { lines, data, failed } = await imported(provider, { ...values, ...first.more?.values })
  assert.equal(lines, ['4 imported (0 changed), 0 unchanged, 4 left out, 0 failed.'])
  assert.ok(failed)
  const { left_out: leftOut } = data as { left_out: { path: string }[] }
  assert.equal(
    leftOut.map(({ path }) => path),
    ['old.doc', 'old.ppt', 'photo.heic', 'sub/old.XLS'],
  )
  assert.equal(
    objectsIn(provider).map(([name]) => name),
    ['a.txt', 'locked.docx', 'not-really.zip', 'rich.doc'],
  )
})

test('what came by upload with the same name and bytes is not taken again', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  const dataset = await provider.dataset()
  await provider.staged(dataset)
  const text = provider.store.raw.prepare('SELECT size_bytes FROM object').pluck().get()
  assert.is(text, 41)
  const { someText } = await import('../../support/open-test-catalog.ts')
  put(folder.path, { 'report.txt': someText, 'other.txt': someText })
  const { lines } = await imported(provider, { folder: folder.path, dataset })
  assert.equal(lines, ['1 imported (0 changed), 1 unchanged, 0 failed.'])
})

test('--dry-run says what would be done and does nothing', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  put(folder.path, reports)
  const values = { folder: folder.path, dataset: await provider.dataset(), 'dry-run': true }
  const { lines } = await imported(provider, values)
  assert.equal(lines, [
    ...['a.txt', 'c.bin', 'deep/er/b.md'],
    '3 would be imported (0 changed), 0 unchanged, 0 failed.',
  ])
  assert.equal(objectsIn(provider), [])
})

test('files that cannot be taken are told in a table and do not stop the rest', async () => {
  await using provider = await openTestProvider({ config: { uploadLimitBytes: 100 } })
  using folder = temporaryFolder()
  put(folder.path, {
    'empty.txt': '',
    'large.txt': 'x'.repeat(101),
    'right\u202e.txt': 'x',
    ok: 'y',
  })
  const values = { folder: folder.path, dataset: await provider.dataset() }
  const outcome = await imported(provider, values)
  assert.is(outcome.failed, true)
  assert.match(outcome.lines.join('\n'), /^file +why it failed\n-+ +-+\n/)
  assert.match(outcome.lines.join('\n'), /^right\ufffd\.txt +filename must not contain/m)
  assert.match(outcome.lines.join('\n'), /^empty\.txt +The file is empty\.$/m)
  assert.match(outcome.lines.join('\n'), /^large\.txt +The file has more than 100 bytes\.$/m)
  assert.is(outcome.lines.at(-1), '1 imported (0 changed), 0 unchanged, 3 failed.')
  assert.equal(objectsIn(provider), [['ok', 'application/octet-stream', 'staged']])
})

test('a name that is not UTF-8 is said to be in the way, and nothing counts as gone', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  const values = { folder: folder.path, dataset: await provider.dataset(), delete: true }
  put(folder.path, { 'a.txt': 'The dam holds.', 'Pr\u00fcfung.txt': 'Passed.' })
  await imported(provider, values)
  const old = Buffer.from(join(folder.path, 'Pr\u00fcfung.txt'), 'latin1')
  renameSync(join(folder.path, 'Pr\u00fcfung.txt'), old)
  const { lines, failed } = await imported(provider, values)
  assert.ok(failed)
  assert.match(lines.join('\n'), /^Pr\ufffdfung\.txt +The name is not UTF-8: rename it\.$/m)
  assert.is(lines.at(-1), '0 imported (0 changed), 1 unchanged, 1 failed.')
})

test('what is no dataset, no folder or no number is refused', async () => {
  await using provider = await openTestProvider()
  using folder = temporaryFolder()
  const dataset = await provider.dataset()
  const refused = (values: Record<string, string>) => refusal(importFolder.act(provider, values))
  assert.is((await refused({ folder: folder.path, dataset: 'dset_x' })).name, 'NotFound')
  assert.is((await refused({ folder: `${folder.path}/none`, dataset })).name, 'UsageError')
  const many = { folder: folder.path, dataset, parallel: '99' }
  assert.is((await refused(many)).name, 'UsageError')
})

/** A data folder with a tenant and its datasets: made once, and copied. */
async function furnish() {
  const folder = temporaryFolder()
  process.once('exit', () => folder[Symbol.dispose]())
  const dir = join(folder.path, 'data')
  await using app = await openTestApp({ dir, overrides: { clock: systemClock } })
  const { token: as } = await app.signUp('Ada')
  const made = async (name: string) => {
    const { body } = await app.call('POST', '/v1/datasets', { as, body: { name } })
    return body.data.dataset_id as string
  }
  return { from: dir, dataset: await made('Inbox'), another: await made('Another') }
}

let furnished: ReturnType<typeof furnish> | undefined

/** Such a folder, and one to import. */
async function openPlace() {
  furnished ??= furnish()
  const { from, dataset, another } = await furnished
  const folder = temporaryFolder()
  const [dir, inbox] = [join(folder.path, 'data'), join(folder.path, 'inbox')]
  mkdirSync(inbox)
  cpSync(from, dir, { recursive: true })
  const run = (...args: string[]) => runCommand({ args: [...args, '--data-dir', dir] })
  return Object.assign(folder, { dir, inbox, dataset, another, run })
}

/** Takes minutes to read, and no room on the disk; what is too large is not even read. */
function putEndless({ inbox, dir }: { inbox: string; dir: string }) {
  writeFileSync(join(dir, 'kontor.json'), JSON.stringify({ uploadLimitBytes: 1024 ** 4 }))
  writeFileSync(join(inbox, 'z-large.bin'), '')
  truncateSync(join(inbox, 'z-large.bin'), 1024 ** 4)
}

const many = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [`f${i}.txt`, `File ${i} says something.`]),
)

/** Two imports that ended early, each of a folder into a dataset, and the server that came then. */
async function openEnded() {
  const place = await openPlace()
  const from = join(place.path, 'many')
  put(from, many)
  await kill(place, from)
  const sigint = await stopped(place, { files: reports, signal: 'SIGINT' })
  const server = await runServer({ dir: place.dir, settings: leanSettings })
  return Object.assign(place, {
    from,
    sigint,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      place[Symbol.dispose]()
    },
  })
}

type Place = Awaited<ReturnType<typeof openPlace>>

async function kill({ dir, another }: Place, from: string): Promise<void> {
  const args = ['import', from, '--dataset', another, '--data-dir', dir]
  const first = kontor([...args, '--parallel', '1'])
  const ended = once(first, 'exit')
  await untilSo('some are imported', () => countImported(dir, another) >= 3)
  first.kill('SIGKILL')
  await ended
}

async function stopped(place: Place, { files, signal }: { files: Files; signal: NodeJS.Signals }) {
  const { dir, inbox, dataset } = place
  const args = ['import', inbox, '--dataset', dataset, '--parallel', '1', '--json']
  const before = countImported(dir, dataset)
  put(inbox, files)
  putEndless(place)
  const child = kontor([...args, '--data-dir', dir])
  let out = ''
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  const ended = once(child, 'close')
  const count = before + Object.keys(files).length
  await untilSo('they are imported', () => countImported(dir, dataset) >= count)
  child.kill(signal)
  const [code] = await ended
  return { code, ...JSON.parse(out) }
}

const { fact } = shared(openEnded)

fact('a killed import is finished by giving it again, through a server, too', async (place) => {
  const { dir, from, another } = place
  const before = countImported(dir, another)
  assert.ok(before >= 3)
  const second = await place.run('import', from, '--dataset', another, '--json')
  assert.is(second.code, 0, second.err.join('\n'))
  const { imported: rest, unchanged } = JSON.parse(second.out.join('\n'))
  assert.equal([unchanged, rest.length], [before, 60 - before])
  assert.is(countImported(dir, another), 60)
})

fact(
  'SIGINT and SIGTERM end an import with what was done, and the next one goes on',
  async (it) => {
    const { code, stopped: isStopped, imported, failed } = it.sigint
    assert.equal([code, isStopped, imported.length, failed], [130, true, 3, []])
    const second = await stopped(it, { files: { 'y.txt': 'More.' }, signal: 'SIGTERM' })
    assert.equal(
      [second.code, second.stopped, second.imported.length, second.unchanged],
      [143, true, 1, 3],
    )
    rmSync(join(it.inbox, 'z-large.bin'))
    const { code: third, out } = await it.run('import', it.inbox, '--dataset', it.dataset, '--json')
    const { unchanged } = JSON.parse(out.join('\n'))
    assert.equal([third, unchanged], [0, 4])
  },
)

test('a second signal kills a command that still waits', async () => {
  using place = await openPlace()
  const { dataset } = place
  putEndless(place)
  put(place.inbox, { 'a.txt': 'The dam holds.' })
  await using server = await runServer({ dir: place.dir, settings: leanSettings })
  const args = ['import', place.inbox, '--dataset', dataset, '--parallel', '1']
  const child = kontor([...args, '--data-dir', place.dir], 'pipe')
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const ended = once(child, 'close')
  await untilSo('one is imported', () => countImported(place.dir, dataset) === 1)
  // It answers nothing any more, also not that it has stopped.
  process.kill(server.pid, 'SIGSTOP')
  child.kill('SIGINT')
  await untilSo('it says that it stops', () => said.includes('Stopping (SIGINT)'))
  child.kill('SIGINT')
  const [code, signal] = await ended
  assert.equal([code, signal], [null, 'SIGINT'], said)
})

test('failures make exit code 1', async () => {
  using place = await openPlace()
  const { dataset } = place
  put(place.inbox, { 'empty.txt': '' })
  assert.is((await place.run('import', place.inbox, '--dataset', dataset)).code, 1)
  assert.is((await place.run('import', place.inbox)).code, 2)
})

/** Appends to the file for longer than two looks lie apart; tells how long it once stood still. */
async function grow(file: string, { everyMs, times }: { everyMs: number; times: number }) {
  let stoodMs = 0
  let lastMs = performance.now()
  for (let i = 0; i < times; i++) {
    writeFileSync(file, 'x'.repeat(100), { flag: 'a' })
    const nowMs = performance.now()
    stoodMs = Math.max(stoodMs, nowMs - lastMs)
    lastMs = nowMs
    await delay(everyMs)
  }
  return stoodMs
}

test('watch takes files once they stopped growing and tells what is gone', async () => {
  using place = await openPlace()
  const { dataset } = place
  put(place.inbox, { 'first.txt': 'There from the beginning.' })
  const lookMs = 1_000
  const every = `${lookMs / 1000}`
  const watch = kontor([
    ...['watch', place.inbox, '--dataset', dataset, '--every', every, '--data-dir', place.dir],
  ])
  const ended = once(watch, 'exit')
  let output = ''
  watch.stdout?.on('data', (chunk) => {
    output += chunk
  })
  const says = (expected: RegExp) => untilSo(`${expected} is said`, () => expected.test(output))
  try {
    await says(/1 imported/)
    let tries = 0
    const name = await until('a file grows without standing still', async () => {
      const file = `growing-${++tries}.txt`
      const stoodMs = await grow(join(place.inbox, file), { everyMs: 100, times: 25 })
      // On a busy machine the one that writes may rest while the other looks twice.
      return stoodMs < lookMs ? file : undefined
    })
    await untilSo('it is imported', () => sizesImported(place.dir, name).length > 0)
    assert.equal(sizesImported(place.dir, name), [2500])
    rmSync(join(place.inbox, 'first.txt'))
    await says(/first\.txt is gone from the folder; its object stays/)
    assert.equal(
      [sizesImported(place.dir, 'first.txt'), sizesImported(place.dir, name)],
      [[25], [2500]],
    )
  } finally {
    watch.kill('SIGTERM')
    await ended
  }
  assert.is(watch.exitCode, 0)
})

test('watch takes what failed for a while by itself, and tells of it once', async () => {
  using place = await openPlace()
  const { dataset } = place
  put(place.inbox, { 'a.txt': 'The dam holds.', 'empty.txt': '' })
  await using app = await openTestApp({ dir: place.dir, parts: { workers: false } })
  await using _listening = await listenForCommands(app, [importFolder])
  const blobs = join(place.dir, 'blobs')
  // In the way of whoever wants to write there, root included.
  renameSync(blobs, `${blobs}-away`)
  writeFileSync(blobs, '')
  const { now } = performance
  let aheadMs = 0
  performance.now = () => now.call(performance) + aheadMs
  const [out, err]: [string[], string[]] = [[], []]
  const { promise: stopped, resolve: stop } = Promise.withResolvers<NodeJS.Signals>()
  const args = ['watch', place.inbox, '--dataset', dataset, '--every', '0.05']
  const ended = runCli([...args, '--data-dir', place.dir], {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    input: async function* () {},
    terminal: false,
    environment: {},
    stopped,
  })
  try {
    await untilSo('it is said what failed', () => err.length >= 2)
    aheadMs += 31_000
    await delay(1_000)
    rmSync(blobs)
    renameSync(`${blobs}-away`, blobs)
    aheadMs += 61_000
    await untilSo('it is taken', () => out.length > 0)
  } finally {
    performance.now = now
    stop('SIGTERM')
    await ended
  }
  assert.equal(out, ['1 imported (0 changed).'])
  assert.match(err.sort()[0] ?? '', /^a\.txt: ENOTDIR/)
  assert.equal(err.slice(1), ['empty.txt: The file is empty.'])
})

const isRoot = process.getuid?.() === 0
if (isRoot) console.log('    root may open every folder: one that may not be opened was not tried')
else
  test('a folder that may not be opened is told, and nothing in it counts as gone', async () => {
    await using provider = await openTestProvider()
    using folder = temporaryFolder()
    put(folder.path, { 'locked/a.txt': 'x', 'b.txt': 'y' })
    const values = { folder: folder.path, dataset: await provider.dataset(), delete: true }
    await imported(provider, values)
    chmodSync(join(folder.path, 'locked'), 0)
    const { data } = await imported(provider, values)
    chmodSync(join(folder.path, 'locked'), 0o700)
    assert.equal((data as { deleted: unknown[] }).deleted, [])
  })

function kontor(args: readonly string[], err: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
  const { command, args: before, env: its } = program()
  const env = { ...process.env, KONTOR_LOG_LEVEL: 'silent', ...its }
  return spawn(command, [...before, ...args], { env, stdio: ['ignore', 'pipe', err] })
}

/** How many files came into a dataset. */
function countImported(dir: string, dataset: string): number {
  const joined = 'imported_file JOIN object USING (object_id)'
  return sizesIn(dir, { from: joined, where: 'object.dataset_id', is: dataset }).length
}

/** Of all files with this name. */
function sizesImported(dir: string, name: string): number[] {
  return sizesIn(dir, { from: 'object', where: 'filename', is: name })
}

type Wanted = { from: string; where: string; is: string }

/** Reads beside whoever has the folder. */
function sizesIn(dir: string, { from, where, is }: Wanted): number[] {
  const database = new Database(join(dir, 'kontor.db'), { readonly: true, timeout: 120_000 })
  const sizes = `SELECT size_bytes FROM ${from} WHERE ${where} = ?`
  try {
    return database.prepare(sizes).pluck().all(is) as number[]
  } finally {
    database.close()
  }
}

test.run()
