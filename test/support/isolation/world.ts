// A house with one of everything it would not show to others, and the others who ask.
import type { PassageOwner } from '../../../src/domain/search/index.ts'
import { addPassages } from '../../../src/domain/search/index.ts'
import {
  initiate,
  type Market,
  mint,
  openMarket,
  stage,
  type Upload,
} from '../market.ts'
import { openTestApp, password, type TestApp } from '../open-test-app.ts'

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

export type World = {
  app: TestApp
  market: Market
  /** What `{name}` in a call stands for. */
  names: Readonly<Record<string, string>>
  /** Who asks. */
  who: Readonly<Record<Caller, string>>
  /** A key of the stranger with every scope but this one. */
  lacking(scope: Scope): Promise<string>
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

const bytes = Buffer.from('The boiler in the cellar is in good order.\n')

/** No jobs run here: what was approved is put into the index beside the interface. */
export async function openIsolation(): Promise<World> {
  const app = await openTestApp({
    config: { welcomeCredits: 500 },
    parts: { jobs: false, workers: false },
  })
  const old = await app.signUp('Stranger')
  app.clock.advance({ hours: 7 * 24 })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const { body: again } = await app.call('POST', '/v1/auth/login', {
    body: { email: old.email, password },
  })
  const stranger: string = again.data.session_token
  const { key: strangerKey } = await openKey(app, stranger)
  const revoked = await openKey(app, stranger)
  await told(app, `DELETE /v1/api-keys/${revoked.id}`, stranger)
  const narrow = await openKey(app, market.provider.token, { dataset_access_mode: 'allow_list' })
  const lacking = new Map<Scope, Promise<string>>()
  return {
    app,
    market,
    names: {
      ...(await fill(app, market)),
      ...(await ownOf(app, stranger)),
      strangerTenant: old.tenantId,
    },
    who: {
      provider: market.provider.token,
      operator: market.operator.token,
      buyer: market.buyer.token,
      stranger,
      strangerKey,
      revokedKey: revoked.key,
      expiredSession: old.token,
      narrowKey: narrow.key,
    },
    lacking(scope) {
      const made = lacking.get(scope) ?? keyWithout(app, { token: stranger, scope })
      lacking.set(scope, made)
      return made
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

async function keyWithout(app: TestApp, { token, scope }: { token: string; scope: Scope }) {
  const scopes = allScopes.filter((one) => one !== scope && one !== 'admin:*')
  return (await openKey(app, token, { scopes })).key
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
  const request = await told(app, `POST /v1/catalog/datasets/${limited}/access-requests`, buyer.token)
  const ownKey = await openKey(app, provider.token, { dataset_access_mode: 'allow_list' })
  const grant = await told(app, `POST /v1/api-keys/${ownKey.id}/grants`, provider.token, {
    dataset_id: dataset,
  })
  const invitation = await told(app, 'POST /v1/tenant/invitations', provider.token, {
    roles: ['viewer'],
  })
  const full = await openKey(app, provider.token)
  const { body: found } = await app.call('GET', '/search?q=boiler', { as: full.key })
  const { body: link } = await mint({ ...market, key: full.key }, indexed)
  const { job_id: job } = await confirmed(app, closed)
  return {
    ...{ dataset, limited, initiated: initiated.objectId, staged: staged.objectId },
    ...{ expired: expired.objectId, indexed: indexed.objectId, opened: opened.objectId, job },
    upload: initiated.objectId.replace(/^obj_/, 'upl_'),
    ...{ accessRequest: request.access_request_id, key: ownKey.id, grant: grant.grant_id },
    ...{ invitation: invitation.invitation_id, member: provider.userId },
    ...{ tenant: provider.tenantId, buyerTenant: buyer.tenantId },
    ...{ event: found.results[0].retrieval_event_id, search: found.search_id },
    link: new URL(link.url).pathname.replace('/dl/', ''),
  }
}

/** What the stranger has of its own, to lay foreign things beside. */
async function ownOf(app: TestApp, as: string): Promise<Record<string, string>> {
  const ownDataset = await openDataset(app, { as, visibility: 'restricted' })
  const { id: ownKey } = await openKey(app, as, { dataset_access_mode: 'allow_list' })
  return { ownDataset, ownKey }
}

async function confirmed(app: TestApp, market: Market): Promise<{ job_id: string }> {
  const { objectId, url } = await initiate(market, { bytes })
  await app.call('PUT', url, { raw: bytes })
  return told(app, `POST /v1/objects/${objectId}/confirm`, market.provider.token)
}

async function publishBeside(app: TestApp, market: Market): Promise<Upload> {
  const upload = await stage(market, { bytes })
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

async function openKey(app: TestApp, as: string, extra: object = {}) {
  const made = await told(app, 'POST /v1/api-keys', as, {
    ...{ name: 'key', scopes: allScopes, ...extra },
  })
  return { id: made.api_key_id as string, key: made.key as string }
}

async function told(app: TestApp, call: string, ...[as, body = {}]: [string, object?]) {
  const [method = '', path = ''] = call.split(' ')
  const answer = await app.call(method, path, method === 'DELETE' ? { as } : { as, body })
  if (answer.status >= 300) throw new Error(`${call}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
