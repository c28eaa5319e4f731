import { openTestApp, type TestAppOptions } from './open-test-app.ts'
import { openShelves, type Passages } from './shelves.ts'
import { toyModel } from './toy-model.ts'

export type TestMeaning = Awaited<ReturnType<typeof openTestMeaning>>

/** A provider with listed and private passages, a buyer with a key, and vectors of all of them. */
export async function openTestMeaning(options: TestAppOptions & { listed?: Passages } = {}) {
  const { config, listed: texts = archive, ...rest } = options
  const app = await openTestApp({
    ...rest,
    config: { searchTimeoutMs: 60_000, embeddingModel: toyModel(), ...config },
  })
  const shelves = openShelves(app.store, app.clock)
  const provider = await app.signUp('Provider')
  const buyer = await app.signUp('Buyer')
  const listed = shelves.dataset(provider.tenantId, { visibility: 'listed' })
  const asset = await shelves.object(listed, texts)
  const keys = { buyer: await app.key(buyer), provider: await app.key(provider) }
  await app.settleVectors()
  return {
    app,
    shelves,
    provider,
    buyer,
    listed,
    asset,
    keys,
    search: (query: string, headers: Record<string, string> = {}) =>
      app.call('GET', `/search?${query}`, { headers: { 'x-api-key': keys.buyer, ...headers } }),
    get: (path: string, key = keys.buyer) =>
      app.call('GET', path, { headers: { 'x-api-key': key } }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

export const archive: Passages = [
  'The boiler was inspected in May and its safety valve replaced.',
  { text: 'Der Heizkessel wurde im Mai geprüft.', lang: 'de' },
  'Invoices are to be paid within thirty days of receipt.',
  'The violin concerto was performed in Vienna.',
  { text: 'Table of wind speeds at the turbine, hour by hour.', kind: 'ocr' },
]
