// The house again, with wares on offer and little of everything that can run out.
import { initiate, mint } from '../market.ts'
import { provider, writeProviders } from '../oidc/providers-file.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { bytes, openIsolation, openKey, publishBeside, type World } from './world.ts'

export type ContractWorld = World & {
  /** Names and credentials that rows add as they go. */
  names: Record<string, string>
  keys: Record<string, string>
}

const overLimit = 60
export const limits = {
  downloadLimitBytes: overLimit,
  signupsPerHour: 20,
  loginAttemptsPerAccount: 3,
}

export async function openContract(): Promise<ContractWorld> {
  // Read at the start; nobody asks the provider.
  using folder = temporaryFolder()
  const issuer = 'http://127.0.0.1:1'
  const oidcProvidersFile = writeProviders(folder.path, [
    provider({ id: 'sso', issuer, passwordOffFor: ['sso.example.eu'] }),
  ])
  const world = await openIsolation({ ...limits, oidcProvidersFile })
  const { app, market, who } = world
  await app.call('PATCH', `/v1/datasets/${market.datasetId}`, {
    as: who.provider,
    body: { base_price_credits: 300 },
  })
  const listed = await publishBeside(app, market)
  const large = await publishBeside(app, market, Buffer.alloc(overLimit + 1, 'x'))
  const spare = await initiate({ ...market, datasetId: world.names.dataset ?? '' }, { bytes })
  await app.call('PUT', spare.url, { raw: bytes })
  const { key: slow } = await openKey(app, who.buyer, { rate_per_minute: 1 })
  const links = [await mint(market, listed), await mint(market, listed), await mint(market, large)]
  const [first, second, third] = links.map(({ body }) => new URL(body.url).pathname)
  app.store.raw.exec(
    `INSERT INTO tally VALUES ('${world.names.ownTenant}', '2026-03', 'searches', '', 1000)`,
  )
  await app.settleVectors()
  return {
    ...world,
    names: {
      ...world.names,
      url: app.url,
      listed: listed.objectId,
      spare: spare.objectId,
      spareUpload: spare.objectId.replace(/^obj_/, 'upl_'),
      link: first ?? '',
      secondLink: second ?? '',
      largeLink: third ?? '',
      operatorUser: market.operator.userId,
    },
    keys: { buyerKey: market.key, slowKey: slow, ...who },
  }
}
