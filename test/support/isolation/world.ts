// A house with one of everything it would not show to others, and the others who ask.
import type { PassageOwner } from '../../../src/domain/search/index.ts'
import { addPassages } from '../../../src/domain/search/index.ts'
import { initiate, type Market, mint, openMarket, stage, type Upload } from '../market.ts'
import { openTestApp, password, type TestApp, type TestAppOptions } from '../open-test-app.ts'

export const allScopes = [
  'datasets:read',
  'datasets:write',
  'objects:write',
  'search:query',
  'usage:read',
  'keys:write',
  'billing:read',
  'admin:*',
] as const
export type Scope = (typeof allScopes)[number]

type Key = { id: string; key: string }

export type World = {
  app: TestApp
  market: Market
  /** What `{name}` in a call stands for. */
  names: Readonly<Record<string, string>>
  /** Who asks. */
  who: Readonly<Record<Caller, string>>
  /** Keys of the stranger, each with every scope but one. */
  lacking: ReadonlyMap<Scope, Key>
  [Symbol.asyncDispose](): Promise<void>
}

export type Caller =
  | 'provider'
  | 'operator'
  | 'buyer'
  | 'stranger'
  | 'strangerKey'
  | 'revokedKey'
  | 'expiredSession'
  | 'narrowKey'

type Config = NonNullable<TestAppOptions['config']>

export const bytes = Buffer.from('The boiler in the cellar is in good order.\n')

/** No jobs run here: what was approved is put into the index beside the interface. */
export async function openIsolation(config: Config = {}): Promise<World> {
  const app = await openTestApp({
    config: { welcomeCredits: 500, searchRatePerMinute: 1_000_000, ...config },
    parts: { jobs: false, workers: false },
  })
  const old = await app.signUp('Stranger')
  app.clock.advance({ hours: 7 * 24 })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const { body: again } = await app.call('POST', '/v1/auth/login', {
    body: { email: old.email, password },
  })
  const stranger: string = again.data.session_token
  const first = await openKey(app, stranger)
  const revoked = await openKey(app, stranger)
  await told(app, `DELETE /v1/api-keys/${revoked.id}`, stranger)
  const narrow = await openKey(app, market.provider.token, { dataset_access_mode: 'allow_list' })
  const lacking = new Map<Scope, Key>()
  for (const scope of allScopes) {
    const scopes = allScopes.filter((one) => one !== scope && one !== 'admin:*')
    lacking.set(scope, await openKey(app, stranger, { scopes }))
  }
  const own = await ownOf(app, stranger)
  const ownKeys = [first, ...lacking.values(), { id: own.ownKey }]
  return {
    app,
    market,
    names: {
      ...(await fill(app, market)),
      ...own,
      ...Object.fromEntries(ownKeys.map(({ id }, i) => [`ownKey${i}`, id])),
      ownTenant: old.tenantId,
      ownMember: old.userId,
      ownInvoice: `INV-2026-03-${old.tenantId.replace('tnt_', '').toUpperCase()}`,
    },
    who: {
      provider: market.provider.token,
      operator: market.operator.token,
      buyer: market.buyer.token,
      stranger,
      strangerKey: first.key,
      revokedKey: revoked.key,
      expiredSession: old.token,
      narrowKey: narrow.key,
    },
    lacking,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** What the provider has and nobody else may know of. */
async function fill(app: TestApp, market: Market): Promise<Record<string, string>> {
  const { provider, buyer } = market
  const dataset = await openDataset(app, { as: provider.token, visibility: 'private' })
  const limited = await openDataset(app, { as: provider.token, visibility: 'restricted' })
  const closed: Market = { ...market, datasetId: dataset }
  const initiated = await initiate(closed, { bytes })
  const staged = await stage(closed, { bytes })
  const expired = await stage(closed, { bytes })
  const indexed = await publishBeside(app, closed)
  const opened = await publishBeside(app, { ...market, datasetId: limited })
  app.store.raw.exec(`UPDATE object SET status = 'expired', review_state = 'expired'
    WHERE object_id = '${expired.objectId}'`)
  const request = await told(
    app,
    `POST /v1/catalog/datasets/${limited}/access-requests`,
    buyer.token,
  )
  const ownKey = await openKey(app, provider.token, { dataset_access_mode: 'allow_list' })
  const grant = await told(app, `POST /v1/api-keys/${ownKey.id}/grants`, provider.token, {
    dataset_id: dataset,
  })
  const invitation = await told(app, 'POST /v1/tenant/invitations', provider.token, {
    roles: ['viewer'],
  })
  const { webhook_id: webhook } = await told(app, 'POST /v1/webhooks', provider.token, {
    url: 'https://localhost/own',
    types: ['backup.failed'],
  })
  const tested = await told(app, `POST /v1/webhooks/${webhook}/test`, provider.token)
  const full = await openKey(app, provider.token)
  const { body: found } = await app.call('GET', '/search?q=boiler', { as: full.key })
  const { body: link } = await mint({ ...market, key: full.key }, indexed)
  const { email } = provider
  await app.call('POST', '/v1/auth/login', { body: { email, password } })
  const { sessions } = await told(app, 'GET /v1/me/sessions', provider.token)
  const { job_id: job } = await confirmed(app, closed)
  const { body: firstKey } = await app.call('GET', '/v1/api-keys?limit=1', { as: provider.token })
  return {
    dataset,
    limited,
    initiated: initiated.objectId,
    staged: staged.objectId,
    expired: expired.objectId,
    indexed: indexed.objectId,
    opened: opened.objectId,
    job,
    upload: initiated.objectId.replace(/^obj_/, 'upl_'),
    accessRequest: request.access_request_id,
    key: ownKey.id,
    grant: grant.grant_id,
    invitation: invitation.invitation_id,
    webhook,
    delivery: tested.delivery_id,
    member: provider.userId,
    session: sessions[0].session_id,
    tenant: provider.tenantId,
    buyerTenant: buyer.tenantId,
    event: found.results[0].retrieval_event_id,
    search: found.search_id,
    link: new URL(link.url).pathname,
    cursor: firstKey.data.next_cursor,
  }
}

/** What the stranger has of its own, to lay foreign things beside. */
async function ownOf(app: TestApp, as: string): Promise<Record<'ownDataset' | 'ownKey', string>> {
  const ownDataset = await openDataset(app, { as, visibility: 'restricted' })
  const { id: ownKey } = await openKey(app, as, { dataset_access_mode: 'allow_list' })
  return { ownDataset, ownKey }
}

async function confirmed(app: TestApp, market: Market): Promise<{ job_id: string }> {
  const { objectId, url } = await initiate(market, { bytes })
  await app.call('PUT', url, { raw: bytes })
  return told(app, `POST /v1/objects/${objectId}/confirm`, market.provider.token)
}

/** Uploaded over HTTP, then approved and put into the index. */
export async function publishBeside(
  app: TestApp,
  market: Market,
  sent: Buffer = bytes,
): Promise<Upload> {
  const upload = await stage(market, { bytes: sent })
  const { raw, write } = app.store
  raw.exec(`UPDATE object SET status = 'active', review_state = 'approved',
    index_state = 'indexed', passage_count = 1 WHERE object_id = '${upload.objectId}'`)
  raw.exec(`UPDATE dataset SET status = 'active' WHERE dataset_id = '${market.datasetId}'`)
  const owner = raw
    .prepare(
      `SELECT object_no AS objectNo, dataset_no AS datasetNo, object_id AS objectId, dataset_id
        AS datasetId, object.tenant_id AS tenantId, modality, source, 0 AS createdAtS
      FROM object JOIN dataset USING (dataset_id) WHERE object_id = ?`,
    )
    .get(upload.objectId) as PassageOwner
  const passages = [{ kind: 'doc_chunk' as const, lang: 'en', text: bytes.toString() }]
  await write((tx) => addPassages(tx, owner, passages))
  return upload
}

async function openDataset(app: TestApp, { as, visibility }: { as: string; visibility: string }) {
  const made = await told(app, 'POST /v1/datasets', as, { name: 'Secret ledger', visibility })
  return made.dataset_id as string
}

export async function openKey(app: TestApp, as: string, extra: object = {}) {
  const made = await told(app, 'POST /v1/api-keys', as, {
    name: 'key',
    scopes: allScopes,
    ...extra,
  })
  return { id: made.api_key_id as string, key: made.key as string }
}

async function told(app: TestApp, call: string, as: string, body: object = {}) {
  const [method = '', path = ''] = call.split(' ')
  const bare = method === 'DELETE' || method === 'GET'
  const answer = await app.call(method, path, bare ? { as } : { as, body })
  if (answer.status >= 300) throw new Error(`${call}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
