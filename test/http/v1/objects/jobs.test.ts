import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DatasetId, ObjectId } from '../../../../src/base/ids.ts'
import { checkRows, missingScope, notFound, unauthorized } from '../../../support/answer-table.ts'
import { openTestProvider, type TestProvider } from '../../../support/open-test-provider.ts'

const ask = 'GET /v1/jobs/{job}'

test('the answer of a confirmation and of an approval names the job', async () => {
  await using provider = await openTestProvider()
  const { objectId, inspection, ingestion, mine } = await approve(provider)
  const data = {
    status: 'queued',
    object_id: objectId,
    dataset_id: mine,
    attempts: 0,
    error: null,
    warnings: [],
    partial: null,
    created_at: '2026-03-02T10:00:00.000Z',
    started_at: null,
    finished_at: null,
    next_attempt_at: '2026-03-02T10:00:00.000Z',
  }
  await checkRows(provider, { ...provider.names, inspection, ingestion }, [
    {
      name: 'inspection',
      as: 'reader',
      ask: ask.replace('{job}', '{inspection}'),
      status: 200,
      data: { ...data, job_id: inspection, kind: 'inspect-object' },
    },
    {
      name: 'ingestion',
      as: 'owner',
      ask: ask.replace('{job}', '{ingestion}'),
      status: 200,
      data: { ...data, job_id: ingestion, kind: 'ingest-object' },
    },
  ])
})

test('a job is told to its tenant and to the platform admin alone', async () => {
  await using provider = await openTestProvider()
  const { ingestion: job } = await approve(provider)
  const unknown = 'job_01jn9z0000zzzzzzzzzzzzzzzz'
  const { searcher, ...names } = provider.names as Record<'searcher' | 'owner', string>
  await checkRows(provider, { ...names, searcher, job, unknown }, [
    { name: 'nobody', ask, status: 401, error: unauthorized },
    {
      name: 'no scope',
      as: 'searcher',
      ask,
      status: 403,
      error: missingScope('datasets:read'),
    },
    { name: 'a stranger', as: 'stranger', ask, status: 404, error: notFound('job') },
    {
      name: 'unknown',
      as: 'owner',
      ask: ask.replace('{job}', '{unknown}'),
      status: 404,
      error: notFound('job'),
    },
    { name: 'the admin', as: 'admin', ask, status: 200 },
  ])
})

test('a key with an allow list sees the jobs of its datasets alone', async () => {
  await using provider = await openTestProvider()
  const { ingestion: job, mine } = await approve(provider)
  const other = await provider.dataset()
  const keyFor = (datasetId: DatasetId) =>
    provider.key(provider.owner, {
      dataset_access_mode: 'allow_list',
      dataset_ids: [datasetId],
    })
  const names = { job, fits: await keyFor(mine), misses: await keyFor(other) }
  await checkRows(provider, names, [
    { name: 'fits', as: 'fits', ask, status: 200 },
    { name: 'misses', as: 'misses', ask, status: 404, error: notFound('job') },
  ])
})

test('the jobs of a deletion are about a dataset that is gone', async () => {
  await using provider = await openTestProvider()
  const { mine } = await approve(provider)
  await provider.call('DELETE', `/v1/datasets/${mine}`, { as: provider.names.owner })
  const find = provider.store.raw.prepare('SELECT job_id FROM job WHERE kind = ?').pluck()
  const deletion = find.get('delete-dataset') as string
  await checkRows(provider, { ...provider.names, job: deletion }, [
    {
      name: 'the deletion',
      as: 'owner',
      ask,
      status: 200,
      data: { kind: 'delete-dataset', object_id: null, dataset_id: mine },
    },
  ])
})

test('a job that was given up says so without details of the machine', async () => {
  await using provider = await openTestProvider()
  const { ingestion: job } = await approve(provider)
  provider.store.raw
    .prepare(
      `UPDATE job SET state = 'failed', attempt = 6, finished_at = 1, error = 'ENOENT /srv'
       WHERE job_id = ?`,
    )
    .run(job)
  const { body } = await provider.call('GET', `/v1/jobs/${job}`, { as: provider.names.owner })
  const { status, attempts, error, next_attempt_at } = body.data
  assert.equal([status, attempts, next_attempt_at], ['failed', 6, null])
  assert.is(error, 'This work was given up after 6 attempts.')
})

test('the job that read a part of a file says how much, as its object does', async () => {
  await using provider = await openTestProvider()
  const { objectId, inspection, ingestion } = await approve(provider)
  const partial = { unit: 'pages', read: 40, of: 300 }
  const warnings = ['Read 40 of 300 pages: the time for one file was over.']
  const { raw } = provider.store
  raw
    .prepare(
      "UPDATE object SET index_state = 'indexed', part = ?, warnings = ? WHERE object_id = ?",
    )
    .run(JSON.stringify(partial), JSON.stringify(warnings), objectId)
  raw.prepare("UPDATE job SET state = 'done', finished_at = 1").run()
  const told = async (path: string) => {
    const { body } = await provider.call('GET', path, { as: provider.names.owner })
    return [body.data.partial, body.data.warnings]
  }
  assert.equal(await told(`/v1/objects/${objectId}`), [partial, warnings])
  assert.equal(await told(`/v1/jobs/${ingestion}`), [partial, warnings])
  assert.equal(await told(`/v1/jobs/${inspection}`), [null, []])
})

async function approve(provider: TestProvider) {
  const mine = await provider.dataset()
  const { object_id: objectId, upload_url } = await provider.initiate(mine)
  await provider.put(upload_url)
  const path = `/v1/objects/${objectId}/confirm`
  const confirmed = await provider.call('POST', path, { as: provider.names.owner })
  const approved = await provider.call(
    'POST',
    `/v1/admin/review/objects/${provider.owner.tenantId}/${objectId}/approve`,
    { as: provider.names.admin },
  )
  return {
    objectId: objectId as ObjectId,
    mine,
    inspection: confirmed.body.data.job_id as string,
    ingestion: approved.body.data.job_id as string,
  }
}

test.run()
