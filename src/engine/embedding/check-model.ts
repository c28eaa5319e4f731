import type { Embedder, ModelSource } from './embedder.ts'
import { openEmbedder } from './open-embedder.ts'

type Shown = Pick<Embedder, 'name' | 'model' | 'dimensions' | 'cutoff' | 'scripts'>

export type ModelReport = Shown & {
  readonly loadMs: number
  readonly queryMs: number
  readonly passagesPerSecond: number
  /** How near things are to one another that should be near, and that should not. */
  readonly pairs: readonly { kind: PairKind; query: string; passage: string; cosine: number }[]
}

type PairKind = 'same meaning' | 'other language' | 'nothing in common'

const pairs: readonly (readonly [PairKind, query: string, passage: string])[] = [
  ['same meaning', 'repair of the heating system', 'The boiler was mended by a fitter.'],
  ['same meaning', 'when must the bill be paid', 'Invoices are due within thirty days.'],
  ['other language', 'boiler inspection', 'Der Heizkessel wurde geprüft.'],
  ['other language', 'Rechnung bezahlen', 'Invoices are to be paid.'],
  ['nothing in common', 'boiler inspection', 'The violin concerto was performed in Vienna.'],
  ['nothing in common', 'when must the bill be paid', 'Glaciers have lost a third of their mass.'],
]

const passageOf100Words = [
  'The heating plant by the river was built forty years ago and supplies two schools, a clinic and',
  'some hundred flats. Last winter an inspector measured exhaust gases, looked at both burners and',
  'tested every valve under pressure. One gauge showed wrong values and had to be exchanged; pipes',
  'in the cellar lost more warmth than planned because their insulation had become wet. Repairs',
  'began in March. Engineers now compare daily consumption with outside temperature, so a leak',
  'is noticed within hours rather than months. According to this report costs fell by eleven per',
  'cent, while complaints about cold rooms stopped almost completely.',
].join(' ')
const measureMs = 1_500
const queries = 20

/** Loads a model, has it embed, and measures it. Rejects with a sentence for the operator. */
export async function checkModel(source: ModelSource): Promise<ModelReport> {
  const startedMs = performance.now()
  const embedder = await openEmbedder(source)
  const { name, model, dimensions, cutoff, scripts } = embedder
  const loadMs = performance.now() - startedMs
  const compared = []
  for (const [kind, query, passage] of pairs) {
    const [vector] = await embedder.embedPassages([passage])
    const cosine = cosineOf(await embedder.embedQuery(query), vector ?? new Float32Array(0))
    compared.push({ kind, query, passage, cosine })
  }
  return {
    name,
    model,
    dimensions,
    cutoff,
    scripts,
    loadMs,
    pairs: compared,
    queryMs: await timeOf(queries, () => embedder.embedQuery('boiler inspection report')),
    passagesPerSecond: await speedOf(embedder),
  }
}

async function timeOf(count: number, run: () => unknown): Promise<number> {
  await run()
  const startedMs = performance.now()
  for (let i = 0; i < count; i++) await run()
  return (performance.now() - startedMs) / count
}

async function speedOf(embedder: Embedder): Promise<number> {
  const startedMs = performance.now()
  let count = 0
  while (performance.now() - startedMs < measureMs) {
    count += (await embedder.embedPassages([`${count} ${passageOf100Words}`])).length
  }
  return (count / (performance.now() - startedMs)) * 1000
}

function cosineOf(a: Float32Array, b: Float32Array): number {
  let [both, first, second] = [0, 0, 0]
  a.forEach((part, i) => {
    both += part * (b[i] ?? 0)
    first += part ** 2
    second += (b[i] ?? 0) ** 2
  })
  return both / (Math.sqrt(first * second) || 1)
}
