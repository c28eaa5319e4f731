// scripts/eval keyword [folder]...: how good the keyword ranking is on judged sets.
// A folder holds corpus.jsonl.gz ({_id, title?, text}), queries.jsonl ({_id, text}) and qrels.tsv
// (query, document, grade; with a heading). Prints nDCG@10 and recall@100, once for the words of
// the queries alone and once as typed, where a sign can make a condition of them; and in how many
// of the first ten places FTS5 and the engine in memory have the same document: with everything,
// with a tenth deleted, and while the memory fills. Below 95 % it exits with 1.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { InvalidInput } from '../src/base/errors.ts'
import { UsageError } from '../src/cli/command.ts'
import { marketCatalogue } from '../src/domain/search/index.ts'
import {
  openKeywordEngine,
  openMemoryIndex,
  openSearcher,
  passagesPerSliceMax,
  type SearchJob,
} from '../src/engine/index.ts'
import { callerOf, jobOf, openTestSearch } from '../test/support/open-test-search.ts'
import { endWith, requireFolders } from './end-with.ts'

type Line = { _id: string; title?: string; text: string }
type Grades = Map<string, number>
type Rank = (job: SearchJob) => Promise<string[]> | string[]

const depth = 10
const recallDepth = 100
const agreementMin = 0.95
const all = { limit: Number.MAX_SAFE_INTEGER }

function linesOf(text: string): Line[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function judgements(file: string): Map<string, Grades> {
  const grades = new Map<string, Grades>()
  for (const line of readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
    const [query = '', document = '', grade] = line.split('\t')
    if (Number(grade) <= 0) continue
    if (!grades.has(query)) grades.set(query, new Map())
    grades.get(query)?.set(document, Number(grade))
  }
  return grades
}

/** The set in a database of its own, searched by both engines. */
async function openSet(folder: string) {
  const search = openTestSearch()
  const corpus = linesOf(gunzipSync(readFileSync(join(folder, 'corpus.jsonl.gz'))).toString())
  const tenantId = search.tenant()
  const owner = await search.object(search.dataset(tenantId), [])
  for (let i = 0; i < corpus.length; i += passagesPerSliceMax) {
    const slice = corpus.slice(i, i + passagesPerSliceMax)
    await search.addTo(
      owner,
      slice.map(({ title = '', text = '' }) => `${title} ${text}`.trim() || '-'),
    )
  }
  const { raw, db, file } = search.store
  const ids = raw.prepare('SELECT passage_id FROM passage ORDER BY ordinal').pluck().all()
  const documentOf = new Map(ids.map((id, i) => [id as string, corpus[i]?._id ?? '']))
  const engines = [{}, { memory: openMemoryIndex() }].map((engine) =>
    openSearcher(db, { ...engine, catalogue: marketCatalogue }),
  )
  const [fts, memory] = engines.map(
    (finder): Rank =>
      (job) => {
        finder.catchUp(all)
        return finder.find(job).hits.map(({ passageId }) => documentOf.get(passageId) ?? '')
      },
  ) as [Rank, Rank]
  return { search, corpus, raw, file, fts, memory, tenantId, documentOf }
}

async function measure(folder: string): Promise<boolean> {
  const set = await openSet(folder)
  const { tenantId, fts, memory } = set
  const judged = judgements(join(folder, 'qrels.tsv'))
  const queries = linesOf(readFileSync(join(folder, 'queries.jsonl'), 'utf8')).filter(({ _id }) =>
    judged.has(String(_id)),
  )
  const plain = queries.map((query) => ({ ...query, text: plainWords(query.text) }))
  const jobs = (asked: Line[]) => asked.map((query) => jobIn(tenantId, query.text))
  console.log(`${folder}: ${set.corpus.length} documents, ${queries.length} queries`)
  for (const [name, asked] of [
    ['plain words', plain],
    ['as typed', queries],
  ] as const) {
    console.log(
      `  ${name.padEnd(12)} ${await report(memory, { asked, judged, jobs: jobs(asked) })}`,
    )
  }
  const shares = {
    'with everything': await agreement({ fts, memory }, jobs(queries)),
    'while the memory fills': await agreementWhileFilling(set, jobs(queries)),
    'a tenth deleted': await withTenthDeleted(set, () => agreement({ fts, memory }, jobs(queries))),
  }
  for (const [name, share] of Object.entries(shares)) {
    console.log(`  both engines agree in ${(share * 100).toFixed(2)} % of the places, ${name}`)
  }
  set.search[Symbol.dispose]()
  return Object.values(shares).every((share) => share >= agreementMin)
}

type OpenSet = Awaited<ReturnType<typeof openSet>>
type Job = SearchJob | undefined

function jobIn(tenantId: OpenSet['tenantId'], text: string): Job {
  try {
    return { ...jobOf(callerOf(tenantId), text), limit: recallDepth, facets: false }
  } catch (error) {
    if (error instanceof InvalidInput) return undefined
    throw error
  }
}

const gain = (grades: readonly number[]) =>
  grades.slice(0, depth).reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0)

type Asked = { asked: Line[]; judged: Map<string, Grades>; jobs: Job[] }

async function report(rank: Rank, { asked, judged, jobs }: Asked): Promise<string> {
  const sums = { ndcg: 0, recall: 0, refused: 0 }
  const startedMs = performance.now()
  for (const [i, { _id }] of asked.entries()) {
    const grades = judged.get(String(_id)) ?? new Map<string, number>()
    const job = jobs[i]
    if (!job) sums.refused += 1
    const documents = job ? await rank(job) : []
    const ideal = gain([...grades.values()].sort((a, b) => b - a))
    sums.ndcg += gain(documents.map((id) => grades.get(id) ?? 0)) / ideal
    sums.recall += [...grades.keys()].filter((id) => documents.includes(id)).length / grades.size
  }
  const ms = (performance.now() - startedMs) / asked.length
  return (
    `nDCG@10 ${(sums.ndcg / asked.length).toFixed(4)}  ` +
    `recall@100 ${(sums.recall / asked.length).toFixed(4)}  ${ms.toFixed(1)} ms a query, ` +
    `${sums.refused} refused`
  )
}

/** In which share of the first ten places both have the same document. */
async function agreement({ fts, memory }: { fts: Rank; memory: Rank }, jobs: Job[]) {
  let places = 0
  let same = 0
  for (const job of jobs.filter((one) => one !== undefined)) {
    const [a, b] = [(await fts(job)).slice(0, depth), (await memory(job)).slice(0, depth)]
    places += Math.max(a.length, b.length)
    same += a.filter((id, i) => id === b[i]).length
  }
  return same / Math.max(1, places)
}

/** The engines as the server has them, asked from the moment on at which they start. */
async function agreementWhileFilling({ file, fts, documentOf }: OpenSet, jobs: Job[]) {
  await using engines = openKeywordEngine({
    file,
    threads: 1,
    timeLimitMs: 60_000,
    memoryMb: 256,
    onKeywords: () => {},
  })
  await engines.start()
  const memory: Rank = async (job) =>
    (await engines.search(job)).hits.map(({ passageId }) => documentOf.get(passageId) ?? '')
  // Awaited here: the engines close when this block is left.
  return await agreement({ fts, memory }, jobs.slice(0, 100))
}

async function withTenthDeleted<T>({ raw }: OpenSet, run: () => Promise<T>): Promise<T> {
  raw.exec('DELETE FROM passage WHERE passage_no % 10 = 3')
  return run()
}

/** Without what could be read as an operator. */
function plainWords(text: string): string {
  return text.replace(/[()"*~:]|(?<=^|\s)[-+]/g, ' ')
}

function setsIn(folder: string): string[] {
  if (existsSync(join(folder, 'corpus.jsonl.gz'))) return [folder]
  const folders = readdirSync(folder).map((name) => join(folder, name))
  return folders.filter((one) => existsSync(join(one, 'corpus.jsonl.gz')))
}

async function main(): Promise<number> {
  const given = process.argv.slice(2)
  requireFolders(given)
  const sets = given.flatMap(setsIn)
  if (sets.length === 0) throw new UsageError('There is no judged set here; name a folder.')
  let agreed = true
  for (const set of sets) agreed = (await measure(set)) && agreed
  return agreed ? 0 : 1
}

endWith(main, { usage: 'Usage: scripts/eval keyword <folder>...' })
