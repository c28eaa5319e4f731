// What its owner and a reviewer are shown of an object: its text, its work, its past.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { stage } from '../../../support/market.ts'
import { openTestShop } from '../../../support/open-test-shop.ts'
import { shared } from '../../../support/shared.ts'

const shop = shared(async () => {
  const open = await openTestShop()
  const { objectId } = await stage(open, { bytes: Buffer.from('The boiler was inspected.') })
  const path = `/v1/admin/staged-objects/${objectId}/approve`
  await open.call('POST', path, { as: open.operator.token, body: {} })
  await open.shelve(objectId, ['The boiler was inspected.', 'In March.'])
  open.sql("UPDATE object SET index_state = 'indexed'")
  const look = async (what: string, as: string) =>
    open.call('GET', `/v1/objects/${objectId}/${what}`, { as })
  return Object.assign(open, { objectId, look })
})

shop.fact('its owner and a reviewer read its passages, others none', async (app) => {
  for (const as of [app.provider.token, app.operator.token]) {
    const { status, body } = await app.look('passages', as)
    assert.is(status, 200)
    const { passages, total } = body.data
    assert.is(passages.length, total)
    assert.ok(total > 0)
    assert.type(passages[0].text, 'string')
  }
  const { total } = (await app.look('passages', app.provider.token)).body.data
  const beyond = (await app.look(`passages?offset=${total}`, app.provider.token)).body.data
  assert.equal(beyond, { passages: [], total })
  for (const what of ['passages', 'jobs', 'history']) {
    assert.is((await app.look(what, app.buyer.token)).status, 404, what)
  }
  assert.is((await app.look('passages?offset=-1', app.provider.token)).status, 400)
})

shop.fact('its jobs are listed, the newest first', async (app) => {
  const { jobs } = (await app.look('jobs', app.provider.token)).body.data
  const kinds = jobs.map(({ kind }: { kind: string }) => kind)
  assert.ok(kinds.includes('inspect-object') && kinds.includes('ingest-object'), `${kinds}`)
  const times = jobs.map(({ created_at }: { created_at: string }) => created_at)
  assert.equal(times, times.toSorted().reverse())
})

shop.fact('its history names own people to the owner and everybody to a reviewer', async (app) => {
  type Deed = { action: string; actor_name: string | null }
  const deeds = async (as: string): Promise<Deed[]> =>
    (await app.look('history?limit=100', as)).body.data.deeds
  const approved = (list: Deed[]) => list.find(({ action }) => action === 'review.approved')
  assert.is(approved(await deeds(app.provider.token))?.actor_name, null)
  assert.type(approved(await deeds(app.operator.token))?.actor_name, 'string')
  const { total } = (await app.look('history?limit=1', app.provider.token)).body.data
  assert.is(total, (await deeds(app.provider.token)).length)
})

test.run()
