// scripts/eval semantic <folder>... [--model <folder>] [--sweep]: how good searching by meaning is
// on judged sets: nDCG@10 of the words alone, of the static model alone, and of both together as
// the server puts them together. A folder is a set, or holds sets. A set is corpus.jsonl.gz
// ({_id, title?, text}), queries.jsonl ({_id, text}) and qrels.tsv (query, document, grade; with a
// heading), or files <name>.<language>.json.gz of questions about paragraphs: then each language is
// a set, and so is German asked of English. --sweep: with every weight of the words, and what
// cutoffs let through.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { openEmbedStatic } from '../src/adapters/embed-static.ts'
import { assetFolder } from '../src/base/assets.ts'
import { passagesPerSliceMax } from '../src/domain/search/index.ts'
import { wordsWeight } from '../src/domain/search/semantic/fuse.ts'
import { callerOf, openTestSearch } from '../test/support/open-test-search.ts'

type JudgedSet = {
  name: string
  documents: string[]
  queries: { text: string; grades: ReadonlyMap<number, number> }[]
}

const depth = 10
const byWordsMax = 1_000
const nearestMax = 200
const nonsenseCount = 100
const cutoffs = [0, 0.1, 0.15, 0.2, 0.225, 0.25, 0.275, 0.3, 0.35]
const weights = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9]

const unzipped = (file: string) => gunzipSync(readFileSync(file)).toString()
const linesOf = (text: string) => text.trim().split('\n')

function readJudged(folder: string): JudgedSet {
  const corpus = linesOf(unzipped(join(folder, 'corpus.jsonl.gz'))).map((line) => JSON.parse(line))
  const places = new Map(corpus.map(({ _id }, place) => [String(_id), place]))
  const grades = new Map<string, Map<number, number>>()
  for (const line of linesOf(readFileSync(join(folder, 'qrels.tsv'), 'utf8')).slice(1)) {
    const [query = '', document = '', grade] = line.split('\t')
    const place = places.get(document)
    if (Number(grade) <= 0 || place === undefined) continue
    if (!grades.has(query)) grades.set(query, new Map())
    grades.get(query)?.set(place, Number(grade))
  }
  const asked = linesOf(readFileSync(join(folder, 'queries.jsonl'), 'utf8')).map((line) =>
    JSON.parse(line),
  )
  return {
    name: basename(folder),
    documents: corpus.map(({ title = '', text = '' }) => `${title} ${text}`.trim() || '-'),
    queries: asked.flatMap(({ _id, text }) => {
      const found = grades.get(String(_id))
      return found ? [{ text, grades: found }] : []
    }),
  }
}

type Article = { paragraphs: { context: string; qas: { question: string }[] }[] }

/** Questions in one language about paragraphs in another; both files have the same order. */
function readQuestions([asked, answered]: readonly [string, string]): JudgedSet {
  const paragraphsOf = (file: string) =>
    (JSON.parse(unzipped(file)).data as Article[]).flatMap(({ paragraphs }) => paragraphs)
  const language = (file: string) => basename(file).split('.')[1] ?? ''
  return {
    name: [...new Set([language(asked), language(answered)])].join(' to '),
    documents: paragraphsOf(answered).map(({ context }) => context),
    queries: paragraphsOf(asked).flatMap(({ qas }, place) =>
      qas.map(({ question }) => ({ text: question, grades: new Map([[place, 1]]) })),
    ),
  }
}

function setsIn(folder: string): JudgedSet[] {
  if (existsSync(join(folder, 'corpus.jsonl.gz'))) return [readJudged(folder)]
  const names = readdirSync(folder).sort()
  const questions = names.filter((name) => /\.[a-z]{2}\.json\.gz$/.test(name))
  if (questions.length === 0) {
    const below = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())
    return below.flatMap(({ name }) => setsIn(join(folder, name)))
  }
  const file = (language: string) =>
    questions.filter((name) => name.includes(`.${language}.`)).map((name) => join(folder, name))
  const pairs = questions.map((name): [string, string] => [join(folder, name), join(folder, name)])
  const [german] = file('de')
  const [english] = file('en')
  if (german && english) pairs.push([german, english])
  return pairs.map(readQuestions)
}

/** BM25 of each document that has a word of the query, for each query. */
async function askWords({ documents, queries }: JudgedSet): Promise<Map<number, number>[]> {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const owner = await search.object(search.dataset(tenantId), [])
  for (let i = 0; i < documents.length; i += passagesPerSliceMax) {
    await search.addTo(owner, documents.slice(i, i + passagesPerSliceMax))
  }
  const ids = search.store.raw.prepare('SELECT passage_id FROM passage ORDER BY ordinal').pluck()
  const placeOf = new Map(ids.all().map((id, place) => [id as string, place]))
  return queries.map(({ text }) => {
    const words = text.replace(/[()"*~:]|(?<=^|\s)[-+]/g, ' ')
    const { hits } = search.find(callerOf(tenantId), words, { limit: byWordsMax, facets: false })
    // A shown score is bm25 / (bm25 + a constant).
    return new Map(
      hits.map(({ passageId, score }) => [placeOf.get(passageId) ?? -1, score / (1 - score)]),
    )
  })
}

type Meant = { cosines: Float64Array[]; ofNonsense: Float64Array[]; perSecond: number }

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

function askMeaning({ documents, queries }: JudgedSet, model: Model): Meant {
  const startedMs = performance.now()
  const vectors = model.embedPassages(documents)
  const perSecond = documents.length / ((performance.now() - startedMs) / 1000)
  const compare = (text: string) => {
    const query = model.embedQuery(text)
    return Float64Array.from(vectors, (vector) => {
      let sum = 0
      for (let k = 0; k < query.length; k += 1) sum += (query[k] as number) * (vector[k] as number)
      return sum
    })
  }
  const ofNonsense = nonsense(nonsenseCount).map(compare)
  return { cosines: queries.map(({ text }) => compare(text)), ofNonsense, perSecond }
}

type Model = ReturnType<typeof openEmbedStatic>
type Scores = ReadonlyMap<number, number>

function best(scores: Scores, count: number): number[] {
  return [...scores]
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, count)
    .map(([place]) => place)
}

function nearest(cosines: Float64Array, cutoff: number): Map<number, number> {
  const all = new Map([...cosines.entries()].filter(([, cosine]) => cosine >= cutoff))
  return new Map(best(all, nearestMax).map((place) => [place, cosines[place] as number]))
}

type Sides = { words: Scores; cosines: Float64Array; cutoff: number; weight: number }

/**
 * The share of the best score by words and the share of the nearest cosine, added with weights. A
 * passage without any of the words joins only from the cutoff on.
 */
function together({ words, cosines, cutoff, weight }: Sides): Map<number, number> {
  const places = [...new Set([...words.keys(), ...nearest(cosines, cutoff).keys()])]
  const bestWords = Math.max(1e-9, ...words.values())
  const bestCosine = Math.max(1e-9, ...places.map((place) => cosines[place] as number))
  return new Map(
    places.map((place) => {
      const meaning = Math.max(0, cosines[place] as number) / bestCosine
      return [place, weight * ((words.get(place) ?? 0) / bestWords) + (1 - weight) * meaning]
    }),
  )
}

const gain = (grades: readonly number[]) =>
  grades.reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0)

/** nDCG@10, the mean over the queries. */
function quality({ queries }: JudgedSet, rank: (query: number) => Scores): number {
  const sum = queries.reduce((total, { grades }, i) => {
    const ideal = [...grades.values()].sort((a, b) => b - a).slice(0, depth)
    const found = best(rank(i), depth).map((place) => grades.get(place) ?? 0)
    return total + gain(found) / gain(ideal)
  }, 0)
  return sum / queries.length
}

const three = (value: number) => value.toFixed(3)

async function measure(set: JudgedSet, model: Model, isSweep: boolean): Promise<void> {
  const words = await askWords(set)
  const { cosines, ofNonsense, perSecond } = askMeaning(set, model)
  const wordsOf = (i: number) => words[i] as Scores
  const cosinesOf = (i: number) => cosines[i] as Float64Array
  const hybrid: Hybrid = ({ weight, cutoff }) =>
    quality(set, (i) => together({ words: wordsOf(i), cosines: cosinesOf(i), cutoff, weight }))
  const keyword = quality(set, wordsOf)
  const both = hybrid({ weight: wordsWeight, cutoff: model.cutoff })
  const alone = quality(set, (i) => nearest(cosinesOf(i), -1))
  console.log(
    `${set.name.padEnd(20)} ${String(set.documents.length).padStart(6)} documents ` +
      `${String(set.queries.length).padStart(5)} queries   keyword ${three(keyword)}   ` +
      `static ${three(alone)}   hybrid ${three(both)} (${both < keyword ? '' : '+'}` +
      `${three(both - keyword)})   ${Math.round(perSecond)} passages/s`,
  )
  if (isSweep) sweep({ set, cosines, ofNonsense, hybrid, keyword })
}

type Hybrid = (how: { weight: number; cutoff: number }) => number

type Sweep = {
  set: JudgedSet
  cosines: Float64Array[]
  ofNonsense: Float64Array[]
  hybrid: Hybrid
  keyword: number
}

function sweep({ set, cosines, ofNonsense, hybrid, keyword }: Sweep): void {
  const columns = weights.map((weight) => `w ${weight}`).join('  ')
  console.log(`  cutoff  right ones kept  found a query  nonsense finds  ${columns}`)
  for (const cutoff of cutoffs) {
    const right = set.queries.flatMap(({ grades }, i) =>
      [...grades.keys()].map((place) => cosines[i]?.[place] as number),
    )
    const kept = right.filter((cosine) => cosine >= cutoff).length / right.length
    const found = cosines.map((row) => row.filter((cosine) => cosine >= cutoff).length)
    const mean = found.reduce((sum, count) => sum + count, 0) / found.length
    const nonsenseFinds = ofNonsense.filter((row) => row.some((cosine) => cosine >= cutoff)).length
    const gains = weights.map((weight) => {
      const change = hybrid({ weight, cutoff }) - keyword
      return `${change < 0 ? '-' : '+'}${Math.abs(change).toFixed(3)}`
    })
    console.log(
      `  ${cutoff.toFixed(2)}    ${(kept * 100).toFixed(1).padStart(5)} %     ` +
        `${mean.toFixed(1).padStart(8)}   ${String(nonsenseFinds).padStart(9)} %     ` +
        gains.join(' '),
    )
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { model: { type: 'string' }, sweep: { type: 'boolean', default: false } },
  })
  const missing = positionals.filter((folder) => !existsSync(folder))
  const sets = missing.length === 0 ? positionals.flatMap(setsIn) : []
  if (sets.length === 0) {
    console.error(`There is no judged set here; name a folder. ${missing.join(' ')}`)
    return 2
  }
  const model = openEmbedStatic(values.model ?? join(assetFolder('models'), 'kontor-static-1'))
  console.log(
    `${model.name} (${model.model.slice(0, 12)}), ${model.dimensions} dimensions, ` +
      `cutoff ${model.cutoff}, words weigh ${wordsWeight}`,
  )
  for (const set of sets) await measure(set, model, values.sweep)
  return 0
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
