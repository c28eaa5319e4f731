import { furnishedAgain, onePer } from './furnished.ts'
import { openTestApp, type TestApp, type TestAppOptions } from './open-test-app.ts'
import { openShelves, type Passages } from './shelves.ts'
import { toyModel } from './toy-model.ts'

export type TestMeaning = Awaited<ReturnType<typeof openTestMeaning>>

/** A provider with listed and private passages, a buyer with a key, and vectors of all of them. */
export async function openTestMeaning(options: TestAppOptions & { listed?: Passages } = {}) {
  const { config = {}, listed = archive, parts = {}, ...others } = options
  const isOther = Object.keys(others).length > 0
  const { app, found } = isOther
    ? await openOther(options)
    : await opening({ config, listed, parts })()
  const { keys } = found
  return {
    app,
    shelves: openShelves(app.store, app.clock),
    ...found,
    search: (query: string, headers: Record<string, string> = {}) =>
      app.call('GET', `/search?${query}`, { headers: { 'x-api-key': keys.buyer, ...headers } }),
    get: (path: string, key = keys.buyer) =>
      app.call('GET', path, { headers: { 'x-api-key': key } }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

type Options = TestAppOptions & { listed?: Passages }

async function openOther({ listed, config, ...rest }: Options) {
  const app = await openTestApp({ ...rest, config: { ...usual(), ...config } })
  return { app, found: await fill(app, listed) }
}

const usual = () => ({ searchTimeoutMs: 60_000, embeddingModel: toyModel() })

const opening = onePer(({ listed, config, parts = {} }: Options) =>
  furnishedAgain((app) => fill(app, listed), { config: { ...usual(), ...config }, parts }),
)

async function fill(app: TestApp, texts: Passages = archive) {
  const shelves = openShelves(app.store, app.clock)
  const provider = await app.signUp('Provider')
  const buyer = await app.signUp('Buyer')
  const listed = shelves.dataset(provider.tenantId, { visibility: 'listed' })
  const asset = await shelves.object(listed, texts)
  const keys = { buyer: await app.key(buyer), provider: await app.key(provider) }
  await app.settleVectors()
  return { provider, buyer, listed, asset, keys }
}

export const archive: Passages = [
  'The boiler was inspected in May and its safety valve replaced.',
  { text: 'Der Heizkessel wurde im Mai geprüft.', lang: 'de' },
  'Invoices are to be paid within thirty days of receipt.',
  'The violin concerto was performed in Vienna.',
  { text: 'Table of wind speeds at the turbine, hour by hour.', kind: 'ocr' },
]
