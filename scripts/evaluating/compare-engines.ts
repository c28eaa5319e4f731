// Both engines for words on judged sets: see scripts/eval-keyword.ts.
import { InvalidInput } from '../../src/base/errors.ts'
import { marketCatalogue } from '../../src/domain/search/index.ts'
import {
  openKeywordEngine,
  openMemoryIndex,
  openSearcher,
  passagesPerSliceMax,
  type SearchJob,
} from '../../src/engine/index.ts'
import { callerOf, jobOf, openTestSearch } from '../../test/support/open-test-search.ts'
import { depth, recallDepth } from './figures.ts'
import { type JudgedSet, wholeText } from './judged-sets.ts'

type Rank = (job: SearchJob) => Promise<string[]> | string[]

const agreementMin = 0.95
const all = { limit: Number.MAX_SAFE_INTEGER }

/** The set in a database of its own, searched by both engines. */
async function openSet({ documents }: JudgedSet) {
  const search = openTestSearch()
  const tenantId = search.tenant()
  const owner = await search.object(search.dataset(tenantId), [])
  for (let i = 0; i < documents.length; i += passagesPerSliceMax) {
    await search.addTo(owner, documents.slice(i, i + passagesPerSliceMax).map(wholeText))
  }
  const { raw, db, file } = search.store
  const ids = raw.prepare('SELECT passage_id FROM passage ORDER BY ordinal').pluck().all()
  const documentOf = new Map(ids.map((id, i) => [id as string, documents[i]?.id ?? '']))
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
  return { search, raw, file, fts, memory, tenantId, documentOf }
}

async function measure(judged: JudgedSet): Promise<boolean> {
  const set = await openSet(judged)
  const { tenantId, fts, memory } = set
  const jobs = judged.queries.map(({ text }) => jobIn(tenantId, text))
  console.log(`${judged.name}: ${judged.documents.length} documents, ${jobs.length} queries`)
  const shares = {
    'with everything': await agreement({ fts, memory }, jobs),
    'while the memory fills': await agreementWhileFilling(set, jobs),
    'a tenth deleted': await withTenthDeleted(set, () => agreement({ fts, memory }, jobs)),
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

/** Gives the exit code. */
export async function compareEngines(sets: readonly JudgedSet[]): Promise<number> {
  let agreed = true
  for (const set of sets) agreed = (await measure(set)) && agreed
  return agreed ? 0 : 1
}
