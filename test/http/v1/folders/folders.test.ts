// Folders of the server, as people import them from a page.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { TenantId } from '../../../../src/base/ids.ts'
import { largestChange } from '../../../support/many-sessions.ts'
import { openTestApp, type Party, password, type TestApp } from '../../../support/open-test-app.ts'
import { smallS3 } from '../../../support/small-s3.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

type Files = Record<string, string>

function put(folder: string, files: Files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const reports = { 'a.txt': 'The dam holds.', 'deep/b.md': '# Boilers', 'deep/er/c.md': '# Valves' }

type House = { files?: Files; dir?: string; config?: Record<string, unknown> }

/** A server with a root for administrators and, once there is a tenant, one for its people. */
async function openHouse({ files = {}, dir, config = {} }: House = {}) {
  const inbox = temporaryFolder()
  put(inbox.path, files)
  const options = { parts: { workers: false }, config: { importRoots: inbox.path, ...config } }
  const app = await openTestApp({ ...options, ...(dir ? { dir } : {}) })
  const admin = await app.admin()
  const [root] = (await app.call('GET', '/v1/import-roots', { as: admin.token })).body.data.roots
  const dataset = await datasetOf(app, admin)
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await app.call(method, path, { as: admin.token, body })
    return answer.body.data ?? answer.body.error ?? answer.body
  }
  const start = async (more: object = {}) => {
    const order = { root_id: root.root_id, folder: '', dataset_id: dataset, ...more }
    const begun = await ask('POST', '/v1/folder-imports', order)
    await app.settleJobs()
    return begun.import_id ? await ask('GET', `/v1/folder-imports/${begun.import_id}`) : begun
  }
  return Object.assign(app, {
    inbox: inbox.path,
    owner: admin,
    root,
    dataset,
    ask,
    start,
    async [Symbol.asyncDispose]() {
      await app.close()
      inbox[Symbol.dispose]()
    },
  })
}

async function datasetOf(app: TestApp, { token }: Party): Promise<string> {
  const body = { name: 'Archive' }
  return (await app.call('POST', '/v1/datasets', { as: token, body })).body.data.dataset_id
}

async function textOf({ url, owner }: { url: string; owner: Party }, path: string) {
  const headers = { authorization: `Bearer ${owner.token}` }
  return await (await fetch(`${url}${path}`, { headers })).text()
}

const countsOf = ({ sums }: { sums: Record<string, { files: number }> }) =>
  Object.fromEntries(Object.entries(sums).map(([name, { files }]) => [name, files]))

const none = { new: 0, changed: 0, unchanged: 0, refused: 0, missing: 0, deleted: 0 }

test('a preview says what would be taken and what is refused, and takes nothing', async () => {
  const files = { ...reports, 'empty.txt': '', 'old.zip': 'PK\u0003\u0004', '.env': 'secret' }
  await using house = await openHouse({ files })
  symlinkSync('/etc/passwd', join(house.inbox, 'link.txt'))
  const preview = await house.start({ dry_run: true })
  assert.equal(countsOf(preview), { ...none, new: 3, refused: 2 })
  assert.equal([preview.state, preview.progress], ['done', { done: 4, total: 4 }])
  assert.is(preview.sums.new.bytes, 14 + 9 + 8)
  const path = `/v1/folder-imports/${preview.import_id}`
  const { files: refused, total } = await house.ask('GET', `${path}/files?outcome=refused`)
  assert.is(total, 2)
  assert.equal(
    refused.map((one: { file_path: string; reason: string }) => [one.file_path, one.reason]),
    [
      [
        'old.zip',
        'This is an archive, which cannot be indexed: unpack it: the files in it are taken one ' +
          'by one.',
      ],
      ['empty.txt', 'The file is empty.'],
    ],
  )
  const first = await house.ask('GET', `${path}/files?limit=2`)
  const second = await house.ask('GET', `${path}/files?limit=2&cursor=${first.next_cursor}`)
  const paths = [...first.files, ...second.files].map((one: { file_path: string }) => one.file_path)
  assert.equal([paths.sort(), second.next_cursor], [Object.keys(reports), null])
  assert.is((await house.ask('GET', `/v1/datasets/${house.dataset}/objects`)).total, 0)
})

test('an import takes a folder for review, once, and its report can be saved', async () => {
  await using house = await openHouse({ files: reports })
  const deep = await house.start({ folder: 'deep' })
  assert.equal(countsOf(deep), { ...none, new: 2 })
  const again = await house.start({ folder: 'deep' })
  assert.equal(countsOf(again), { ...none, unchanged: 2 })
  put(house.inbox, { 'deep/b.md': '# Other boilers', 'deep/=1+1.csv': '' })
  const changed = await house.start({ folder: 'deep' })
  assert.equal(countsOf(changed), { ...none, changed: 1, unchanged: 1, refused: 1 })
  const { objects } = await house.ask('GET', `/v1/datasets/${house.dataset}/objects`)
  assert.equal(
    objects.map((one: { status: string; folder: string }) => `${one.status} ${one.folder}`).sort(),
    ['staged er', 'staged null', 'staged null'],
  )
  const report = `/v1/folder-imports/${changed.import_id}/report`
  const csv = String(await house.ask('GET', `${report}?format=csv`)).split('\r\n')
  assert.is(csv[0], 'file_path,outcome,size_bytes,object_id,reason')
  assert.match(csv[1] ?? '', /^b\.md,changed,15,obj_[0-9a-z]+,$/)
  assert.is(csv[3], "'=1+1.csv,refused,0,,The file is empty.")
  const lines = (await textOf(house, report)).trim().split('\n')
  assert.equal(
    lines.map((line) => JSON.parse(line).outcome),
    ['changed', 'unchanged', 'refused'],
  )
  const events = house.store.raw
    .prepare("SELECT data FROM event WHERE type = 'import.finished' ORDER BY number DESC")
    .pluck()
  const counts = { imported: 1, unchanged: 1, refused: 1, deleted: 0 }
  const about = { import_id: changed.import_id, dataset_id: house.dataset, state: 'done' }
  assert.equal(JSON.parse(events.get() as string), { ...about, ...counts })
  const actor = "SELECT DISTINCT actor_id FROM audit_event WHERE action = 'object.uploaded'"
  assert.equal(house.store.raw.prepare(actor).pluck().all(), [house.owner.userId])
})

test('objects are deleted with their files where that was asked for', async () => {
  await using house = await openHouse({ files: reports })
  await house.start()
  rmSync(join(house.inbox, 'a.txt'))
  assert.equal(countsOf(await house.start()), { ...none, unchanged: 2, missing: 1 })
  const gone = { ...none, unchanged: 2, missing: 1, deleted: 1 }
  assert.equal(countsOf(await house.start({ delete: true })), gone)
})

test('no path and no link leads out of a root', async () => {
  await using house = await openHouse({ files: reports })
  using outside = temporaryFolder()
  put(outside.path, { 'secret.txt': 'The vault is open.', 'real/more.txt': 'Wide.' })
  symlinkSync(outside.path, join(house.inbox, 'way-out'))
  symlinkSync(house.inbox, join(outside.path, 'way-in'))
  const { root_id } = house.root
  const odd = ['..', '../', '/etc', 'deep/../..', 'deep//er', '.', '.hidden', 'deep/', 'a\\b']
  for (const path of odd) {
    const asked = encodeURIComponent(path)
    const look = await house.ask('GET', `/v1/import-roots/${root_id}/folders?folder=${asked}`)
    assert.is(look.code, 'bad_request', path)
    assert.is((await house.start({ folder: path })).code, 'bad_request', path)
  }
  const control = await house.ask('GET', `/v1/import-roots/${root_id}/folders?folder=a%00b`)
  assert.is(control.code, 'bad_request')
  const longer = 'a'.repeat(256)
  for (const path of ['way-out', 'way-out/real', 'way-out/way-in', 'none', 'a.txt', longer]) {
    assert.is((await house.start({ folder: path })).code, 'not_found', path)
    const looked = await house.ask('GET', `/v1/import-roots/${root_id}/folders?folder=${path}`)
    assert.equal([looked.code, looked.message], ['not_found', 'No such folder.'], path)
  }
  // One that is misspelt or forgotten is not all of the root.
  const { details } = await house.start({ folder: undefined, path: 'way-out' })
  assert.equal(details, { field: 'folder', reason: 'required' })
  const look = await house.ask('GET', `/v1/import-roots/${root_id}/folders`)
  assert.equal([look.folders, look.files, look.bytes], [['deep'], 1, 14])
  assert.equal(countsOf(await house.start()), { ...none, new: 3 })
})

test('folders come two hundred a page, and none twice', async () => {
  await using house = await openHouse()
  const names = Array.from({ length: 201 }, (_, n) => `folder-${String(n).padStart(3, '0')}`)
  for (const name of names) mkdirSync(join(house.inbox, name))
  const path = `/v1/import-roots/${house.root.root_id}/folders`
  const first = await house.ask('GET', path)
  const second = await house.ask('GET', `${path}?cursor=${first.next_cursor}`)
  assert.is(first.folders.length, 200)
  assert.equal([...first.folders, ...second.folders], names)
  assert.is(second.next_cursor, null)
  const elsewhere = await house.ask('GET', `${path}?folder=folder-000&cursor=${first.next_cursor}`)
  assert.is(elsewhere.code, 'bad_request')
})

test('people of a tenant import from their own roots alone, and a key from none', async () => {
  using ours = temporaryFolder()
  using theirs = temporaryFolder()
  put(ours.path, reports)
  using data = temporaryFolder()
  const jobs = { workers: false }
  let one: Party
  let other: Party
  {
    await using app = await openTestApp({ dir: data.path, parts: jobs })
    one = await app.signUp('One')
    other = await app.signUp('Other')
  }
  const importRoots = [`${ours.path}=${one.tenantId}`, theirs.path]
  await using app = await openTestApp({ dir: data.path, parts: jobs, config: { importRoots } })
  const rootsOf = async (as: string) => (await app.call('GET', '/v1/import-roots', { as })).body
  const { roots } = (await rootsOf(one.token)).data
  assert.equal(roots.length, 1)
  assert.is(roots[0].location, null)
  assert.equal((await rootsOf(other.token)).data.roots, [])
  const key = await app.key(one, { scopes: ['objects:write', 'datasets:write', 'admin:*'] })
  assert.is((await rootsOf(key)).error.details.reason, 'session_required')

  const start = (as: Party, dataset_id: string, more = {}) => {
    const body = { root_id: roots[0].root_id, folder: '', dataset_id, ...more }
    return app.call('POST', '/v1/folder-imports', { as: as.token, body })
  }
  const [mine, foreign] = [await datasetOf(app, one), await datasetOf(app, other)]
  assert.is((await start(one, foreign)).status, 404)
  assert.is((await start(other, foreign)).status, 404)
  const begun = await start(one, mine)
  assert.is(begun.status, 202)
  const path = `/v1/folder-imports/${begun.body.data.import_id}`
  for (const [method, below] of [
    ['GET', ''],
    ['GET', '/files'],
    ['GET', '/report'],
    ['POST', '/cancel'],
  ] as const) {
    assert.is((await app.call(method, `${path}${below}`, { as: other.token })).status, 404)
  }
  await app.settleJobs()
  assert.is((await app.call('GET', path, { as: one.token })).body.data.state, 'done')
})

for (const dryRun of [true, false]) {
  const what = dryRun ? 'preview' : 'import'
  test(`what is stopped while another one has its turn is stopped: ${what}`, async () => {
    // More than is looked through, or taken, before the second one would have its turn.
    const length = dryRun ? 400 : 100
    const many = Array.from({ length }, (_, n) => [`${n}.txt`, `The dam number ${n} holds.`])
    await using house = await openHouse({ files: Object.fromEntries(many) })
    const begin = (dry_run: boolean) => {
      const order = { root_id: house.root.root_id, folder: '', dataset_id: house.dataset, dry_run }
      return house.ask('POST', '/v1/folder-imports', order)
    }
    const first = await begin(dryRun)
    const second = await begin(dryRun)
    const settled = house.settleJobs()
    const { state } = await house.ask('POST', `/v1/folder-imports/${second.import_id}/cancel`)
    assert.is(state, 'cancelled')
    await settled
    const shown = await house.ask('GET', `/v1/folder-imports/${second.import_id}`)
    assert.is(shown.state, 'cancelled')
    assert.is((await house.ask('GET', `/v1/folder-imports/${first.import_id}`)).state, 'done')
    const kept = 'SELECT state FROM import_report WHERE import_id = ?'
    assert.is(house.store.raw.prepare(kept).pluck().get(second.import_id), 'cancelled')
  })
}

test("the server's own folder is none to import from, by whatever name", async () => {
  using folder = temporaryFolder()
  using link = temporaryFolder()
  const dir = join(folder.path, 'data')
  mkdirSync(dir)
  symlinkSync(dir, join(link.path, 'inbox'))
  const importRoots = [folder.path, dir, join(link.path, 'inbox')]
  await using app = await openTestApp({ dir, config: { importRoots }, parts: { workers: false } })
  const { token: as } = await app.admin()
  const { roots } = (await app.call('GET', '/v1/import-roots', { as })).body.data
  assert.is(roots.length, 3)
  for (const { root_id } of roots) {
    const { body } = await app.call('GET', `/v1/import-roots/${root_id}/folders`, { as })
    assert.is(body.error.details.reason, 'data_folder')
  }
})

test('a server that was killed goes on with an import, but for one that was stopped', async () => {
  using data = temporaryFolder()
  using inbox = temporaryFolder()
  put(inbox.path, reports)
  const options = { dir: data.path, config: { importRoots: inbox.path } }
  let begun: { import_id: string }
  {
    // Without jobs nothing is worked on: as if it had been killed at once.
    await using app = await openTestApp({ ...options, parts: { workers: false, jobs: false } })
    const admin = await app.admin()
    const [root] = (await app.call('GET', '/v1/import-roots', { as: admin.token })).body.data.roots
    const body = { root_id: root.root_id, folder: '', dataset_id: await datasetOf(app, admin) }
    const ask = () => app.call('POST', '/v1/folder-imports', { as: admin.token, body })
    begun = (await ask()).body.data
    const second = (await ask()).body.data
    assert.is((await ask()).body.error.details.reason, 'too_many_imports')
    const cancel = `/v1/folder-imports/${second.import_id}/cancel`
    const { body: cancelled } = await app.call('POST', cancel, { as: admin.token })
    assert.is(cancelled.data.state, 'cancelled')
  }
  await using app = await openTestApp({ ...options, parts: { workers: false } })
  await app.settleJobs()
  const uploaded = "SELECT count(*) FROM audit_event WHERE action = 'object.uploaded'"
  assert.is(app.store.raw.prepare(uploaded).pluck().get(), 3)
  const done = "SELECT details ->> 'import_id' FROM audit_event WHERE action = 'import.done'"
  assert.equal(app.store.raw.prepare(done).pluck().all(), [begun.import_id])
  assert.is(app.store.raw.prepare('SELECT count(*) FROM folder_order').pluck().get(), 0)
})

test('an import whose folder is not set any more ends at the next start, for good', async () => {
  using data = temporaryFolder()
  using inbox = temporaryFolder()
  put(inbox.path, reports)
  const parts = { workers: false }
  let [email, importId] = ['', '']
  {
    const config = { importRoots: inbox.path }
    const killed = { dir: data.path, config, parts: { ...parts, jobs: false } }
    await using app = await openTestApp(killed)
    const admin = await app.admin()
    const as = admin.token
    const [root] = (await app.call('GET', '/v1/import-roots', { as })).body.data.roots
    const body = { root_id: root.root_id, folder: '', dataset_id: await datasetOf(app, admin) }
    const begun = await app.call('POST', '/v1/folder-imports', { as, body })
    email = admin.email
    importId = begun.body.data.import_id
  }
  {
    await using app = await openTestApp({ dir: data.path, parts })
    await app.settleJobs()
    const logIn = await app.call('POST', '/v1/auth/login', { body: { email, password } })
    const as = logIn.body.data.session_token
    const { state, error } = (await app.call('GET', `/v1/folder-imports/${importId}`, { as })).body
      .data
    assert.equal([state, error], ['failed', 'No such folder: no setting names it any more.'])
    const told = "SELECT data ->> 'state' FROM event WHERE type = 'import.finished'"
    assert.equal(app.store.raw.prepare(told).pluck().all(), ['failed'])
  }
  const config = { importRoots: inbox.path }
  await using app = await openTestApp({ dir: data.path, config, parts })
  await app.settleJobs()
  const left = 'SELECT (SELECT count(*) FROM folder_order), (SELECT count(*) FROM object)'
  assert.equal(app.store.raw.prepare(left).raw().get(), [0, 0])
})

type Told = Record<string, string> & { files: Record<string, string>[] }
type Asking = (method: string, path: string) => Promise<Told>

/** All that is told of an import. */
async function known(ask: Asking, id: string) {
  const path = `/v1/folder-imports/${id}`
  const { started_at, progress, sums, state } = await ask('GET', path)
  const refused = await ask('GET', `${path}/files?outcome=refused`)
  const first = await ask('GET', `${path}/files?outcome=new&limit=2`)
  const rest = await ask('GET', `${path}/files?outcome=new&limit=2&cursor=${first.next_cursor}`)
  const report = String(await ask('GET', `${path}/report?format=csv`))
  const taken = [...first.files, ...rest.files]
  return { facts: { started_at, progress, sums, state }, refused: refused.files, taken, report }
}

test('what came of imports is there after a restart, but for the names of what went', async () => {
  using data = temporaryFolder()
  let [importId, oldest, email, dataset] = ['', '', '', '']
  let before: Awaited<ReturnType<typeof known>>
  {
    await using house = await openHouse({ files: { ...reports, 'e.txt': '' }, dir: data.path })
    oldest = (await house.start({ dry_run: true })).import_id
    // As if there had been many between.
    const many = Array.from({ length: 19 }, (_, n) => n)
    house.store.raw.exec(`INSERT INTO import_report
      SELECT import_id || '-' || n.value, tenant_id, dataset_id, r.root, r.path, dry_run, remove,
        state, error, sums, files, done, started_by, started_at, finished_at, complete
      FROM import_report AS r, (SELECT value FROM json_each('${JSON.stringify(many)}')) AS n`)
    importId = (await house.start()).import_id
    before = await known(house.ask, importId)
    email = house.owner.email
    dataset = house.dataset
  }
  await using app = await openTestApp({ dir: data.path, parts: { workers: false } })
  const logIn = await app.call('POST', '/v1/auth/login', { body: { email, password } })
  const as = logIn.body.data.session_token
  const ask = async (method: string, path: string) => {
    const { body } = await app.call(method, path, { as })
    return body.data ?? body.error ?? body
  }
  const { imports } = await ask('GET', '/v1/folder-imports')
  const ids = imports.map((one: { import_id: string }) => one.import_id)
  assert.equal([ids.length, ids[0], ids.includes(oldest)], [20, importId, false])
  assert.equal(await known(ask, importId), before)
  const [{ object_id, file_path }] = before.taken as [Record<string, string>]
  assert.is((await app.call('DELETE', `/v1/objects/${object_id}`, { as })).status, 200)
  const after = await known(ask, importId)
  assert.equal(after.taken, [{ ...before.taken[0], file_path: '' }, ...before.taken.slice(1)])
  assert.is(after.report, before.report.replace(`${file_path},new`, ',new'))
  const numbers = 'WITH RECURSIVE n (i) AS (SELECT 9 UNION ALL SELECT i + 1 FROM n WHERE i < 3500)'
  app.store.raw.exec(`INSERT INTO import_report_file
    ${numbers} SELECT import_id, 'refused', i, 'x', 1, NULL, 'x'
    FROM n, (SELECT min(import_id) AS import_id FROM import_report)`)
  const largest = largestChange(app.store)
  await ask('DELETE', `/v1/datasets/${dataset}`)
  await app.settleJobs()
  assert.ok(largest.changes() <= 2000, `${largest.changes()} changes in one transaction`)
  const left = 'SELECT (SELECT count(*) FROM import_report) + count(*) FROM import_report_file'
  assert.is(app.store.raw.prepare(left).pluck().get(), 0)
})

test('what stands still in a watched folder is taken, and what is wrong is said', async () => {
  await using house = await openHouse({ files: { 'in/a.txt': 'One.' } })
  const order = { root_id: house.root.root_id, folder: 'in', dataset_id: house.dataset }
  const watch = await house.ask('POST', '/v1/folder-watches', order)
  assert.equal([watch.state, watch.every_seconds, watch.imported], ['watching', 30, 0])
  const twice = await house.ask('POST', '/v1/folder-watches', order)
  assert.is(twice.details.reason, 'watched_already')
  const seen = async () => (await house.ask('GET', '/v1/folder-watches')).watches[0]
  const looks = async () => {
    for (let look = 0; look < 3; look++) await house.settleJobs()
    return await seen()
  }
  assert.is((await looks()).imported, 1)
  put(house.inbox, { 'in/b.txt': 'Two.', 'in/c.txt': '' })
  const later = await looks()
  assert.equal([later.imported, later.troubles.length], [2, 1])
  assert.equal(
    [later.troubles[0].file_path, later.troubles[0].reason],
    ['c.txt', 'The file is empty.'],
  )
  renameSync(join(house.inbox, 'in'), join(house.inbox, 'out'))
  const failing = await looks()
  assert.equal([failing.state, failing.troubles[0].reason], ['failing', 'No such folder.'])
  const told = house.store.raw.prepare("SELECT count(*) FROM event WHERE type = 'watch.failed'")
  assert.is(told.pluck().get(), 1)
  renameSync(join(house.inbox, 'out'), join(house.inbox, 'in'))
  assert.is((await looks()).state, 'watching')
  const path = `/v1/folder-watches/${watch.watch_id}`
  await house.ask('DELETE', path)
  assert.equal((await house.ask('GET', '/v1/folder-watches')).watches, [])
  assert.is((await house.ask('DELETE', path)).code, 'not_found')
})

test('what two looks in a row missed is deleted, and nothing where all is gone', async () => {
  const files = { 'in/a.txt': 'One.', 'in/b.txt': 'Two.' }
  await using house = await openHouse({ files })
  const order = { root_id: house.root.root_id, folder: 'in', dataset_id: house.dataset }
  await house.ask('POST', '/v1/folder-watches', { ...order, delete: true })
  const after = async (looks: number) => {
    for (let look = 0; look < looks; look++) await house.settleJobs()
    const live = "SELECT object_id FROM object WHERE status <> 'deleted' ORDER BY filename"
    return house.store.raw.prepare(live).pluck().all()
  }
  const [a, b] = await after(3)
  assert.ok(a && b)
  // As programs save: away, and there again.
  rmSync(join(house.inbox, 'in/b.txt'))
  assert.equal(await after(1), [a, b])
  put(house.inbox, files)
  assert.equal(await after(3), [a, b])
  rmSync(join(house.inbox, 'in/b.txt'))
  assert.equal(await after(2), [a])
  // As a share looks that is not mounted.
  rmSync(join(house.inbox, 'in/a.txt'))
  assert.equal(await after(4), [a])
  const { troubles } = (await house.ask('GET', '/v1/folder-watches')).watches[0]
  assert.equal(
    troubles.map((one: { file_path: string; reason: string }) => [one.file_path, one.reason]),
    [['.', 'The folder is empty, as if it were not there: nothing is deleted.']],
  )
  put(house.inbox, { 'in/a.txt': 'One.' })
  assert.equal(await after(3), [a])
})

/** The clock of pauses goes ahead. */
function timeMachine() {
  const { now } = performance
  let aheadMs = 0
  performance.now = () => now.call(performance) + aheadMs
  return {
    ahead(ms: number) {
      aheadMs += ms
    },
    [Symbol.dispose]() {
      performance.now = now
    },
  }
}

test('while files cannot be written an import waits, and goes on by itself', async () => {
  await using s3 = await smallS3()
  await using house = await openHouse({ files: reports, config: s3.settings })
  s3.fault = ({ method, name }) => (method === 'PUT' && /^blobs/.test(name) ? 403 : undefined)
  const begun = await house.start()
  assert.equal([begun.state, countsOf(begun)], ['waiting', none])
  assert.match(begun.error, /files/)
  s3.fault = () => undefined
  await house.settleJobs()
  const ended = await house.ask('GET', `/v1/folder-imports/${begun.import_id}`)
  assert.equal([ended.state, ended.error], ['done', null])
  assert.equal(countsOf(ended), { ...none, new: 3 })
})

test('what did not fit into the quota is tried again by itself, and told of once', async () => {
  using time = timeMachine()
  await using house = await openHouse({ files: { 'a.txt': 'One.', 'empty.txt': '' } })
  const quota = (storage_quota_bytes: number) =>
    house.call('PUT', `/v1/admin/tenants/${house.owner.tenantId}/storage-quota`, {
      as: house.owner.token,
      body: { storage_quota_bytes },
    })
  assert.is((await quota(1)).status, 200)
  const order = { root_id: house.root.root_id, folder: '', dataset_id: house.dataset }
  await house.ask('POST', '/v1/folder-watches', order)
  const looks = async () => {
    for (let look = 0; look < 3; look++) await house.settleJobs()
    const [watch] = (await house.ask('GET', '/v1/folder-watches')).watches
    const troubles = watch.troubles.map((one: { file_path: string; reason: string }) => {
      return `${one.file_path}: ${one.reason.slice(0, 27)}`
    })
    return [watch.imported, ...troubles.sort()]
  }
  const told = ['a.txt: This tenant may keep 1 byte', 'empty.txt: The file is empty.']
  assert.equal(await looks(), [0, ...told])
  time.ahead(31_000)
  assert.equal(await looks(), [0, ...told])
  await quota(0)
  time.ahead(31_000)
  assert.equal(await looks(), [0, ...told], 'the second pause is longer')
  time.ahead(31_000)
  assert.equal(await looks(), [1, ...told])
})

test("imports of suspended tenants take nobody's place, and those of erased ones end", async () => {
  await using house = await openHouse({ files: reports })
  const begin = (dataset_id: string) =>
    house.ask('POST', '/v1/folder-imports', { root_id: house.root.root_id, folder: '', dataset_id })
  const parties = []
  for (const name of ['One', 'Two', 'Three', 'Four']) parties.push(await house.signUp(name))
  for (const party of parties) {
    const dataset = await datasetOf(house, party)
    const suspend = `/v1/admin/tenants/${party.tenantId}/suspend`
    await house.ask('POST', suspend, { reason: 'unpaid' })
    for (const _ of [1, 2]) assert.is((await begin(dataset)).state, 'waiting')
    assert.is((await begin(dataset)).details.reason, 'too_many_imports')
  }
  assert.equal(countsOf(await house.start()), { ...none, new: 3 })
  const tenantId = parties[0]?.tenantId as TenantId
  await house.rooms.erasure.eraseTenant({ tenantId, forfeit: true, dropSold: false })
  await house.settleJobs()
  const { imports } = await house.ask('GET', '/v1/folder-imports')
  const states = imports.map(
    (one: { tenant_id: string; state: string }) =>
      `${one.tenant_id === tenantId ? 'erased' : ''} ${one.state}`,
  )
  assert.equal([...new Set<string>(states)].sort(), [' done', ' waiting', 'erased cancelled'])
  const kept = 'SELECT count(*) FROM import_report WHERE tenant_id = ?'
  assert.is(house.store.raw.prepare(kept).pluck().get(tenantId), 0)
})

test.run()
