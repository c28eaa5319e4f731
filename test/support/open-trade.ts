// Houses that sell to each other: each has datasets with passages and bytes, and keys to buy with.
import type { DatasetId, ObjectId, TenantId } from '../../src/base/ids.ts'
import { addPassages } from '../../src/domain/search/index.ts'
import { fakeClock } from './fake-clock.ts'
import { furnished, onePer } from './furnished.ts'
import type { Answer, Party, TestApp, TestAppOptions } from './open-test-app.ts'

export type Asset = { objectId: ObjectId; datasetId: DatasetId }
export type Key = { id: string; key: string }

export type House = Party & {
  name: string
  /** Of the first key, which may also read the reports. */
  key: string
  keys: readonly Key[]
  datasetIds: readonly DatasetId[]
  assets: readonly Asset[]
}

export type Trade = TestApp & {
  houses: readonly House[]
  /** What a search of this key finds. */
  search(key: string, q: string): Promise<Answer>
  read(key: string, asset: Asset): Promise<Answer>
  /** Mints a link and fetches it; the answer of whatever was refused, else of the fetch. */
  download(key: string, asset: Asset): Promise<Answer>
  rows(table: string): Row[]
}

// biome-ignore lint/suspicious/noExplicitAny: rows of every table
export type Row = Record<string, any>

const scopes = ['datasets:read', 'search:query', 'usage:read', 'billing:read']
const topics = ['boiler', 'turbine', 'valve', 'pump']

type Options = { houses?: number; datasets?: number; config?: TestAppOptions['config'] }

/** Searches cost nothing here unless told otherwise. */
const free = { retrievalStandardCredits: 0, retrievalPremiumCredits: 0 }

/** A real application without jobs; the clock stands at 2026-03-26. */
export async function openTrade(options: Options = {}): Promise<Trade> {
  const { app, found } = await opening(options)()
  return Object.assign(app, {
    houses: found,
    search: (key: string, q: string) =>
      app.call('GET', `/search?q=${encodeURIComponent(q)}`, { as: key }),
    read: (key: string, { objectId }: Asset) => app.call('GET', `/asset/${objectId}`, { as: key }),
    async download(key: string, { objectId }: Asset) {
      const minted = await app.call('POST', '/download', { as: key, body: { asset_id: objectId } })
      return minted.status === 200 ? app.call('GET', minted.body.url) : minted
    },
    rows: (table: string) => app.store.raw.prepare(`SELECT * FROM ${table}`).all() as Row[],
  })
}

const opening = onePer(({ houses = 3, datasets = 2, config = {} }: Options) => {
  const furnish = async (app: TestApp) => {
    const made: House[] = []
    for (let i = 0; i < houses; i++) made.push(await openHouse(app, { i, datasets }))
    // Outside the interface: no jobs run here that would index what was uploaded.
    app.store.raw.exec("UPDATE dataset SET status = 'active'")
    return made
  }
  return furnished(furnish, {
    clock: fakeClock(Date.UTC(2026, 2, 26, 22)),
    parts: { jobs: false },
    config: { welcomeCredits: 500, searchTimeoutMs: 30_000, ...free, ...config },
  })
})

async function openHouse(
  app: TestApp,
  { i, datasets }: { i: number; datasets: number },
): Promise<House> {
  const name = `House ${'abcdefgh'[i]}`
  const party = await app.signUp(name)
  const keys = [await makeKey(app, party, 'first'), await makeKey(app, party, 'second')]
  const datasetIds: DatasetId[] = []
  const assets: Asset[] = []
  for (let n = 0; n < datasets; n++) {
    const datasetId = await openDataset(app, party, { name: `Archive ${n}`, price: 7 * i + 13 * n })
    datasetIds.push(datasetId)
    for (const text of [`A ${topics[n]} and a ${topics[i % 4]}`, `The ${topics[(n + i) % 4]}`]) {
      assets.push(await publish(app, party, { datasetId, text }))
    }
  }
  return { ...party, name, keys, key: keys[0]?.key ?? '', datasetIds, assets }
}

async function makeKey(app: TestApp, { token }: Party, name: string): Promise<Key> {
  const { body } = await app.call('POST', '/v1/api-keys', { as: token, body: { name, scopes } })
  return { id: body.data.api_key_id, key: body.data.key }
}

async function openDataset(
  app: TestApp,
  { token }: Party,
  { name, price }: { name: string; price: number },
): Promise<DatasetId> {
  const { body } = await app.call('POST', '/v1/datasets', {
    as: token,
    body: { name, visibility: 'listed', base_price_credits: price },
  })
  return body.data.dataset_id
}

/** Uploaded over HTTP, then put on show with one passage, without review and extraction. */
async function publish(
  app: TestApp,
  { token, tenantId }: Party,
  { datasetId, text }: { datasetId: DatasetId; text: string },
): Promise<Asset> {
  const bytes = Buffer.from(text)
  const { body } = await app.call('POST', `/v1/datasets/${datasetId}/objects/upload`, {
    as: token,
    body: { filename: 'a.txt', content_type: 'text/plain', size_bytes: bytes.length },
  })
  const objectId = body.data.object_id as ObjectId
  await app.call('PUT', body.data.upload_url, { raw: bytes })
  await app.call('POST', `/v1/objects/${objectId}/confirm`, { as: token })
  const { raw } = app.store
  raw.exec(`UPDATE object SET status = 'active', review_state = 'approved',
    index_state = 'indexed', passage_count = 1 WHERE object_id = '${objectId}'`)
  const nos = raw
    .prepare(
      `SELECT object_no AS objectNo, dataset_no AS datasetNo FROM object
       JOIN dataset USING (dataset_id) WHERE object_id = ?`,
    )
    .get(objectId) as { objectNo: number; datasetNo: number }
  await app.store.write((tx) =>
    addPassages(
      tx,
      {
        ...nos,
        objectId,
        datasetId,
        tenantId: tenantId as TenantId,
        modality: 'text',
        source: 'upload',
        createdAtS: 0,
      },
      [{ kind: 'doc_chunk', lang: 'en', text }],
    ),
  )
  return { objectId, datasetId }
}

/** Whole numbers below a bound, the same ones for the same seed. */
export function randomly(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
