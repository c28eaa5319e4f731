// scripts/eval extraction <folder>... [--phrases <file>] [--json]: what becomes of each file in a
// folder of samples, as a table: its state, its passages by kind, whether a phrase is in them, how
// long it took, and why it failed. The file of phrases has a line for each sample: its name, a tab,
// and words that must be in its passages. Each file must end indexed, or failed or refused with a
// reason, and each phrase must be found, or it exits with 1. What begins with a dot is left out.
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { UsageError } from '../src/cli/command.ts'
import { endWith, requireFolders } from './end-with.ts'

const usage = `Usage: scripts/eval extraction <folder>... [--phrases <file>] [--json]

What becomes of each file in the folders: its passages by kind, how long it took, why it failed.

  scripts/eval extraction ~/contracts
  scripts/eval extraction samples --phrases phrases.tsv   a file name, a tab, words to be found
  scripts/eval extraction samples --json > result.json

Exit code 1 when a file ends without a reason or a phrase is not found.`

function phrasesIn(file: string | undefined): Map<string, string> {
  if (file === undefined) return new Map()
  if (!existsSync(file)) throw new UsageError(`--phrases: there is no file ${file}.`)
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  return new Map(
    lines.filter((line) => line.includes('\t')).map((line) => line.split('\t') as [string, string]),
  )
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      phrases: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  if (positionals.length === 0) throw new UsageError('Name a folder of samples.')
  requireFolders(positionals)
  const phrases = phrasesIn(values.phrases)
  const { samplesIn, tell, tryAll } = await import('./evaluating/try-files.ts')
  const samples = await samplesIn(positionals, phrases)
  if (samples.length === 0) throw new UsageError(`There is no file in ${positionals.join(', ')}.`)
  return tell(await tryAll(samples), values)
}

endWith(main, { usage })
