// A tenant that its owner closes: what is in the way, what goes, and that a job sees to it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { UserId } from '../../../../src/base/ids.ts'
import { checkRows } from '../../../support/answer-table.ts'
import { largestChange, multiplySessions } from '../../../support/many-sessions.ts'
import { openTestApp, type Party, signUp, type TestApp } from '../../../support/open-test-app.ts'
import { shared } from '../../../support/shared.ts'
import { until } from '../../../support/until.ts'

const path = '/v1/tenant/closing'

async function openHouse() {
  const app = await openTestApp({ parts: { workers: false } })
  const { token: as } = await app.admin()
  const nameOf = async ({ tenantId }: Party): Promise<string> =>
    (await app.call('GET', `/v1/admin/tenants/${tenantId}`, { as })).body.data.name
  return Object.assign(app, { as, nameOf })
}

const house = shared(openHouse)

const close = (app: TestApp, who: Party, body: object) =>
  app.call('POST', path, { as: who.token, body })

async function invited(app: TestApp, by: Party, roles: readonly string[]): Promise<Party> {
  const asked = { as: by.token, body: { roles } }
  const { invitation_code } = (await app.call('POST', '/v1/tenant/invitations', asked)).body.data
  const who = { tenant_name: undefined, invitation_code }
  return (await signUp(app.call, `P${invitation_code.slice(-8)}`, who)) as Party
}

house.fact('the last owner closes the house, and all of it goes', async (app) => {
  const ada = await app.signUp('Ada')
  const name = await app.nameOf(ada)
  const viewer = await invited(app, ada, ['viewer'])
  const key = await app.key(ada)
  const set = { as: ada.token, body: { name: 'Set', visibility: 'private' } }
  assert.is((await app.call('POST', '/v1/datasets', set)).status, 201)
  const plan = (await app.call('GET', path, { as: ada.token })).body.data
  const { goes, money, in_the_way } = plan
  assert.equal([plan.name, goes.users, goes.datasets, goes.api_keys], [name, 2, 1, 1])
  assert.equal([money.length, in_the_way], [1, []], 'what everybody gets to begin with')
  const wrong = await close(app, ada, { name: name.toUpperCase() })
  assert.equal([wrong.status, wrong.body.error.details.field], [400, 'name'])
  multiplySessions(app.store, ada.userId as UserId)
  // The next transaction takes them into the seal, whichever it is.
  await app.store.write(() => undefined)
  const largest = largestChange(app.store)
  const { status, body } = await close(app, ada, { name, forfeit: true })
  const most = largest.changes()
  assert.ok(most > 0 && most <= 2000, `${most} changes in one transaction`)
  assert.equal([status, body.data], [202, { tenant_id: ada.tenantId }])
  for (const as of [ada.token, viewer.token, key]) {
    assert.ok([401, 403].includes((await app.call('GET', '/v1/me', { as })).status), 'at once')
  }
  await until('it is erased', async () => {
    const { status } = await app.call('GET', `/v1/admin/tenants/${ada.tenantId}/erasure`, {
      as: app.as,
    })
    return status === 404 || undefined
  })
  assert.is((await app.call('GET', `/v1/admin/users/${viewer.userId}`, { as: app.as })).status, 404)
  const asked = { as: app.as }
  const log = await app.call('GET', '/v1/admin/audit?action=tenant.erased', asked)
  const [erased] = log.body.data.audit_events
  assert.equal([erased.actor.id, erased.subject.id], [ada.userId, ada.tenantId])
  assert.is((await app.verifyLedger()).problems.length, 0)
  const again = await signUp(app.call, 'Ada', {})
  assert.is.not(again.tenantId, ada.tenantId, 'the address is free for another house')
})

house.fact('money is given up in so many words, and stays otherwise', async (app) => {
  const bob = await app.signUp('Bob')
  const name = await app.nameOf(bob)
  const gift = { as: app.as, body: { credits: 500, reason: 'A gift.' } }
  await app.call('POST', `/v1/admin/tenants/${bob.tenantId}/credits`, gift)
  const [left] = (await app.call('GET', path, { as: bob.token })).body.data.money
  assert.equal([left.unit, left.minor], ['CREDIT', 1000])
  const held = await close(app, bob, { name })
  assert.equal([held.status, held.body.error.details.reason], [409, 'balance_left'])
  assert.is((await app.call('GET', '/v1/me', { as: bob.token })).status, 200, 'nothing was done')
  assert.is((await close(app, bob, { name, forfeit: true })).status, 202)
})

house.fact('nobody closes a house over the head of another owner', async (app) => {
  const cyd = await app.signUp('Cyd')
  const name = await app.nameOf(cyd)
  const other = await invited(app, cyd, ['owner'])
  const { in_the_way } = (await app.call('GET', path, { as: cyd.token })).body.data
  assert.equal(in_the_way, ['other_owner'])
  const refused = await close(app, cyd, { name })
  assert.equal([refused.status, refused.body.error.details.reason], [409, 'other_owner'])
  const leaving = await app.call('DELETE', `/v1/tenant/members/${other.userId}`, {
    as: other.token,
  })
  assert.is(leaving.status, 204)
  assert.is((await close(app, cyd, { name, forfeit: true })).status, 202)
})

house.fact('only its owner closes it, and nobody who runs the platform', async (app) => {
  const dea = await app.signUp('Dea')
  const admin = await invited(app, dea, ['admin'])
  const key = await app.key(dea, { scopes: ['admin:*'] })
  const operator = await app.admin()
  const body = { name: await app.nameOf(dea) }
  const names = { dea: dea.token, admin: admin.token, key, operator: operator.token }
  const own = { name: await app.nameOf(operator), forfeit: true }
  const forbidden = { status: 403 }
  await checkRows(app, names, [
    { ...forbidden, name: 'an admin looks', as: 'admin', ask: `GET ${path}` },
    { ...forbidden, name: 'an admin', as: 'admin', ask: `POST ${path}`, body },
    { ...forbidden, name: 'a key looks', as: 'key', ask: `GET ${path}` },
    { ...forbidden, name: 'a key', as: 'key', ask: `POST ${path}`, body },
    { name: 'nobody looks', ask: `GET ${path}`, status: 401 },
    { name: 'nobody', ask: `POST ${path}`, body, status: 401 },
    { name: 'no name', as: 'dea', ask: `POST ${path}`, body: {}, status: 400 },
    { name: 'an operator', as: 'operator', ask: `POST ${path}`, body: own, status: 409 },
  ])
})

test.run()
