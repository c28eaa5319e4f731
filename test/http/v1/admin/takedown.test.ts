import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  badField,
  checkRows,
  notFound,
  type Row,
  unauthorized,
} from '../../../support/answer-table.ts'
import { openMarket, publish, type Upload } from '../../../support/market.ts'
import { openTestApp } from '../../../support/open-test-app.ts'
import { openTestProvider, type TestProvider } from '../../../support/open-test-provider.ts'
import { toldTo } from '../../../support/told.ts'

const unknown = '01jn9z0000zzzzzzzzzzzzzzzz'
const adminOnly = {
  code: 'forbidden',
  message: 'Only a platform administrator may do this.',
  details: { reason: 'platform_admin_required' },
}
const sessionOnly = {
  code: 'forbidden',
  message: 'This needs a session: log in instead of using an API key.',
  details: { reason: 'session_required' },
}
const takeDown = 'POST /v1/admin/objects/{tenant}/{object}/takedown'
const restore = 'POST /v1/admin/objects/{tenant}/{object}/restore'
const suspend = 'POST /v1/admin/datasets/{mine}/suspend'
const resume = 'POST /v1/admin/datasets/{mine}/resume'
const why = { reason: 'a complaint' }

const endpoints: [ask: string, body: object][] = [
  [takeDown, why],
  [restore, {}],
  [suspend, why],
  [resume, {}],
]

function conflict(message: string, details: Record<string, unknown>) {
  return { code: 'conflict', message, details }
}

test('taking down and suspending is for the session of a platform admin alone', async () => {
  await using provider = await openTestProvider()
  const names = await indexed(provider)
  const adminKey = await provider.key(await provider.admin(), { scopes: ['admin:*'] })
  const rows = endpoints.flatMap(([ask, body]): Row[] => [
    { name: `nobody, ${ask}`, ask, body, status: 401, error: unauthorized },
    { name: `an owner, ${ask}`, as: 'owner', ask, body, status: 403, error: adminOnly },
    { name: `a key, ${ask}`, as: 'writer', ask, body, status: 403, error: sessionOnly },
    { name: `an admin's key, ${ask}`, as: 'adminKey', ask, body, status: 403, error: sessionOnly },
  ])
  await checkRows(provider, { ...names, adminKey }, rows)
})

test('what is unknown, misnamed or not confirmed is not there', async () => {
  await using provider = await openTestProvider()
  const names = await indexed(provider)
  const { object_id: open } = await provider.initiate(names.mine)
  const gone = await provider.dataset()
  await provider.call('DELETE', `/v1/datasets/${gone}`, { as: names.owner })
  const objects = [
    ['{tenant}/{object}', `{tenant}/obj_${unknown}`],
    ['{tenant}/{object}', `${(await provider.admin()).tenantId}/{object}`],
    ['{tenant}/{object}', `{tenant}/${open}`],
  ]
  const datasets = [`dset_${unknown}`, gone].map((id) => ['{mine}', id])
  const rows = (kinds: string[][], asked: typeof endpoints, what: string) =>
    kinds.flatMap(([from = '', to = '']) =>
      asked.map(([ask, body]): Row => {
        const path = ask.replace(from, to)
        return { name: path, as: 'admin', ask: path, body, status: 404, error: notFound(what) }
      }),
    )
  await checkRows(provider, names, [
    ...rows(objects, endpoints.slice(0, 2), 'object'),
    ...rows(datasets, endpoints.slice(2), 'dataset'),
  ])
})

test('POST …/takedown and …/restore', async () => {
  await using provider = await openTestProvider()
  const names = await indexed(provider)
  const staged = await provider.staged(names.mine)
  const noReason = badField('reason', { reason: 'required', message: 'reason is required.' })
  const blank = badField('reason', {
    reason: 'invalid_value',
    message: 'reason must not be empty.',
  })
  const admin = { as: 'admin', body: why }
  await checkRows(provider, { ...names, staged }, [
    {
      name: 'no reason',
      as: 'admin',
      ask: takeDown,
      body: {},
      status: 400,
      error: noReason,
    },
    {
      name: 'blank',
      as: 'admin',
      ask: takeDown,
      body: { reason: ' ' },
      status: 400,
      error: blank,
    },
    {
      name: 'not approved',
      ...admin,
      ask: takeDown.replace('{object}', staged),
      status: 409,
      error: conflict('This object is staged: only an approved one is on show.', {
        reason: 'not_approved',
        status: 'staged',
      }),
    },
    {
      name: 'not down',
      ...admin,
      ask: restore,
      status: 409,
      error: conflict('This object is not taken down.', { reason: 'not_taken_down' }),
    },
    {
      name: 'down',
      ...admin,
      ask: takeDown,
      status: 200,
      data: {
        object_id: names.object,
        status: 'active',
        taken_down_at: '2026-03-02T10:00:00.000Z',
        takedown_reason: 'a complaint',
      },
    },
    {
      name: 'down again',
      ...admin,
      ask: takeDown,
      status: 409,
      error: conflict('This object is taken down already.', { reason: 'already_taken_down' }),
    },
    {
      name: 'its owner is told',
      as: 'owner',
      ask: 'GET /v1/objects/{object}',
      status: 200,
      data: { taken_down_at: '2026-03-02T10:00:00.000Z', takedown_reason: 'a complaint' },
    },
    {
      name: 'up',
      as: 'admin',
      ask: restore,
      body: { note: 'unfounded' },
      status: 200,
      data: { status: 'active', taken_down_at: null, takedown_reason: null },
    },
  ])
})

/** What a buyer finds of an asset: hits, the asset, a new link, and the bytes of an open one. */
type Seen = { hits: number; asset: number; mint: number; link: number }

test('a take-down hides an asset at once, and a restoration shows it again', async () => {
  await using app = await openTestApp()
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const upload = await publish(market, { bytes: Buffer.from('The boiler needs a new valve.') })
  const credits = () => app.rooms.ledger.creditsOf(app.store.db, market.buyer.tenantId as never)
  const look = async (url: string): Promise<Seen> => {
    const as = { as: market.key }
    const { body } = await app.call('GET', '/search?q=boiler', as)
    const own = await app.call('GET', '/assets', { headers: { 'x-api-key': providerKey } })
    assert.is(own.body.assets.length, body.total === 0 ? 0 : 1, 'the own list of the provider')
    return {
      hits: body.total,
      asset: (await app.call('GET', `/asset/${upload.objectId}`, as)).status,
      mint: (await mintOf(upload)).status,
      link: (await app.call('GET', url)).status,
    }
  }
  const mintOf = ({ objectId }: Upload) =>
    app.call('POST', '/download', { as: market.key, body: { asset_id: objectId } })
  const providerKey = await app.key(market.provider)
  const [used, open, later] = [
    (await mintOf(upload)).body.url,
    (await mintOf(upload)).body.url,
    (await mintOf(upload)).body.url,
  ]
  assert.is((await app.call('GET', used)).status, 200)
  const path = `/v1/admin/objects/${market.provider.tenantId}/${upload.objectId}`
  const as = market.operator.token
  const before = credits()
  assert.is((await app.call('POST', `${path}/takedown`, { as, body: why })).status, 200)
  assert.equal(await look(open), { hits: 0, asset: 404, mint: 404, link: 403 })
  assert.is((await app.call('GET', used)).status, 410, 'a used link stays used')
  assert.is(credits(), before, 'nothing was charged')
  assert.is((await app.call('POST', `${path}/restore`, { as })).status, 200)
  assert.equal(await look(later), { hits: 1, asset: 200, mint: 200, link: 200 })
  assert.ok((await app.verifyLedger()).ok)
})

test('POST …/suspend and …/resume', async () => {
  await using provider = await openTestProvider()
  const names = await indexed(provider)
  const admin = { as: 'admin', body: why }
  const upload = {
    name: 'an upload',
    as: 'owner',
    ask: 'POST /v1/datasets/{mine}/objects/upload',
    body: { filename: 'a.txt', content_type: 'text/plain', size_bytes: 3 },
  }
  await checkRows(provider, names, [
    {
      name: 'no reason',
      as: 'admin',
      ask: suspend,
      body: {},
      status: 400,
      error: badField('reason', { reason: 'required', message: 'reason is required.' }),
    },
    {
      name: 'not suspended',
      ...admin,
      ask: resume,
      status: 409,
      error: conflict('This dataset is not suspended.', { reason: 'not_suspended' }),
    },
    {
      name: 'suspended',
      ...admin,
      ask: suspend,
      status: 200,
      data: { dataset_id: names.mine, status: 'suspended', suspension_reason: 'a complaint' },
    },
    {
      name: 'again',
      ...admin,
      ask: suspend,
      status: 409,
      error: conflict('This dataset is suspended already.', { reason: 'already_suspended' }),
    },
    {
      ...upload,
      status: 409,
      error: conflict('This dataset is suspended and takes no uploads.', {
        reason: 'dataset_suspended',
      }),
    },
    {
      name: 'its owner cannot undo it',
      as: 'owner',
      ask: 'PATCH /v1/datasets/{mine}',
      body: { status: 'active' },
      status: 403,
    },
    {
      name: 'resumed',
      as: 'admin',
      ask: resume,
      body: {},
      status: 200,
      data: { status: 'active', suspension_reason: null },
    },
    { ...upload, status: 201 },
  ])
})

/** Where a dataset was before its suspension, whether it had content, and where it is then. */
const returns: [from: string, indexed: boolean, to: string][] = [
  ['draft', false, 'draft'],
  ['ingesting', false, 'ingesting'],
  ['ingesting', true, 'active'],
  ['active', true, 'active'],
  ['paused', true, 'paused'],
  ['archived', false, 'archived'],
]

for (const [from, isIndexed, to] of returns) {
  const content = isIndexed ? 'with' : 'without'
  test(`a dataset ${content} content that was ${from} is ${to} after its suspension`, async () => {
    await using provider = await openTestProvider()
    const mine = await provider.dataset()
    if (isIndexed) await provider.indexed(mine)
    provider.store.raw.prepare('UPDATE dataset SET status = ?').run(from)
    const as = (await provider.admin()).token
    await provider.call('POST', suspend.slice(5).replace('{mine}', mine), { as, body: why })
    const { body } = await provider.call('POST', resume.slice(5).replace('{mine}', mine), { as })
    assert.is(body.data.status, to)
  })
}

test('the first file may be confirmed during a suspension, and counts after it', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset()
  const { object_id, upload_url } = await provider.initiate(mine)
  const as = (await provider.admin()).token
  const path = `/v1/admin/datasets/${mine}`
  await provider.call('POST', `${path}/suspend`, { as, body: why })
  await provider.put(upload_url)
  const confirm = `/v1/objects/${object_id}/confirm`
  assert.is((await provider.call('POST', confirm, { as: provider.owner.token })).status, 200)
  const { body } = await provider.call('POST', `${path}/resume`, { as })
  assert.is(body.data.status, 'ingesting')
})

test('nobody sees the content of a suspended dataset, its owner included', async () => {
  await using provider = await openTestProvider()
  const names = await indexed(provider, { visibility: 'listed' })
  const key = await provider.key(provider.owner)
  const seen = async () =>
    (await provider.call('GET', `/asset/${names.object}`, { as: key })).status
  assert.is(await seen(), 200)
  await provider.call('POST', `/v1/admin/datasets/${names.mine}/suspend`, {
    as: names.admin,
    body: why,
  })
  assert.is(await seen(), 404)
})

test('a suspended dataset can be deleted by its owner', async () => {
  await using provider = await openTestProvider()
  const names = await indexed(provider)
  const path = `/v1/admin/datasets/${names.mine}/suspend`
  await provider.call('POST', path, { as: names.admin, body: why })
  const gone = await provider.call('DELETE', `/v1/datasets/${names.mine}`, { as: names.owner })
  assert.is(gone.status, 200)
})

test('an operator alone finds a dataset of any tenant, also once it is shut', async () => {
  await using provider = await openTestProvider()
  const names = await indexed(provider)
  const gone = await provider.dataset()
  await provider.call('DELETE', `/v1/datasets/${gone}`, { as: names.owner })
  const list = '/v1/admin/datasets'
  const found = async (tenantId: string) => {
    const asked = `${list}?tenant_id=${tenantId}`
    const { body } = await provider.call('GET', asked, { as: names.admin })
    return body.data.datasets.map((one: { dataset_id: string; status: string }) => {
      return `${one.dataset_id} ${one.status}`
    })
  }
  assert.equal(await found(names.tenant), [`${names.mine} active`])
  assert.equal(await found((await provider.admin()).tenantId), [])
  const path = `${list}/${names.mine}`
  await provider.call('POST', `${path}/suspend`, { as: names.admin, body: why })
  assert.equal(await found(names.tenant), [`${names.mine} suspended`])
  const { body } = await provider.call('GET', path, { as: names.admin })
  const { status, suspension_reason: reason } = body.data
  assert.equal([status, reason], ['suspended', 'a complaint'])
  const statuses = [list, path].map((one) => provider.call('GET', one, { as: names.owner }))
  assert.equal(
    (await Promise.all(statuses)).map((answer) => answer.status),
    [403, 403],
  )
  await checkRows(provider, names, [
    {
      name: 'gone',
      as: 'admin',
      ask: `GET ${list}/${gone}`,
      status: 404,
      error: notFound('dataset'),
    },
  ])
})

test('a dataset is found by its name, and what is taken down by tenant and dataset', async () => {
  await using provider = await openTestProvider()
  const names = await indexed(provider, { name: 'Pump reports' })
  const [one, other] = [names.object, await provider.indexed(names.mine)]
  await provider.dataset({ name: 'Pump reports of old' })
  const ask = async (path: string, as = names.admin) =>
    (await provider.call('GET', path, { as })).body.data
  const named = await ask('/v1/admin/datasets?name=Pump%20reports')
  assert.equal(
    [named.total, named.datasets.map((found: { dataset_id: string }) => found.dataset_id)],
    [1, [names.mine]],
  )
  assert.is((await ask('/v1/admin/datasets?name=Pump')).total, 0)
  const at = `/v1/admin/objects/${names.tenant}`
  const set = (id: string, deed: string, body: object) =>
    provider.call('POST', `${at}/${id}/${deed}`, { as: names.admin, body })
  await set(one, 'takedown', why)
  provider.clock.advance({ hours: 1 })
  await set(other, 'takedown', { reason: 'another' })
  type Down = { object_id: string; takedown_reason: string }
  const down = async (filter = '') =>
    (await ask(`/v1/admin/taken-down${filter}`)).objects.map(
      ({ object_id, takedown_reason }: Down) => [object_id, takedown_reason],
    )
  const both = [
    [other, 'another'],
    [one, 'a complaint'],
  ]
  assert.equal(await down(), both)
  assert.equal(await down(`?tenant_id=${names.tenant}&dataset_id=${names.mine}`), both)
  assert.equal(await down(`?tenant_id=${(await provider.admin()).tenantId}`), [])
  assert.equal(await down(`?dataset_id=dset_${unknown}`), [])
  await set(other, 'restore', {})
  assert.equal(await down(), both.slice(1))
  const own = async (path: string, member: string) => {
    const said = await ask(path, names.owner)
    return [said.total, said[member].map((row: Down) => row.object_id)]
  }
  for (const [list, member] of [
    [`/v1/datasets/${names.mine}/objects`, 'objects'],
    [`/v1/datasets/${names.mine}/objects/rows`, 'rows'],
    ['/v1/objects', 'objects'],
  ] as const) {
    assert.equal(await own(`${list}?taken_down=true`, member), [1, [one]], list)
    assert.equal(await own(`${list}?taken_down=false`, member), [1, [other]], list)
    assert.equal(await own(`${list}?taken_down=true&status=staged`, member), [0, []], list)
  }
  const looked = `/v1/datasets/${names.mine}/objects?taken_down=true&q=report`
  assert.equal(await own(looked, 'objects'), [1, [one]])
  const bad = await provider.call('GET', '/v1/objects?taken_down=yes', { as: names.owner })
  assert.equal([bad.status, bad.body.error.details.field], [400, 'taken_down'])
})

test('one object is read anew, by who may write datasets, as often as it is asked', async () => {
  await using provider = await openTestProvider()
  const names = await indexed(provider)
  const staged = await provider.staged(names.mine)
  const again = 'POST /v1/objects/{object}/reprocess'
  const { body } = await provider.call('POST', `/v1/objects/${names.object}/reprocess`, {
    as: names.owner,
  })
  const job = {
    object_id: names.object,
    job_id: body.data.job_id,
    status: 'queued',
    requested_at: '2026-03-02T10:00:00.000Z',
  }
  assert.match(body.data.job_id, /^job_/)
  const deeds = () =>
    provider.store.raw
      .prepare("SELECT actor_id, subject_id FROM audit_event WHERE action = 'object.reprocessed'")
      .all()
  const deed = { actor_id: provider.owner.userId, subject_id: names.object }
  assert.equal([body.data, deeds()], [job, [deed]])
  await checkRows(provider, { ...names, staged }, [
    { name: 'the same job', as: 'owner', ask: again, status: 202, data: job },
    {
      name: 'not read so far',
      as: 'owner',
      ask: again.replace('{object}', '{staged}'),
      status: 409,
      error: conflict('This object was not read so far: only what was can be read anew.', {
        reason: 'not_read',
        status: 'staged',
        index_state: 'none',
      }),
    },
    { name: 'not its own', as: 'stranger', ask: again, status: 404, error: notFound('object') },
    {
      name: 'a misspelled id',
      as: 'owner',
      ask: again.replace('{object}', `obj_${unknown}`),
      status: 404,
      error: notFound('object'),
    },
  ])
  assert.equal(deeds(), [deed])
  await provider.call('POST', `/v1/admin/datasets/${names.mine}/suspend`, {
    as: names.admin,
    body: why,
  })
  await checkRows(provider, names, [
    {
      name: 'of a suspended dataset',
      as: 'owner',
      ask: again,
      status: 409,
      error: conflict('This dataset is suspended.', { reason: 'dataset_suspended' }),
    },
  ])
})

test('a reviewer sees that an object is down, why, and how its dataset stands', async () => {
  await using provider = await openTestProvider()
  const names = await indexed(provider)
  const at = `/v1/admin/staged-objects/${names.object}`
  const seen = async () => {
    const { body } = await provider.call('GET', at, { as: names.admin })
    const { taken_down_at: down, takedown_reason: reason, dataset_status: dataset } = body.data
    return [down, reason, dataset]
  }
  assert.equal(await seen(), [null, null, 'active'])
  const admin = { as: names.admin, body: why }
  await provider.call('POST', `/v1/admin/objects/${names.tenant}/${names.object}/takedown`, admin)
  await provider.call('POST', `/v1/admin/datasets/${names.mine}/suspend`, admin)
  assert.equal(await seen(), ['2026-03-02T10:00:00.000Z', 'a complaint', 'suspended'])
})

test('each of these deeds is told to its tenant, and stands in its audit log', async () => {
  await using provider = await openTestProvider()
  const names = await indexed(provider)
  const { userId } = await provider.admin()
  for (const [ask, body] of endpoints) {
    const path = ask.slice(5).replace(/\{(\w+)\}/g, (_, name) => (names as never)[name])
    await provider.call('POST', path, { as: names.admin, body })
  }
  const rows = provider.store.raw
    .prepare(
      `SELECT action, subject_id AS subject, actor_id AS actor, details ->> 'reason' AS reason
       FROM audit_event WHERE tenant_id = ? ORDER BY audit_no DESC LIMIT 4`,
    )
    .all(provider.owner.tenantId)
  const deeds = [
    ['dataset.resumed', names.mine, null],
    ['dataset.suspended', names.mine, 'a complaint'],
    ['object.restored', names.object, null],
    ['object.taken_down', names.object, 'a complaint'],
  ]
  assert.equal(
    rows,
    deeds.map(([action, subject, reason]) => ({ action, subject, actor: userId, reason })),
  )
  // Why stands in the records: an event says nothing that somebody wrote.
  const about = { object_id: names.object, dataset_id: names.mine }
  assert.equal(
    toldTo(provider, provider.owner.tenantId)
      .slice(-4)
      .map(({ type, data }) => [type, data]),
    [
      ['object.taken_down', about],
      ['object.restored', about],
      ['dataset.suspended', { dataset_id: names.mine }],
      ['dataset.resumed', { dataset_id: names.mine }],
    ],
  )
})

/** An indexed object of the provider, with the names of the tables. */
async function indexed(provider: TestProvider, fields: Record<string, unknown> = {}) {
  const mine = await provider.dataset(fields)
  const object = await provider.indexed(mine)
  const { owner, admin } = provider.names as Record<'owner' | 'admin', string>
  return { ...provider.names, owner, admin, mine, object, tenant: provider.owner.tenantId }
}

test.run()
