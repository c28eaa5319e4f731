import type { DatasetId, ObjectId } from '../../src/base/ids.ts'
import { markIndexed } from '../../src/domain/catalog/index.ts'
import { furnished, furnishedAgain, onePer } from './furnished.ts'
import { openTestApp, type Party, type TestApp, type TestAppOptions } from './open-test-app.ts'
import { indexedNow, someText } from './open-test-catalog.ts'

export type TestProvider = TestApp & {
  owner: Party
  /** Sessions and keys by the names that tables use. */
  names: Record<string, string>
  dataset(fields?: Record<string, unknown>): Promise<DatasetId>
  /** The answer to the initiation: object_id, upload_url, expires_at. */
  initiate(datasetId: DatasetId, fields?: Record<string, unknown>): Promise<Initiated>
  put(uploadUrl: URL | string, text?: string): Promise<number>
  staged(datasetId: DatasetId, fields?: Record<string, unknown>): Promise<ObjectId>
  approved(datasetId: DatasetId, fields?: Record<string, unknown>): Promise<ObjectId>
  /** Approved and marked as indexed, without passages. */
  indexed(datasetId: DatasetId, fields?: Record<string, unknown>): Promise<ObjectId>
}

export type Initiated = { object_id: ObjectId; upload_url: string; expires_at: string }

/** The application with one provider, one stranger and the platform admin; no jobs run. */
export async function openTestProvider(options: TestAppOptions = {}): Promise<TestProvider> {
  const { config, ...others } = options
  const isOther = Object.keys(others).length > 0
  const { app, found } = isOther
    ? await openOther(options)
    : await (config === undefined ? openPlain() : openWith(config)())
  const { owner, names, admin } = found
  const post = async (path: string, body: unknown) => {
    const answer = await app.call('POST', path, { as: owner.token, body })
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }

  const provider: TestProvider = Object.assign(app, {
    owner,
    names,
    admin: async () => admin,
    dataset: async (fields = {}) =>
      (await post('/v1/datasets', { name: 'Archive', ...fields })).dataset_id,
    initiate: (datasetId: DatasetId, fields = {}) =>
      post(`/v1/datasets/${datasetId}/objects/upload`, { ...fileOf(someText), ...fields }),
    put: async (uploadUrl: URL | string, text = someText) =>
      (await app.call('PUT', `${uploadUrl}`, { raw: text })).status,
    async staged(datasetId, fields) {
      const { object_id, upload_url } = await provider.initiate(datasetId, fields)
      await provider.put(upload_url)
      await post(`/v1/objects/${object_id}/confirm`, {})
      return object_id
    },
    async approved(datasetId, fields) {
      const objectId = await provider.staged(datasetId, fields)
      const path = `/v1/admin/review/objects/${owner.tenantId}/${objectId}/approve`
      await app.call('POST', path, { as: admin.token, body: {} })
      return objectId
    },
    async indexed(datasetId, fields) {
      const objectId = await provider.approved(datasetId, fields)
      await app.store.write((tx) => markIndexed(tx, indexedNow(objectId, app.clock.nowMs())))
      return objectId
    },
  } satisfies Omit<TestProvider, Exclude<keyof TestApp, 'admin'>>)
  return provider
}

const parts = { jobs: false, workers: false }
const openPlain = furnished(peopleOf, { parts })
const openWith = onePer((config: object) => furnishedAgain(peopleOf, { config, parts }))

async function openOther(options: TestAppOptions) {
  const app = await openTestApp({ ...options, parts })
  return { app, found: await peopleOf(app) }
}

async function peopleOf(app: TestApp) {
  const owner = await app.signUp('Provider')
  const stranger = await app.signUp('Stranger')
  const admin = await app.admin()
  const all = ['datasets:read', 'datasets:write', 'objects:write']
  const names = {
    owner: owner.token,
    stranger: stranger.token,
    admin: admin.token,
    nobody: `sess_${'x'.repeat(43)}`,
    reader: await app.key(owner, { scopes: ['datasets:read'] }),
    writer: await app.key(owner, { scopes: all }),
    searcher: await app.key(owner, { scopes: ['search:query'] }),
  }
  return { owner, admin, names }
}

export function fileOf(text: string) {
  return {
    filename: 'report.txt',
    content_type: 'text/plain',
    size_bytes: Buffer.byteLength(text),
  }
}
