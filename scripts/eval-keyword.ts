// scripts/eval-keyword.ts <folder>: how good the keyword ranking is on a judged set.
// The folder holds corpus.jsonl.gz ({_id, title?, text}), queries.jsonl ({_id, text}) and
// qrels.tsv (query, document, grade; with a heading). Prints nDCG@10 and recall@100, once for the
// words of the queries alone and once as typed, where a parenthesis makes conditions of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { InvalidInput } from '../src/base/errors.ts'
import { passagesPerSliceMax } from '../src/domain/search/index.ts'
import { openTestSearch } from '../test/support/open-test-search.ts'

type Line = { _id: string; title?: string; text: string }
type Grades = Map<string, number>

const depth = 10
const recallDepth = 100

function linesOf(text: string): Line[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function judgements(file: string): Map<string, Grades> {
  const all = new Map<string, Grades>()
  for (const line of readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
    const [query = '', document = '', grade] = line.split('\t')
    if (Number(grade) <= 0) continue
    if (!all.has(query)) all.set(query, new Map())
    all.get(query)?.set(document, Number(grade))
  }
  return all
}

const gain = (grades: readonly number[]) =>
  grades.slice(0, depth).reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0)

async function measure(folder: string) {
  using search = openTestSearch()
  const corpus = linesOf(gunzipSync(readFileSync(join(folder, 'corpus.jsonl.gz'))).toString())
  const tenantId = search.tenant()
  const owner = await search.object(search.dataset(tenantId), [])
  for (let i = 0; i < corpus.length; i += passagesPerSliceMax) {
    const slice = corpus.slice(i, i + passagesPerSliceMax)
    const texts = slice.map(({ title = '', text = '' }) => `${title} ${text}`.trim() || '-')
    await search.addTo(owner, texts)
  }
  const ids = search.store.raw
    .prepare('SELECT passage_id FROM passage ORDER BY ordinal')
    .pluck()
    .all() as string[]
  const documentOf = new Map(ids.map((id, i) => [id, corpus[i]?._id ?? '']))

  const judged = judgements(join(folder, 'qrels.tsv'))
  const queries = linesOf(readFileSync(join(folder, 'queries.jsonl'), 'utf8'))
  const plain = queries.map((query) => ({ ...query, text: plainWords(query.text) }))
  console.log(`${folder}: ${corpus.length} documents`)
  console.log(`  plain words: ${report(plain)}`)
  console.log(`  as typed:    ${report(queries)}`)

  function report(asked: Line[]): string {
    const scores = { ndcg: 0, recall: 0, queries: 0, refused: 0 }
    const startedMs = performance.now()
    for (const { _id, text } of asked) {
      const grades = judged.get(String(_id))
      if (!grades) continue
      scores.queries += 1
      const found = attempt(() =>
        search.find(tenantId, text, { limit: recallDepth, facets: false }),
      )
      if (!found) scores.refused += 1
      const documents = (found?.hits ?? []).map(({ passageId }) => documentOf.get(passageId) ?? '')
      const ideal = gain([...grades.values()].sort((a, b) => b - a))
      scores.ndcg += gain(documents.map((id) => grades.get(id) ?? 0)) / ideal
      scores.recall +=
        [...grades.keys()].filter((id) => documents.includes(id)).length / grades.size
    }
    const { queries, refused } = scores
    const ms = (performance.now() - startedMs) / queries
    return (
      `nDCG@10 ${(scores.ndcg / queries).toFixed(4)}, ` +
      `recall@100 ${(scores.recall / queries).toFixed(4)}, ${ms.toFixed(1)} ms a query ` +
      `(${queries} queries, ${refused} refused)`
    )
  }
}

/** Without what could be read as an operator. */
function plainWords(text: string): string {
  return text.replace(/[()"*~:]|(?<=^|\s)[-+]/g, ' ')
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof InvalidInput) return undefined
    throw error
  }
}

for (const folder of process.argv.slice(2)) await measure(folder)
