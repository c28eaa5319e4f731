// The main job in steps, over HTTP alone: works on a test app and on a server in another process.
import { type Answer, type Call, caller, makeKey, type Party, signUp } from './open-test-app.ts'
import type { RunningServer } from './run-server.ts'
import { until } from './until.ts'

export { until }

export type Market = {
  call: Call
  operator: Party
  provider: Party
  buyer: Party
  /** The buyer's API key. */
  key: string
  /** A listed dataset of the provider. */
  datasetId: string
}

export type Upload = { objectId: string; url: string }

/** Three tenants, a buyer's key and a listed dataset. */
export async function openMarket(call: Call, setupCode: string | null): Promise<Market> {
  const operator = await signUp(call, 'Operator', { setup_code: setupCode })
  const provider = await signUp(call, 'Provider', {})
  const buyer = await signUp(call, 'Buyer', {})
  const key = await makeKey(call, buyer, {})
  const dataset = await done(
    call('POST', '/v1/datasets', {
      as: provider.token,
      body: { name: 'Inspections', visibility: 'listed' },
    }),
  )
  return { call, operator, provider, buyer, key, datasetId: dataset.body.data.dataset_id }
}

/** The same on a server in another process. */
export function openMarketOn({ url, setupCode }: RunningServer): Promise<Market> {
  return openMarket(caller(url), setupCode)
}

export type File = {
  filename?: string
  folder?: string
  contentType?: string
  bytes: Uint8Array
}

export async function initiate(market: Market, file: File): Promise<Upload> {
  const { body } = await done(
    market.call('POST', `/v1/datasets/${market.datasetId}/objects/upload`, {
      as: market.provider.token,
      body: {
        filename: file.filename ?? 'inspection.txt',
        content_type: file.contentType ?? 'text/plain',
        size_bytes: file.bytes.length,
        ...(file.folder ? { folder: file.folder } : {}),
      },
    }),
  )
  return { objectId: body.data.object_id, url: body.data.upload_url }
}

/** Initiate, send, confirm: the object waits for review. */
export async function stage(market: Market, file: File): Promise<Upload> {
  const upload = await initiate(market, file)
  await done(market.call('PUT', upload.url, { raw: file.bytes }))
  await confirm(market, upload)
  return upload
}

export async function confirm({ call, provider }: Market, { objectId }: Upload): Promise<Answer> {
  return done(call('POST', `/v1/objects/${objectId}/confirm`, { as: provider.token }))
}

export async function approve(market: Market, { objectId }: Upload): Promise<void> {
  const { call, operator, provider } = market
  const path = `/v1/admin/review/objects/${provider.tenantId}/${objectId}/approve`
  await done(call('POST', path, { as: operator.token, body: {} }))
}

/** Stage, approve, and wait until the buyer can see it. */
export async function publish(market: Market, file: File): Promise<Upload> {
  const upload = await stage(market, file)
  await approve(market, upload)
  await indexed(market, upload)
  return upload
}

/** The object's record, once all its passages are in the index. */
export async function indexed({ call, provider }: Market, { objectId }: Upload): Promise<Answer> {
  const ask = async () => {
    const answer = await call('GET', `/v1/objects/${objectId}`, { as: provider.token })
    const { index_state, error } = answer.body.data
    if (index_state === 'failed') throw new Error(`${objectId} could not be indexed: ${error}`)
    return index_state === 'indexed' ? answer : undefined
  }
  return until(`${objectId} is indexed`, ask, { seldom: true })
}

export async function mint({ call, key }: Market, { objectId }: Upload): Promise<Answer> {
  return done(call('POST', '/download', { as: key, body: { asset_id: objectId } }))
}

async function done(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked
  if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}
