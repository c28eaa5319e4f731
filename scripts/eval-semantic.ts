// scripts/eval semantic <folder>... [--model <folder>] [--sweep]: a model beside others on judged
// sets, whole documents in the parts that search, without a server: nDCG@10 of searches by meaning,
// also without the cutoff, and by nothing but the vectors, once as the server asks and once with
// all words of a query alike; what hybrid searches gain over those by words; how often made-up
// words find something, and how often the questions of sets of other folders do. --sweep: also with
// other cutoffs, and with other ways to put words and meaning together.
import { parseArgs } from 'node:util'
import { UsageError } from '../src/cli/command.ts'
import { endWith, requireFolders } from './end-with.ts'
import { setsIn } from './evaluating/judged-sets.ts'

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { model: { type: 'string' }, sweep: { type: 'boolean', default: false } },
  })
  const { model: ownModel, sweep: isSweep } = values
  requireFolders(ownModel === undefined ? positionals : [...positionals, ownModel])
  const sets = positionals.flatMap(setsIn)
  if (sets.length === 0) throw new UsageError('There is no judged set here; name a folder.')
  const { measureAll } = await import('./evaluating/measure-meaning.ts')
  await measureAll({ sets, ownModel, isSweep })
  return 0
}

endWith(main, { usage: 'Usage: scripts/eval semantic <folder>... [--model <folder>] [--sweep]' })
