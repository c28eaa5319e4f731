// Which test files share a process, and what became of each of them. A process of its own costs a
// file a second of a processor: loading the program, and running it while it is still slow.
import { readFileSync } from 'node:fs'

/** So many files at most, and so long together: who is still at work at the end is waited for. */
const filesMost = 16
const msMost = 90_000
/** Fewer files are a person's who works on them: each is run as if it were alone in the world. */
const worthCompany = 24

/** What somebody else in the process would feel. */
const felt = [
  'registerHooks',
  'globalThis',
  'worker_threads',
  'setFlags',
  '\\bgc\\(',
  '(delete|assign\\() ?process',
  // To set something of it is felt, and so is what it does; most of what it says is not.
  '\\bprocess\\.\\w+(\\.\\w+|\\[[^\\]]+\\])? = ',
  '\\bprocess\\.(?!cwd\\b|exec(Path|Argv)|p?pid\\b|platform|arch\\b|hrtime|std(in|out)|version)' +
    "(?!argv|env\\b|kill\\(|gete?[ug]id|once\\('exit')\\w",
]
const feltByOthers = new RegExp(felt.join('|'))
/** What measures how soon somebody is given up, and what each has its own way of being started. */
const aloneFolders = /^test\/(packaged|http\/connections)\//

/**
 * Neighbours share what they load, so they come together. A file that starts programs is at home
 * here, too: what it leaves behind ends with its company.
 */
export function companiesOf(files: readonly string[], msOf: (file: string) => number): string[][] {
  const shy = files.length < worthCompany ? files : files.filter((file) => !keepsCompany(file))
  const groups = shy.map((file) => [file])
  let ms = 0
  let group: string[] = []
  for (const file of files.filter((one) => !shy.includes(one)).sort()) {
    if (group.length === filesMost || (group.length > 0 && ms + msOf(file) > msMost)) {
      groups.push(group)
      group = []
      ms = 0
    }
    group.push(file)
    ms += msOf(file)
  }
  return group.length > 0 ? [...groups, group] : groups
}

export function keepsCompany(file: string): boolean {
  return !aloneFolders.test(file) && !feltByOthers.test(readFileSync(file, 'utf8'))
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
