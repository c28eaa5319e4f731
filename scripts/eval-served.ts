// scripts/eval served <folder>... [--mode <mode>]... [--most <n>] [--keep <folder>] [--json]: how
// good the searches are that a server answers, on judged sets: each set is uploaded to a server of
// its own, file by file, approved, and asked over HTTP, with its queries as they are and without
// the signs that could be operators. A document stands where the best of its passages does. Beside
// them BM25 of SQLite over the same passages, and over whole documents, with the words of the
// language. --most: so many queries of each set, evenly out of it. --keep: the data folders stay
// there, and the next run finds the documents uploaded; a new embedding model is then taken as by
// an upgrade. A folder is a set, or holds sets.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../src/cli/command.ts'
import { tableOf } from '../src/cli/table.ts'
import { type SearchMode, searchModes } from '../src/domain/search/index.ts'
import { temporaryFolder } from '../test/support/temporary-folder.ts'
import { endWith, requireFolders } from './end-with.ts'
import { bm25Of } from './evaluating/bm25.ts'
import { type Figures, figuresOf } from './evaluating/figures.ts'
import { type JudgedSet, plainWords, setsIn, wholeText } from './evaluating/judged-sets.ts'
import { serveSet } from './evaluating/served-set.ts'

const usage =
  'Usage: scripts/eval served <folder>... [--mode keyword|semantic|hybrid]... [--most <n>] ' +
  '[--keep <folder>] [--json]'

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

/** Sets are in the order of their documents, so the first ones would be about few of them. */
function evenlyOf(set: JudgedSet, most: number): JudgedSet {
  const every = set.queries.length / Math.min(most, set.queries.length)
  const share = (at: number) => Math.floor(at / every)
  const queries = set.queries.filter((_, at) => share(at) !== share(at - 1))
  return { ...set, queries }
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

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      mode: { type: 'string', multiple: true, default: [...searchModes] },
      most: { type: 'string' },
      keep: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const modes = values.mode as SearchMode[]
  const other = modes.find((mode) => !searchModes.includes(mode))
  if (other !== undefined) throw new UsageError(`${other} is not a mode.`)
  const most = values.most === undefined ? Number.POSITIVE_INFINITY : Number(values.most)
  if (!(most >= 1)) throw new UsageError('--most is a number of queries, from 1 on.')
  requireFolders(positionals)
  const sets = positionals.flatMap(setsIn).map((set) => evenlyOf(set, most))
  if (sets.length === 0) throw new UsageError('There is no judged set here; name a folder.')
  const rows: Row[] = []
  for (const set of sets) {
    using temporary = temporaryFolder()
    const folder = join(values.keep ?? temporary.path, set.name.replaceAll(' ', '-'))
    const some = await measure(set, { folder, modes })
    rows.push(...some)
    if (!values.json) console.log(`${linesOf(set, some).join('\n')}\n`)
  }
  if (values.json) console.log(JSON.stringify(rows, null, 2))
  return 0
}

endWith(main, { usage })
