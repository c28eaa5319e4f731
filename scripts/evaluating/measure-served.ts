// How good the searches of a server are, on judged sets: see scripts/eval-served.ts.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { tableOf } from '../../src/cli/table.ts'
import type { SearchMode } from '../../src/domain/search/index.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { bm25Of } from './bm25.ts'
import { type Figures, figuresOf } from './figures.ts'
import { type JudgedSet, plainWords, wholeText } from './judged-sets.ts'
import { serveSet } from './served-set.ts'

type Row = Figures & { set: string; queries: 'raw' | 'cleaned'; by: string }

async function measure(set: JudgedSet, how: { folder: string; modes: SearchMode[] }) {
  mkdirSync(how.folder, { recursive: true })
  await using served = await serveSet(set, how)
  const cleaned = set.queries.map((query) => ({ ...query, text: plainWords(query.text) }))
  const rows: Row[] = []
  const add = (row: Omit<Row, 'set' | keyof Figures>, figures: Figures) =>
    rows.push({ set: set.name, ...row, ...figures })
  const whole = set.documents.map((one) => ({ document: one.id, text: wholeText(one) }))
  for (const [by, parts] of [
    ['BM25 passages', served.passages()],
    ['BM25 documents', whole],
  ] as const) {
    add({ by, queries: 'cleaned' }, await figuresOf(cleaned, bm25Of(parts, set.language)))
  }
  for (const mode of how.modes) {
    // What has no signs is answered the same.
    const known = new Map<string, Promise<string[]>>()
    const ask = (text: string) => {
      const asked = known.get(text) ?? served.ask(text, mode)
      known.set(text, asked)
      return asked
    }
    add({ by: mode, queries: 'raw' }, await figuresOf(set.queries, ask))
    const { medianMs } = rows.at(-1) as Row
    add({ by: mode, queries: 'cleaned' }, { ...(await figuresOf(cleaned, ask)), medianMs })
  }
  return rows
}

function linesOf(set: JudgedSet, rows: readonly Row[]): string[] {
  const head = [`${set.name} (${set.documents.length})`, 'queries', 'nDCG@10', 'recall@100', 'ms']
  const shown = rows.map(({ by, queries, ndcg, recall, medianMs }) => [
    by,
    queries,
    ndcg.toFixed(4),
    recall.toFixed(4),
    medianMs.toFixed(1),
  ])
  return tableOf(head, shown)
}

type Asked = { sets: readonly JudgedSet[]; modes: SearchMode[]; keep?: string; json: boolean }

export async function measureAll({ sets, modes, keep, json }: Asked): Promise<void> {
  const rows: Row[] = []
  for (const set of sets) {
    using temporary = temporaryFolder()
    const folder = join(keep ?? temporary.path, set.name.replaceAll(' ', '-'))
    const some = await measure(set, { folder, modes })
    rows.push(...some)
    if (!json) console.log(`${linesOf(set, some).join('\n')}\n`)
  }
  if (json) console.log(JSON.stringify(rows, null, 2))
}
