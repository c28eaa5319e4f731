// The main job with the client alone, from signing up to the downloaded file. It is run against the
// sources, and as a program of whoever has installed the package: only the import differs.
import { type Agent, type Kontor, openClient } from '../../src/client/index.ts'

export type Given = {
  url: string
  setupCode: string
  text: string
  /** Ends when everything that the server does by itself is done. */
  settled: () => Promise<void>
}

export async function doMainJob({ url, setupCode, text, settled }: Given) {
  const visitor = openClient({ baseUrl: url })
  const operator = await enter(visitor, { name: 'operator', setup_code: setupCode })
  const provider = await enter(visitor, { name: 'provider' })
  const buyer = await enter(visitor, { name: 'buyer' })

  const shelf = { name: 'Stations', visibility: 'listed' } as const
  const { dataset_id } = await provider.kontor.createDataset(shelf)
  const bytes = new TextEncoder().encode(text)
  const { object_id, upload_url } = await provider.kontor.initiateUpload({
    dataset_id,
    filename: 'station.txt',
    content_type: 'text/plain',
    size_bytes: bytes.length,
  })
  if (upload_url == null) throw new Error('a file of this size has one address')
  await provider.kontor.putUrl(upload_url, bytes)
  const { status } = await provider.kontor.confirmUpload({ id: object_id })
  await settled()
  const { tenant_id } = provider
  await operator.kontor.approveObject({ tenant_id, object_id, note: 'read' })
  await settled()

  const scopes = ['search:query' as const]
  const { key } = await buyer.kontor.createApiKey({ name: 'agent', scopes })
  const agent = visitor.as(key)
  const found: Agent.SearchResponse = await agent.search({ q: '"heat pump"', highlight: true })
  const [hit] = found.results
  if (hit === undefined) throw new Error('nothing was found')
  const asset = await agent.getAsset({ id: hit.asset_id })
  const { search_id } = found
  const link = await agent.mintDownload({ asset_id: hit.asset_id, search_id })
  const fetched = await (await agent.fetchUrl(link.url)).text()
  const { available_credits } = await buyer.kontor.getBuyerDashboard()
  return {
    status,
    snippet: hit.snippet,
    passage: asset.passages[0]?.text,
    fetched,
    credits: available_credits + link.estimated_credits,
  }
}

async function enter(visitor: Kontor, who: { name: string; setup_code?: string }) {
  const { name, ...more } = who
  const entry = { email: `${name}@example.eu`, display_name: name, tenant_name: name, ...more }
  const signedUp = await visitor.signUp({ ...entry, password: 'correct horse battery' })
  return { kontor: visitor.as(signedUp.session_token), tenant_id: signedUp.tenant_id }
}
