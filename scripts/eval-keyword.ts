// scripts/eval keyword <folder>...: in how many of the first ten places FTS5 and the engine in
// memory have the same document, asked the queries of judged sets: with everything, with a tenth
// deleted, and while the memory fills. Below 95 % it exits with 1. A folder is a set or holds sets.
import { UsageError } from '../src/cli/command.ts'
import { endWith, requireFolders } from './end-with.ts'
import { setsIn } from './evaluating/judged-sets.ts'

async function main(): Promise<number> {
  const given = process.argv.slice(2)
  requireFolders(given)
  const sets = given.flatMap(setsIn)
  if (sets.length === 0) throw new UsageError('There is no judged set here; name a folder.')
  return (await import('./evaluating/compare-engines.ts')).compareEngines(sets)
}

endWith(main, { usage: 'Usage: scripts/eval keyword <folder>...' })
