// Which test files share a process, and what became of each of them. A process of its own costs a
// file a second of a processor: loading the program, and running it while it is still slow.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { leadsTo } from './reach.ts'
import type { Times } from './times.ts'

/** So many files at most, and so long together when they last ran. */
const filesMost = 10
const msMost = 40_000
/** Fewer files are a person's who works on them: each is run as if it were alone in the world. */
const worthCompany = 24

/** What somebody else in the process would feel, or starts more than it costs to be alone. */
const felt = [
  'registerHooks',
  'globalThis',
  'child_process',
  'worker_threads',
  'setFlags',
  '\\bgc\\(',
  '\\bprocess\\.(?!cwd\\b|execPath|pid\\b|platform|arch\\b|hrtime|stdout|version)',
]
const feltByOthers = new RegExp(felt.join('|'))
/** What starts programs, and what measures how soon somebody is given up. */
const aloneFolders = /^test\/(end-to-end|packaged|scripts|http\/connections)\//

/** Neighbours share what they load, so they come together. */
export function companiesOf(files: readonly string[], times: Times): string[][] {
  const shy = files.length < worthCompany ? files : files.filter((file) => !keepsCompany(file))
  const groups = shy.map((file) => [file])
  let ms = 0
  let group: string[] = []
  for (const file of files.filter((one) => !shy.includes(one)).sort()) {
    if (group.length === filesMost || (group.length > 0 && ms + (times[file] ?? 0) > msMost)) {
      groups.push(group)
      group = []
      ms = 0
    }
    group.push(file)
    ms += times[file] ?? 0
  }
  return group.length > 0 ? [...groups, group] : groups
}

const starter = resolve('test/support/program.ts')

function keepsCompany(file: string): boolean {
  if (aloneFolders.test(file) || feltByOthers.test(readFileSync(file, 'utf8'))) return false
  return !leadsTo(resolve(file), { wanted: starter })
}

/** What one file of a company printed; the times only where it came to its end. */
export type Share = { output: string; took?: { cpuMs: number; ms: number } }

/** Takes the streams of a company apart, by the file whose turn it was. */
export function sharesOf(streams: readonly string[], { mark }: { mark: string }): Share[] {
  const shares: Share[] = []
  for (const text of streams) {
    for (const part of text.split(`\n${mark} `).slice(1)) {
      const [head = '', ...lines] = part.split('\n')
      const [word = '', cpuMs, ms] = head.split(' ')
      if (word === 'end') {
        const last = shares.at(-1)
        if (last !== undefined) last.took = { cpuMs: Number(cpuMs), ms: Number(ms) }
        continue
      }
      const share = shares[Number(word)] ?? { output: '' }
      share.output += lines.join('\n')
      shares[Number(word)] = share
    }
  }
  return shares
}
