// scripts/eval served <folder>... [--mode <mode>]... [--most <n>] [--keep <folder>] [--json]: how
// good the searches are that a server answers, on judged sets: each set is uploaded to a server of
// its own, file by file, approved, and asked over HTTP, with its queries as they are and without
// the signs that could be operators. A document stands where the best of its passages does. Beside
// them BM25 of SQLite over the same passages, and over whole documents, with the words of the
// language. --most: so many queries of each set, evenly out of it. --keep: the data folders stay
// there, and the next run finds the documents uploaded; a new embedding model is then taken as by
// an upgrade. A folder is a set, or holds sets.
import { parseArgs } from 'node:util'
import { UsageError } from '../src/cli/command.ts'
import type { SearchMode } from '../src/domain/search/index.ts'
import { endWith, requireFolders } from './end-with.ts'
import { type JudgedSet, setsIn } from './evaluating/judged-sets.ts'

const usage =
  'Usage: scripts/eval served <folder>... [--mode keyword|semantic|hybrid]... [--most <n>] ' +
  '[--keep <folder>] [--json]'

/** Sets are in the order of their documents, so the first ones would be about few of them. */
function evenlyOf(set: JudgedSet, most: number): JudgedSet {
  const every = set.queries.length / Math.min(most, set.queries.length)
  const share = (at: number) => Math.floor(at / every)
  const queries = set.queries.filter((_, at) => share(at) !== share(at - 1))
  return { ...set, queries }
}

/** Said here, too: to load the product takes longer than to refuse a word. */
const known: Record<SearchMode, true> = { keyword: true, semantic: true, hybrid: true }

/** All of them where none is named. */
function modesIn(named: readonly string[] = Object.keys(known)): SearchMode[] {
  const other = named.find((mode) => !(mode in known))
  if (other !== undefined) throw new UsageError(`${other} is not a mode.`)
  return named as SearchMode[]
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      mode: { type: 'string', multiple: true },
      most: { type: 'string' },
      keep: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const { keep, json } = values
  const modes = modesIn(values.mode)
  const most = values.most === undefined ? Number.POSITIVE_INFINITY : Number(values.most)
  if (!(most >= 1)) throw new UsageError('--most is a number of queries, from 1 on.')
  requireFolders(positionals)
  const sets = positionals.flatMap(setsIn).map((set) => evenlyOf(set, most))
  if (sets.length === 0) throw new UsageError('There is no judged set here; name a folder.')
  const { measureAll } = await import('./evaluating/measure-served.ts')
  await measureAll({ sets, modes, json, ...(keep && { keep }) })
  return 0
}

endWith(main, { usage })
