// Long work that an operator starts from afar, what comes of it, backups and storage.
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp } from '../../../support/open-test-app.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { until } from '../../../support/until.ts'

async function openHouse(config: object = {}) {
  const app = await openTestApp({ config, parts: { jobs: false, workers: false } })
  const { token: as } = await app.admin()
  const get = async (path: string) => (await app.call('GET', `/v1/admin/${path}`, { as })).body.data
  const start = (kind: string) => app.call('POST', '/v1/admin/work', { as, body: { kind } })
  const done = async (kind: string) => {
    const { status, body } = await start(kind)
    assert.is(status, 202, JSON.stringify(body))
    const path = `work/${body.data.work_id}`
    return until(`${kind} is done`, async () => {
      const work = await get(path)
      return work.state === 'running' ? undefined : work
    })
  }
  return Object.assign(app, { as, get, start, done })
}

test('doctor and the check of the books say what they found, and what to do', async () => {
  await using app = await openHouse()
  const doctor = await app.done('doctor')
  assert.equal([doctor.state, doctor.error], ['done', null])
  for (const { check, level, message, remedy } of doctor.findings) {
    assert.ok(check && message && remedy && ['error', 'warning'].includes(level))
  }
  const books = await app.done('ledger_verify')
  assert.equal([books.ok, books.findings], [true, []])
  assert.ok(books.facts.transfers > 0 && books.facts.head)
  const { work } = await app.get('work')
  assert.equal(
    work.map((one: { kind: string }) => one.kind),
    ['ledger_verify', 'doctor'],
  )
  const audit = await app.get('audit?action=work')
  assert.equal(audit.total, 2)
})

test('a backup is made, listed and verified where the settings say', async () => {
  using folder = temporaryFolder()
  await using app = await openHouse({ backupDir: folder.path })
  assert.equal((await app.get('backups')).backups, [])
  const made = await app.done('backup')
  assert.equal([made.state, made.ok, made.error], ['done', true, null])
  const { backups, folder: place, busy } = await app.get('backups')
  assert.equal([backups.length, place, busy], [1, folder.path, false])
  assert.equal([backups[0].problems, backups[0].verified_at], [[], null])
  const verified = await app.done('backup_verify')
  assert.equal([verified.ok, verified.facts.database_checked], [true, true])
  const after = await app.get('backups')
  assert.ok(after.backups[0].verified_at)
  assert.is(Date.parse(after.next_at), Date.parse(backups[0].made_at) + 24 * 3_600_000)
  const { name } = backups[0]
  const one = await app.get(`backups/${name}`)
  assert.equal([one.folder, one.encrypted], [join(folder.path, name), false])
  assert.equal([one.gives.tenants, one.gives.users, one.gives.objects], [1, 1, 0])
  assert.ok(one.bytes > 0 && one.gives.transfers > 0 && one.ledger_head)
  for (const none of ['none', '..', `${name}x`]) {
    const path = `/v1/admin/backups/${encodeURIComponent(none)}`
    assert.is((await app.call('GET', path, { as: app.as })).status, 404, none)
  }
})

test('without a folder in the settings no backup is made, and the work says why', async () => {
  await using app = await openHouse()
  const { state, error, ok } = await app.done('backup')
  assert.equal([state, ok], ['failed', null])
  assert.match(error, /--backup-dir/)
  assert.is((await app.get('backups')).folder, null)
})

test('the same work is done once at a time, and for operators alone', async () => {
  await using app = await openHouse()
  const first = await app.start('doctor')
  const second = await app.start('doctor')
  assert.equal([first.status, second.status], [202, 409])
  assert.is(second.body.error.details.work_id, first.body.data.work_id)
  assert.is((await app.start('dance')).status, 400)
  const unknown = await app.call('GET', '/v1/admin/work/wrk_unknown', { as: app.as })
  assert.is(unknown.status, 404)
  const { token } = await app.signUp('Somebody')
  for (const as of [token, undefined]) {
    const sent = { ...(as && { as }), body: { kind: 'doctor' } }
    const expected = as ? 403 : 401
    assert.is((await app.call('POST', '/v1/admin/work', sent)).status, expected)
    assert.is((await app.call('GET', '/v1/admin/work/x', as ? { as } : {})).status, expected)
  }
})

test('storage says what lies there, and whose it is', async () => {
  await using app = await openHouse()
  const { token, tenantId } = await app.signUp('Provider')
  const body = { name: 'Set', visibility: 'private' }
  const set = await app.call('POST', '/v1/datasets', { as: token, body })
  const path = `/v1/datasets/${set.body.data.dataset_id}/objects/upload`
  const file = { filename: 'a.txt', content_type: 'text/plain', size_bytes: 5 }
  const { data } = (await app.call('POST', path, { as: token, body: file })).body
  await app.call('PUT', data.upload_url, { raw: Buffer.from('hello') })
  await app.call('POST', `/v1/objects/${data.object_id}/confirm`, { as: token })
  const kept = await app.get('storage')
  assert.equal(kept.objects, [{ status: 'staged', modality: 'text', objects: 1, bytes: 5 }])
  const own = kept.tenants.find((one: { tenant_id: string }) => one.tenant_id === tenantId)
  assert.equal([own.bytes, own.quota_bytes], [5, null])
  assert.ok(kept.disk.free_bytes > 0 && kept.database_bytes > 0)
  assert.equal(kept.removals, { waiting: 0, next_at: null })
})

test.run()
