// Which test files share a process, and what became of each of them. A process of its own costs a
// file a second of a processor: loading the program, and running it while it is still slow.
import { readFileSync } from 'node:fs'

/** So many files at most: who ends oddly has all of them run again. */
export const companyFilesMost = 120
/** Fewer files are a person's who works on them: each is run as if it were alone in the world. */
const worthCompany = 24
/** What takes longer is begun early, so that nobody is waited for at the end. */
const longMs = 8_000

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
/**
 * What measures how soon somebody is given up, what each has its own way of being started, and what
 * takes so much memory for a moment that all that is old is walked through again and again.
 */
const aloneFolders = /^test\/(packaged|http\/connections|extract\/(media|sound))\//
/** Single files that are so, too: in a company each took up to three times what it takes alone. */
const aloneFiles = new RegExp(
  [
    '^test/engine/(embedding/embed-(static-words|transformers)|hybrid/nearness)',
    '^test/extract/(preview/peaks-of-sound|formats/truncated)',
    '^test/scripts/release-image',
    '^test/tidy',
  ]
    .map((path) => `${path}[.]`)
    .join('|'),
)

/**
 * What takes at most a fifth of its time of a processor: a limit has to pass, or what it starts
 * yields to everybody. One of these beside all others keeps nobody from working.
 */
const waiting = new RegExp(
  [
    '^test/domain/webhooks/kills',
    '^test/end-to-end/(clips|formats|previews|sidecars|supervised)',
    '^test/engine/threads/vector-thread',
    '^test/extract/sandbox/reuse',
    '^test/http/(operations|vitals)',
    '^test/scripts/eval',
  ]
    .map((path) => `${path}[.]`)
    .join('|'),
)

/** In the order in which they are begun. */
export type Queues = { alone: string[]; company: string[] }
type MsOf = (file: string) => number

/** What works and, where there are many, apart from it what mostly waits. */
export function queuesOf(files: readonly string[], msOf: MsOf): { work: Queues; wait: Queues } {
  const isFew = files.length < worthCompany
  const waits = (file: string) => !isFew && waiting.test(file)
  const order = { isAlone: (file: string) => isFew || !keepsCompany(file), msOf }
  const working = files.filter((file) => !waits(file))
  return { work: inOrder(working, order), wait: inOrder(files.filter(waits), order) }
}

type Order = { isAlone(file: string): boolean; msOf: MsOf }

/**
 * Who is alone, the longest first, and who keeps company: the longest, and then neighbours, since
 * they share what they load. A file that starts programs is at home there, too: what it leaves
 * behind ends with its company.
 */
function inOrder(files: readonly string[], { isAlone, msOf }: Order): Queues {
  const longestFirst = [...files].sort((a, b) => msOf(b) - msOf(a))
  const company = files.filter((file) => !isAlone(file))
  const isLong = (file: string) => msOf(file) > longMs
  return {
    alone: longestFirst.filter(isAlone),
    company: [
      ...longestFirst.filter((file) => isLong(file) && !isAlone(file)),
      ...company.filter((file) => !isLong(file)).sort(),
    ],
  }
}

export function keepsCompany(file: string): boolean {
  const isAlone = aloneFolders.test(file) || aloneFiles.test(file)
  return !isAlone && !feltByOthers.test(readFileSync(file, 'utf8'))
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
