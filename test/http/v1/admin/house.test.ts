// Jobs, vouchers and the log of all tenants, as whoever runs the platform sees them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { enqueue, type JobPayloads } from '../../../../src/domain/outbox/index.ts'
import { checkRows, notFound, type Row, unauthorized } from '../../../support/answer-table.ts'
import { openTestApp } from '../../../support/open-test-app.ts'
import { shared } from '../../../support/shared.ts'
import { untilSo } from '../../../support/until.ts'

async function openHouse() {
  const app = await openTestApp({ parts: { jobs: false, workers: false } })
  const admin = await app.admin()
  const ask = (method: string, path: string, body?: object) =>
    app.call(method, `/v1/admin/${path}`, { as: admin.token, ...(body && { body }) })
  const owner = await app.signUp('Ada')
  const put = (kind: keyof JobPayloads, state = 'queued') =>
    app.store.write((tx) => {
      const payload = { objectId: 'obj_x', datasetId: 'dset_x', assetId: 'obj_x', looks: 0 }
      const about = { subjectId: 'obj_x', tenantId: owner.tenantId, nowMs: app.clock.nowMs() }
      const jobId = enqueue(tx, { kind, payload, ...about } as never)
      app.store.raw
        .prepare(
          `UPDATE job SET state = @state, failures = 3, run_after_at = 9e15,
            finished_at = iif(@state IN ('done', 'failed'), 1, NULL),
            lease_until_at = iif(@state = 'running', 9e15, NULL) WHERE job_id = @jobId`,
        )
        .run({ state, jobId })
      return String(jobId)
    })
  return Object.assign(app, { platform: admin, ask, owner, put, names: { admin: admin.token } })
}

const house = shared(openHouse)

async function walked(app: Awaited<ReturnType<typeof openHouse>>, path: string, list: string) {
  const seen: Record<string, unknown>[] = []
  for (let cursor = ''; ; ) {
    const { body } = await app.ask('GET', `${path}limit=1${cursor}`)
    seen.push(...body.data[list])
    assert.ok(body.data[list].length <= 1)
    if (body.data.next_cursor === null) {
      assert.is(body.data.total, seen.length)
      return seen
    }
    cursor = `&cursor=${body.data.next_cursor}`
  }
}

house.fact('jobs of all tenants are listed by state, and tried again or given up', async (app) => {
  const failed = [
    await app.put('describe-asset', 'failed'),
    await app.put('ingest-object', 'failed'),
  ]
  const waiting = [await app.put('reprocess-object'), await app.put('remove-passages')]
  const [running, done] = [
    await app.put('ingest-object', 'running'),
    await app.put('inspect-object', 'done'),
  ]
  const listed = await walked(app, 'jobs?', 'jobs')
  assert.equal(
    listed.map(({ job_id }) => job_id),
    [...failed].reverse(),
  )
  assert.is(listed[0]?.tenant_id, app.owner.tenantId)
  const ofKind = await walked(app, 'jobs?kind=ingest-object&', 'jobs')
  assert.equal(
    ofKind.map(({ job_id }) => job_id),
    [failed[1]],
  )
  const { counts } = (await app.ask('GET', 'jobs?state=done')).body.data
  assert.equal(counts, [
    { kind: 'describe-asset', state: 'failed', jobs: 1 },
    { kind: 'ingest-object', state: 'failed', jobs: 1 },
    { kind: 'remove-passages', state: 'queued', jobs: 1 },
    { kind: 'reprocess-object', state: 'queued', jobs: 1 },
    { kind: 'ingest-object', state: 'running', jobs: 1 },
  ])
  const conflict = (name: string, ask: string, [reason, message]: [string, string]): Row => {
    const error = { code: 'conflict', message, details: { reason } }
    return { name, as: 'admin', ask: `POST /v1/admin/jobs/${ask}`, status: 409, error }
  }
  const givenUp: [string, string] = ['given_up', 'It was given up: have the dataset read anew.']
  const listing = await app.put('reprocess-dataset', 'failed')
  await checkRows(app, app.names, [
    conflict('runs', `${running}/retry`, ['running', 'This job is running.']),
    conflict('runs', `${running}/cancel`, ['running', 'This job is running.']),
    conflict('is done', `${done}/retry`, ['done', 'This job is done.']),
    conflict('is done', `${done}/cancel`, ['done', 'This job is done.']),
    conflict('removes', `${waiting[1]}/cancel`, ['must_happen', 'This work must be done.']),
    conflict('reads', `${failed[1]}/retry`, givenUp),
    conflict('lists what to read', `${listing}/retry`, givenUp),
    ...['retry', 'cancel'].map((deed): Row => {
      const ask = `POST /v1/admin/jobs/job_x/${deed}`
      return { name: deed, as: 'admin', ask, status: 404, error: notFound('job') }
    }),
  ])
  const retried = await app.ask('POST', `jobs/${failed[0]}/retry`)
  assert.is(retried.status, 200, JSON.stringify(retried.body))
  const again = retried.body.data.job_id
  const asked = await app.ask('GET', `audit?request_id=${retried.headers.get('x-request-id')}`)
  assert.equal(
    asked.body.data.audit_events.map((event: { action: string }) => event.action),
    ['job.retried'],
  )
  assert.equal([again === failed[0], retried.body.data.state], [false, 'queued'])
  const stored = (id = '') => app.store.raw.prepare('SELECT * FROM job WHERE job_id = ?').get(id)
  const now = app.clock.nowMs()
  const { failures, run_after_at } = stored(again) as Record<string, unknown>
  assert.equal([failures, run_after_at], [0, now])
  assert.is((await app.ask('POST', `jobs/${waiting[0]}/cancel`)).status, 200)
  assert.equal((stored(waiting[0]) as Record<string, unknown>).failures, 6)
  const { events } = app.rooms.audit.listAll({ action: 'job', limit: 2 })
  assert.equal(
    events.map(({ action, actor, subject }) => [action, actor.id, subject.id]),
    [
      ['job.cancelled', app.platform.userId, waiting[0]],
      ['job.retried', app.platform.userId, again],
    ],
  )
})

test('a job that was cancelled is given up by the runner that takes it', async () => {
  await using app = await openTestApp({ parts: { workers: false } })
  const { token: as, tenantId } = await app.admin()
  const jobId = await app.store.write((tx) => {
    const id = enqueue(tx, {
      kind: 'describe-asset',
      payload: { assetId: 'obj_x', looks: 0 },
      subjectId: 'obj_x',
      tenantId,
      nowMs: app.clock.nowMs(),
    } as never)
    app.store.raw.prepare('UPDATE job SET run_after_at = 9e15 WHERE job_id = ?').run(id)
    return id
  })
  await app.call('POST', `/v1/admin/jobs/${jobId}/cancel`, { as })
  await untilSo('the job was given up', async () => {
    const { body } = await app.call('GET', '/v1/admin/jobs?state=failed', { as })
    return body.data.jobs.some(({ job_id }: { job_id: string }) => job_id === jobId)
  })
})

house.fact(
  'vouchers are listed by what became of them, and an open one is revoked',
  async (app) => {
    const made = async (body: object) =>
      (await app.ask('POST', 'vouchers', { credits: 100, ...body })).body.data.vouchers
    const redeem = (code: string) =>
      app.call('POST', '/v1/vouchers/redeem', { as: app.owner.token, body: { code } })
    const [open, used, gone] = await made({ count: 3, note: 'fair' })
    assert.is((await redeem(used.code)).status, 201)
    const revoked = await app.ask('DELETE', `vouchers/${gone.voucher_id}`)
    assert.equal([revoked.status, revoked.body.data.status], [200, 'revoked'])
    assert.is((await redeem(gone.code)).status, 404)
    const ids = async (query: string) =>
      (await walked(app, `vouchers?${query}`, 'vouchers')).map(({ voucher_id }) => voucher_id)
    assert.equal(await ids('status=open&'), [open.voucher_id])
    assert.equal(await ids('status=redeemed&'), [used.voucher_id])
    assert.equal(await ids('status=revoked&'), [gone.voucher_id])
    const all = await walked(app, 'vouchers?', 'vouchers')
    assert.equal(
      all.map(({ voucher_id }) => voucher_id),
      [open, used, gone]
        .map(({ voucher_id }) => voucher_id)
        .sort()
        .reverse(),
    )
    assert.not.match(JSON.stringify(all), new RegExp(`code|${open.code}`))
    const over = (reason: string, message: string) => ({
      code: 'conflict',
      message,
      details: { reason },
    })
    const ask = (id: string) => `DELETE /v1/admin/vouchers/${id}`
    const at = { as: 'admin', status: 409 }
    const used409 = over('already_redeemed', 'This voucher was redeemed already.')
    const gone409 = over('already_revoked', 'This voucher was revoked already.')
    await checkRows(app, app.names, [
      { ...at, name: 'redeemed', ask: ask(used.voucher_id), error: used409 },
      { ...at, name: 'revoked', ask: ask(gone.voucher_id), error: gone409 },
      { ...at, name: 'unknown', ask: ask('vch_x'), status: 404, error: notFound('voucher') },
      { name: 'nobody', ask: ask(open.voucher_id), status: 401, error: unauthorized },
    ])
  },
)

test('the log of all tenants is paged, filtered and exported whole', async () => {
  await using app = await openHouse()
  const other = await app.signUp('Ben')
  const all = await walked(app, 'audit?', 'audit_events')
  assert.equal(new Set(all.map(({ tenant_id }) => tenant_id)).size, 3)
  const one = await walked(app, `audit?tenant_id=${other.tenantId}&`, 'audit_events')
  assert.ok(one.length > 0 && one.every(({ tenant_id }) => tenant_id === other.tenantId))
  const created = await walked(app, 'audit?action=user.created&', 'audit_events')
  assert.is(created.length, 3)
  assert.equal(await walked(app, 'audit?to=2020-01-01&', 'audit_events'), [])
  const headers = { authorization: `Bearer ${app.platform.token}` }
  const answer = await fetch(`${app.url}/v1/admin/audit/export`, { headers })
  const text = await answer.text()
  assert.equal(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    all,
  )
  const wrong = await app.ask('GET', 'audit/export?from=2026-02-01&to=2026-01-01')
  assert.is(wrong.status, 400)
})

test.run()
