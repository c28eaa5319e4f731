// A real server with something of everything, so that the requests of a fuzzer find what they name.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Market,
  mint,
  openMarketOn,
  publish,
  stage,
  type Upload,
} from '../../test/support/market.ts'
import { makeKey, type Party, password, signUp } from '../../test/support/open-test-app.ts'
import { type RunningServer, runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'

export type House = AsyncDisposable & {
  server: RunningServer
  market: Market
  /** Ends its own session while it is being asked. */
  leaving: Party
  /** What each part of a path stands for: by the operation and the part, or by the part alone. */
  names: Readonly<Record<string, string>>
  /** Members of bodies that must name something that is there, by operation. */
  bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Likewise of queries. */
  queries: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Of a surface, by its letter. */
  document(surface: string): Promise<string>
}

const settings = {
  KONTOR_LOG_LEVEL: 'error',
  KONTOR_SEARCH_WORKERS: '1',
  KONTOR_SEARCH_RATE_PER_MINUTE: '1000000',
  KONTOR_WELCOME_CREDITS: '50000',
}

const bytes = Buffer.from('The boiler in the cellar is in good order.\n')

/** `await using house = await openHouse()`: everything belongs to the operator, who may do all. */
export async function openHouse(): Promise<House> {
  const folder = temporaryFolder()
  const imports = join(folder.path, 'imports')
  mkdirSync(imports)
  const server = await runServer({
    dir: join(folder.path, 'data'),
    settings: { ...settings, KONTOR_IMPORT_ROOTS: imports },
  })
  const market = await openMarketOn(server)
  const leaving = await signUp(market.call, 'Leaving', {})
  const rooms = await furnish(market)
  return {
    server,
    market,
    leaving,
    ...rooms,
    document: async (surface) =>
      (await market.call('GET', `/openapi/${surface}.json`)).bytes.toString(),
    async [Symbol.asyncDispose]() {
      await server.kill()
      folder[Symbol.dispose]()
    },
  }
}

type Furniture = Pick<House, 'names' | 'bodies' | 'queries'>

type Desk = {
  market: Market
  /** The same with the operator as the provider, and a listed dataset of its own. */
  own: Market
  /** Asks as the operator; gives what is in the answer. */
  told(ask: string, body?: object): Promise<Record<string, string>>
}

async function furnish(market: Market): Promise<Furniture> {
  const as = market.operator.token
  const told = async (ask: string, body: object = {}) => {
    const [method = '', path = ''] = ask.split(' ')
    return (await market.call(method, path, { as, body })).body.data
  }
  const { dataset_id: datasetId } = await told('POST /v1/datasets', offered('listed'))
  const own = { ...market, provider: market.operator, datasetId }
  const desk: Desk = { market, own, told }
  const wares = await publish(market, { bytes })
  const parts = [
    await openDatasets(desk),
    await openObjects(desk),
    await openKeys(desk),
    await openMoney(desk, wares),
  ]
  return {
    names: Object.assign({}, ...parts.map(({ names }) => names)),
    bodies: Object.assign({}, ...parts.map(({ bodies }) => bodies)),
    queries: { getPrices: { asset_id: wares.objectId }, search: { q: 'boiler' } },
  }
}

const offered = (visibility: string) => ({ name: 'A', visibility })

type Part = Pick<House, 'names' | 'bodies'>

async function openDatasets({ market, own, told }: Desk): Promise<Part> {
  const { call, provider, buyer, operator } = market
  const roots = await call('GET', '/v1/import-roots', { as: operator.token })
  const doomed = await told('POST /v1/datasets', offered('private'))
  const limited = await told('POST /v1/datasets', offered('restricted'))
  await told(`PATCH /v1/datasets/${limited.dataset_id}`, { status: 'active' })
  const as = provider.token
  const theirs = (await call('POST', '/v1/datasets', { as, body: offered('restricted') })).body.data
  const body = { status: 'active' }
  await call('PATCH', `/v1/datasets/${theirs.dataset_id}`, { as, body })
  const asked = await call('POST', `/v1/catalog/datasets/${limited.dataset_id}/access-requests`, {
    as: buyer.token,
    body: {},
  })
  const limitedId = limited.dataset_id ?? ''
  return {
    names: {
      id: own.datasetId,
      dataset_id: own.datasetId,
      tenant_id: operator.tenantId,
      network: 'local',
      'getImportFolder.id': roots.body.data.roots[0].root_id,
      'getDataset.id': own.datasetId,
      'deleteDataset.id': doomed.dataset_id ?? '',
      'grantAccess.id': limitedId,
      'revokeAccess.tenant_id': provider.tenantId,
      'listAccessRequests.id': limitedId,
      'decideAccess.id': limitedId,
      'decideAccess.access_request_id': asked.body.data.access_request_id,
      'requestAccess.id': theirs.dataset_id,
      'changePlan.id': buyer.tenantId,
      'grantCredits.id': buyer.tenantId,
      'patchMember.id': operator.userId,
      'removeMember.id': operator.userId,
    },
    bodies: {
      grantAccess: { tenant_id: provider.tenantId },
      createUpload: { dataset_id: own.datasetId },
      addGrant: { dataset_id: own.datasetId },
      changePassword: { current_password: password },
      signUp: { email: 'newcomer@example.eu' },
      logIn: { email: buyer.email, password },
    },
  }
}

async function openObjects({ market, own, told }: Desk): Promise<Part> {
  const file = { filename: 'a.txt', content_type: 'text/plain', size_bytes: bytes.length }
  const begun = () => told(`POST /v1/datasets/${own.datasetId}/objects/upload`, file)
  const sent = async () => {
    const upload = await begun()
    await market.call('PUT', upload.upload_url ?? '', { raw: bytes })
    return upload
  }
  const staged = async () => (await stage(own, { bytes })).objectId
  const { objectId: indexed } = await publish(own, { bytes })
  const { job_id: job } = await told(`POST /v1/objects/${(await sent()).object_id}/confirm`)
  return {
    names: {
      object_id: await staged(),
      job_id: job ?? '',
      period: '2026-10',
      'getUpload.id': (await begun()).object_id ?? '',
      'cancelUpload.id': (await begun()).object_id ?? '',
      'confirmUpload.id': (await sent()).object_id ?? '',
      'completeUpload.upload_id': (await sent()).upload_id ?? '',
      'getObject.id': indexed,
      'downloadObject.id': indexed,
      'resubmitObject.id': indexed,
      'deleteObject.id': await staged(),
      'approveObject.object_id': await staged(),
      'rejectObject.object_id': await staged(),
      'approveStagedObject.object_id': await staged(),
      'rejectStagedObject.object_id': await staged(),
      'takeDownObject.object_id': indexed,
      'restoreObject.object_id': indexed,
    },
    bodies: { confirmUpload: { parts: undefined }, completeUpload: { parts: undefined } },
  }
}

async function openKeys({ own, told }: Desk): Promise<Part> {
  const listed = { name: 'A', dataset_access_mode: 'allow_list' }
  const { api_key_id: key = '' } = await told('POST /v1/api-keys', listed)
  const { api_key_id: revoked = '' } = await told('POST /v1/api-keys', { name: 'B' })
  const dataset = await told('POST /v1/datasets', offered('private'))
  const grant = await told(`POST /v1/api-keys/${key}/grants`, { dataset_id: dataset.dataset_id })
  const invitation = await told('POST /v1/tenant/invitations', { roles: ['viewer'] })
  return {
    names: {
      'getApiKey.id': key,
      'patchApiKey.id': key,
      'addGrant.id': key,
      'removeGrant.id': key,
      'removeGrant.grant_id': grant.grant_id ?? '',
      'revokeApiKey.id': revoked,
      'revokeInvitation.id': invitation.invitation_id ?? '',
    },
    bodies: { addGrant: { dataset_id: own.datasetId } },
  }
}

async function openMoney({ market, told }: Desk, wares: Upload): Promise<Part> {
  const { call, operator } = market
  const key = await makeKey(call, operator, { scopes: ['search:query'] })
  const found = await call('GET', '/search?q=boiler', { as: key })
  const event = { retrieval_event_id: found.body.results?.[0]?.retrieval_event_id }
  const made = await call('POST', '/v1/admin/vouchers', {
    as: operator.token,
    body: { credits: 100 },
  })
  const [disputed, refunded, contested] = await buy(market, wares)
  const dispute = await told('POST /v1/admin/disputes', {
    event_id: disputed,
    reason: 'It was damaged.',
  })
  await told('PUT /v1/provider/payout-account', {
    holder_name: 'A',
    iban: 'DE89370400440532013000',
  })
  return {
    names: {
      'getAsset.id': wares.objectId,
      'getReceipt.id': disputed ?? '',
      'resolveDispute.id': dispute.dispute_id ?? '',
    },
    bodies: {
      createCitation: event,
      createOutcome: event,
      redeemVoucher: { code: made.body.data.vouchers[0].code },
      refundCharge: { event_id: refunded },
      openDispute: { event_id: contested },
      mintDownload: { asset_id: wares.objectId },
    },
  }
}

/** Three downloads; the ids of their charges. */
async function buy(market: Market, wares: Upload): Promise<string[]> {
  for (let bought = 0; bought < 3; bought++) {
    const { body } = await mint(market, wares)
    await market.call('GET', body.url)
  }
  const month = new Date().toISOString().slice(0, 7)
  const path = `/v1/exports/usage?period=${month}&format=csv`
  const { bytes: table } = await market.call('GET', path, { as: market.buyer.token })
  const [header = [], ...rows] = table
    .toString()
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const [id, kind] = [header.indexOf('event_id'), header.indexOf('kind')]
  return rows.filter((row) => row[kind] === 'download').map((row) => row[id] ?? '')
}
