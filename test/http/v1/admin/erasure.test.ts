// What a tenant takes along, and how it and its people go for good, by whoever runs the platform.
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readArchiveManifest } from '../../../../src/adapters/portability/archive.ts'
import { verifyArchive } from '../../../../src/adapters/portability/verify-archive.ts'
import { checkRows } from '../../../support/answer-table.ts'
import { openTestApp, signUp } from '../../../support/open-test-app.ts'
import { shared } from '../../../support/shared.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { until } from '../../../support/until.ts'

async function openHouse() {
  const app = await openTestApp({ parts: { jobs: false, workers: false } })
  const { token: as, userId, tenantId } = await app.admin()
  const ask = (method: string, path: string, body?: object) =>
    app.call(method, `/v1/admin/${path}`, { as, ...(body && { body }) })
  const done = async (asked: ReturnType<typeof ask>) => {
    const { status, body } = await asked
    assert.is(status, 202, JSON.stringify(body))
    return until('the work is done', async () => {
      const work = (await ask('GET', `work/${body.data.work_id}`)).body.data
      return work.state === 'running' ? undefined : work
    })
  }
  return Object.assign(app, { ask, done, as, adminId: userId, adminHouse: tenantId })
}

const house = shared(openHouse)
type House = Awaited<ReturnType<typeof openHouse>>

/** A tenant with a file. */
async function provider(app: House, name: string) {
  const person = await app.signUp(name)
  const as = person.token
  const body = { name: 'Set', visibility: 'private' }
  const set = await app.call('POST', '/v1/datasets', { as, body })
  const path = `/v1/datasets/${set.body.data.dataset_id}/objects/upload`
  const file = { filename: 'a.txt', content_type: 'text/plain', size_bytes: 5 }
  const { data } = (await app.call('POST', path, { as, body: file })).body
  await app.call('PUT', data.upload_url, { raw: Buffer.from('hello') })
  await app.call('POST', `/v1/objects/${data.object_id}/confirm`, { as })
  return { ...person, house: (await app.ask('GET', `tenants/${person.tenantId}`)).body.data.name }
}

house.fact('a tenant is handed all of its own as a tar that unpacks and fits', async (app) => {
  const { tenantId, house: name } = await provider(app, 'Ada')
  const path = `tenants/${tenantId}/export`
  assert.is((await app.ask('GET', path)).status, 404)
  const { ok, facts, tenant_id, progress } = await app.done(app.ask('POST', path))
  assert.equal([ok, facts.files, facts.bytes, tenant_id], [true, 1, 5, tenantId])
  assert.ok(progress.done > 0)
  using folder = temporaryFolder()
  const tar = await fetch(`${app.url}/v1/admin/${path}`, {
    headers: { authorization: `Bearer ${app.as}` },
  })
  const bytes = Buffer.from(await tar.arrayBuffer())
  assert.is(Number(tar.headers.get('content-length')), bytes.length)
  assert.is(tar.headers.get('content-type'), 'application/x-tar')
  writeFileSync(join(folder.path, 'a.tar'), bytes)
  execFileSync('tar', ['-xf', 'a.tar'], { cwd: folder.path })
  const unpacked = join(folder.path, tenantId)
  assert.is(readArchiveManifest(unpacked).tenant.name, name)
  await verifyArchive(unpacked)
  const { audit_events } = (await app.ask('GET', `audit?subject_id=${tenantId}`)).body.data
  const { action, actor } = audit_events[0]
  assert.equal([action, actor.id], ['tenant.exported', app.adminId])
  const place = join(app.config.dataDir, 'archives', tenantId)
  assert.ok(existsSync(place))
  app.clock.advance({ hours: 24 })
  assert.is((await app.ask('GET', path)).status, 404, 'its day is over')
  await app.runUpkeep()
  assert.not(existsSync(place))
})

house.fact('a tenant is erased when its name is typed, and its files go', async (app) => {
  const { tenantId, house: name, token, userId } = await provider(app, 'Bob')
  const path = `tenants/${tenantId}/erasure`
  const plan = (await app.ask('GET', path)).body.data
  assert.equal([plan.name, plan.goes.users, plan.goes.objects], [name, 1, 1])
  assert.equal([plan.pending, plan.has_platform_admin], [[], false])
  const wrong = await app.ask('POST', path, { name: name.toLowerCase(), forfeit: true })
  assert.equal([wrong.status, wrong.body.error.details.field], [400, 'name'])
  await app.ask('POST', `tenants/${tenantId}/credits`, { credits: 500, reason: 'A gift.' })
  const held = await app.ask('POST', path, { name })
  assert.equal([held.status, held.body.error.details.reason], [409, 'balance_left'])
  await app.done(app.ask('POST', `tenants/${tenantId}/export`))
  const { ok, facts, error } = await app.done(app.ask('POST', path, { name, forfeit: true }))
  assert.equal([ok, error, facts.objects, facts.files_kept], [true, null, 1, 0])
  assert.is((await app.call('GET', '/v1/me', { as: token })).status, 401)
  assert.is((await app.ask('GET', path)).status, 404)
  assert.is((await app.ask('GET', `users/${userId}`)).status, 404)
  assert.not(existsSync(join(app.config.dataDir, 'archives', tenantId)), 'nor what waited')
  const log = (await app.ask('GET', 'audit?action=work')).body.data.audit_events
  assert.not.match(JSON.stringify(log), new RegExp(name))
  const [erased] = (await app.ask('GET', 'audit?action=tenant.erased')).body.data.audit_events
  assert.equal([erased.actor.id, erased.subject.id], [app.adminId, tenantId])
  assert.ok((await app.verifyLedger()).problems.length === 0)
})

house.fact('a person is erased when the address is typed', async (app) => {
  const cyd = await app.signUp('Cyd')
  const path = `users/${cyd.userId}/erasure`
  const wrong = await app.ask('POST', path, { email: 'other@example.eu' })
  assert.equal([wrong.status, wrong.body.error.details.field], [400, 'email'])
  const { status, body } = await app.ask('POST', path, { email: cyd.email.toUpperCase() })
  const gone = { user_id: cyd.userId, tenant_id: cyd.tenantId }
  assert.equal([status, body.data], [200, { ...gone, sessions_ended: 1, api_keys_revoked: 0 }])
  assert.is((await app.ask('GET', `users/${cyd.userId}`)).status, 404)
  const [deed] = (await app.ask('GET', 'audit?action=user.erased')).body.data.audit_events
  assert.is(deed.actor.id, app.adminId)
})

house.fact('the last owner of a house goes after all others in it', async (app) => {
  const dea = await app.signUp('Dea')
  const invited = { as: dea.token, body: { roles: ['viewer'] } }
  const { body } = await app.call('POST', '/v1/tenant/invitations', invited)
  const { invitation_code } = body.data
  const eve = await signUp(app.call, 'Eve', { tenant_name: undefined, invitation_code })
  const erase = async ({ userId, email }: { userId: string; email: string }) => {
    const answer = await app.ask('POST', `users/${userId}/erasure`, { email })
    return [answer.status, answer.body.error?.details.reason]
  }
  assert.equal(await erase(dea), [409, 'last_owner'])
  assert.equal(await erase(eve), [200, undefined])
  assert.equal(await erase(dea), [200, undefined])
})

house.fact(
  'nobody takes away the ground that they stand on, nor what is not there',
  async (app) => {
    const { email } = (await app.ask('GET', `users/${app.adminId}`)).body.data
    const { name } = (await app.ask('GET', `tenants/${app.adminHouse}`)).body.data
    const refused = async (path: string, body: object) =>
      (await app.ask('POST', path, body)).body.error.details.reason
    const own = await refused(`tenants/${app.adminHouse}/erasure`, { name, forfeit: true })
    assert.is(own, 'has_platform_admin')
    assert.is(await refused(`users/${app.adminId}/erasure`, { email }), 'own_account')
    const at = { as: 'admin', status: 404 }
    await checkRows(app, { admin: app.as }, [
      { ...at, name: 'plan', ask: 'GET /v1/admin/tenants/tnt_x/erasure' },
      { ...at, name: 'erase', ask: 'POST /v1/admin/tenants/tnt_x/erasure', body: { name } },
      { ...at, name: 'export', ask: 'POST /v1/admin/tenants/tnt_x/export' },
      { ...at, name: 'fetch', ask: 'GET /v1/admin/tenants/tnt_x/export' },
      { ...at, name: 'person', ask: 'POST /v1/admin/users/usr_x/erasure', body: { email } },
    ])
  },
)

test.run()
