// An embedding model on judged sets, without a server: see scripts/eval-semantic.ts.
import { join } from 'node:path'
import { assetFolder } from '../../src/base/assets.ts'
import {
  closeFusion,
  type Embedder,
  type Fusion,
  openEmbedStatic,
  passagesPerSliceMax,
  usualFusion,
} from '../../src/engine/index.ts'
import { openTestSearch } from '../../test/support/open-test-search.ts'
import { openTestVectors } from '../../test/support/open-test-vectors.ts'
import { depth, figuresOf } from './figures.ts'
import { type JudgedSet, plainWords, wholeText } from './judged-sets.ts'

const nonsenseCount = 100
const questionsPerSet = 50
const cutoffs = [0.1, 0.15, 0.18, 0.2, 0.25, 0.3]
const fusions: Fusion[] = [
  usualFusion,
  ...[0, 0.25, 0.75, 1].map((near) => ({ ...closeFusion, near })),
  ...[0.5, 0.55, 0.65, 0.7, 0.8, 1].map((words) => ({ ...closeFusion, words })),
  ...[0, 2, 3].map((guides) => ({ ...closeFusion, guides })),
  ...[1, 2, 4].map((guidance) => ({ ...closeFusion, guidance })),
]

/** Made-up words, which nothing has to do with: the same ones each time. */
function nonsense(count: number): string[] {
  const syllables = 'bra zol mip ke wug fe dax tiv ro plun gax ne snor hy quib ulo vex tho'.split(
    ' ',
  )
  let state = 7
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return syllables[state % syllables.length]
  }
  const word = () => `${next()}${next()}${next()}`
  return Array.from({ length: count }, () => `${word()} ${word()}`)
}

type Model = ReturnType<typeof openEmbedStatic>
type Mode = 'keyword' | 'semantic' | 'hybrid'
/** The best documents. */
type Ask = (text: string, mode: Mode) => Promise<string[]>
type Asked = { ask: Ask; perSecond: number }

/** `reads`: `nothing`: passages are not read beside the query; `plain`: nor is the query. */
type How = { cutoff: number; fusion?: Fusion; reads?: 'all' | 'nothing' | 'plain' }

function embedderOf(model: Model, { cutoff, reads = 'all' }: How): Embedder {
  const { compareTerms, ...plain } = model
  if (reads === 'plain') return { ...plain, cutoff }
  if (reads === 'all') return { ...model, cutoff }
  return {
    ...plain,
    cutoff,
    compareTerms(query) {
      const reader = compareTerms(query)
      const none = new Float64Array(reader.words.length)
      const compare = () => ({ nearest: none, frequencies: none })
      return { ...reader, compare, compareRead: compare }
    },
  }
}

/** A store with the documents of a set, and ways to search in it. */
async function openShop({ documents }: JudgedSet, model: Model) {
  const search = openTestSearch()
  const { store } = search
  const tenantId = search.tenant()
  const owner = await search.object(search.dataset(tenantId), [])
  for (let i = 0; i < documents.length; i += passagesPerSliceMax) {
    await search.addTo(owner, documents.slice(i, i + passagesPerSliceMax).map(wholeText))
  }
  const ids = store.raw.prepare('SELECT passage_id FROM passage ORDER BY ordinal').pluck()
  const documentOf = new Map(ids.all().map((id, place) => [id as string, documents[place]?.id]))
  const page = { limit: depth, facets: false }

  return {
    async with(how: How): Promise<Asked> {
      const startedMs = performance.now()
      const { fusion } = how
      const embedder = embedderOf(model, how)
      const vectors = await openTestVectors({ store, embedder, ...(fusion ? { fusion } : {}) })
      const made = await vectors.embedAll()
      const perSecond = made / ((performance.now() - startedMs) / 1000)
      const ask: Ask = async (text, mode) => {
        const words = plainWords(text)
        const { hits } =
          mode === 'keyword'
            ? search.find(tenantId, words, page)
            : await vectors.find(tenantId, words, { ...page, mode })
        return hits.map(({ passageId }) => documentOf.get(passageId) ?? '')
      }
      return { ask, perSecond }
    },
    [Symbol.dispose]: () => search[Symbol.dispose](),
  }
}

/** nDCG@10, the mean over the queries. */
async function quality({ queries }: JudgedSet, ask: (text: string) => Promise<string[]>) {
  return (await figuresOf(queries, ask)).ndcg
}

/** How many of a hundred queries find something. */
async function findSomething(ask: Ask, texts: readonly string[]): Promise<string> {
  let found = 0
  for (const text of texts) found += (await ask(text, 'semantic')).length > 0 ? 1 : 0
  return texts.length === 0 ? '-' : `${Math.round((found / texts.length) * 100)} %`
}

/** Real questions that have nothing to do with a set: some of each set of another folder. */
function questionsBeside({ folder }: JudgedSet, sets: readonly JudgedSet[]): string[] {
  return sets
    .filter((other) => other.folder !== folder)
    .flatMap(({ queries }) => {
      const step = Math.max(1, Math.floor(queries.length / questionsPerSet))
      return queries.filter((_, i) => i % step === 0).map(({ text }) => text)
    })
}

const three = (value: number) => value.toFixed(3)
const signed = (value: number) => `${value < 0 ? '-' : '+'}${three(Math.abs(value))}`

type Measured = { set: JudgedSet; sets: readonly JudgedSet[]; model: Model; isSweep: boolean }

async function measure({ set, sets, model, isSweep }: Measured): Promise<void> {
  using shop = await openShop(set, model)
  const { cutoff } = model
  const { ask, perSecond } = await shop.with({ cutoff })
  const by = (mode: Mode, asked = ask) => quality(set, (text) => asked(text, mode))
  const keyword = await by('keyword')
  const hybrid = await by('hybrid')
  const uncut = await shop.with({ cutoff: 0 })
  const vectors = await shop.with({ cutoff: 0, reads: 'nothing' })
  const plain = await shop.with({ cutoff: 0, reads: 'plain' })
  console.log(
    `${set.name.padEnd(20)} ${String(set.documents.length).padStart(6)} documents ` +
      `${String(set.queries.length).padStart(5)} queries   keyword ${three(keyword)}   ` +
      `semantic ${three(await by('semantic'))}   without cutoff ` +
      `${three(await by('semantic', uncut.ask))}, by whole vectors ` +
      `${three(await by('semantic', vectors.ask))} (all words alike ` +
      `${three(await by('semantic', plain.ask))})   ` +
      `hybrid ${three(hybrid)} (${signed(hybrid - keyword)})` +
      `   made-up words find ` +
      `${await findSomething(ask, nonsense(nonsenseCount))}, other questions ` +
      `${await findSomething(ask, questionsBeside(set, sets))}   ` +
      `${Math.round(perSecond)} passages/s`,
  )
  if (isSweep) await sweep({ set, sets, keyword, shop, cutoff })
}

type Swept = {
  set: JudgedSet
  sets: readonly JudgedSet[]
  keyword: number
  shop: Awaited<ReturnType<typeof openShop>>
  cutoff: number
}

async function sweep({ set, sets, keyword, shop, cutoff }: Swept): Promise<void> {
  const by = (mode: Mode, ask: Ask) => quality(set, (text) => ask(text, mode))
  for (const other of cutoffs) {
    const { ask } = await shop.with({ cutoff: other })
    const found = await by('semantic', ask)
    const both = await by('hybrid', ask)
    console.log(
      `  cutoff ${other.toFixed(2)}   semantic ${three(found)}   hybrid ${signed(both - keyword)}` +
        `   made-up words find ${await findSomething(ask, nonsense(nonsenseCount))}, ` +
        `other questions ${await findSomething(ask, questionsBeside(set, sets))}`,
    )
  }
  for (const fusion of fusions) {
    const { ask } = await shop.with({ cutoff, fusion })
    console.log(
      `  ${JSON.stringify(fusion)}   hybrid ${signed((await by('hybrid', ask)) - keyword)}`,
    )
  }
}

type Wanted = { sets: readonly JudgedSet[]; ownModel: string | undefined; isSweep: boolean }

export async function measureAll({ sets, ownModel, isSweep }: Wanted): Promise<void> {
  const model = openEmbedStatic(ownModel ?? join(assetFolder('models'), 'kontor-static-5'))
  console.log(
    `${model.name} (${model.model.slice(0, 12)}), ${model.dimensions} dimensions, ` +
      `cutoff ${model.cutoff}, fusion ${JSON.stringify(closeFusion)}`,
  )
  for (const set of sets) await measure({ set, sets, model, isSweep })
}
