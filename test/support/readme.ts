// The README and the manual as their tests read them: blocks of commands with what is shown below
// them.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { anchorOf } from '../../scripts/manual/anchors.ts'

export const repository = resolve(import.meta.dirname, '../..')

export type Page = {
  /** `README.md`, or the name of a file of data/manual. */
  name: string
  text: string
}

const manual = 'data/manual'

export function readme(): Page {
  return { name: 'README.md', text: readFileSync(join(repository, 'README.md'), 'utf8') }
}

export function manualPage(name: string): Page {
  return { name, text: readFileSync(join(repository, manual, name), 'utf8') }
}

/** Every page for readers: the README, then those of the manual. */
export function readersPages(): Page[] {
  const files = readdirSync(join(repository, manual)).sort()
  const names = files.filter((name) => name.endsWith('.md'))
  return [readme(), ...names.map(manualPage)]
}

/** Where a page lies, from the root of the repository. */
export function placeOf({ name }: Page): string {
  return name === 'README.md' ? name : `${manual}/${name}`
}

/** Pages whose commands look after a data folder: they are run on one that a release has left. */
const operationPages = ['backups.md', 'tenant-data.md', 'secrets.md']

export function pagesOfOperations(): Page[] {
  return operationPages.map(manualPage)
}

/** Pages whose commands are run against the demo, with these. */
export function pagesOfTour(): { page: Page; examples: Example[] }[] {
  const others = readersPages().filter(({ name }) => !operationPages.includes(name))
  const tours = others.map((page) => {
    return { page, examples: examplesOf(page.text).filter((one) => !isOfClosedMonth(one)) }
  })
  return tours.filter(({ examples }) => examples.length > 0)
}

/** What makes answers readable: each page of the manual takes it from this one. */
export function helpers(): Example {
  const [first] = examplesOf(manualPage('getting-started.md').text)
  if (first === undefined) throw new Error('the manual has no helpers')
  return first
}

/** What stands below a heading, up to the next one. */
export function sectionOf(page: string, title: string): string {
  const from = page.indexOf(`\n## ${title}\n`)
  if (from < 0) throw new Error(`the page has no section ${title}`)
  const to = page.indexOf('\n## ', from + 1)
  return page.slice(from, to < 0 ? undefined : to)
}

export type Example = { commands: string; shown: string }

/** Each ```sh block with the block that is its output, if the next one is not of commands, too. */
export function examplesOf(page: string): Example[] {
  const fences = fencesOf(page)
  return fences.flatMap(({ kind, text, end }, index) => {
    if (kind !== 'sh') return []
    const next = fences[index + 1]
    const follows = next !== undefined && page.slice(end, next.start).trim() === ''
    return [{ commands: text, shown: follows && next.kind !== 'sh' ? next.text : '' }]
  })
}

export type Fence = { kind: string; text: string; start: number; end: number }

export function fencesOf(page: string): Fence[] {
  return [...page.matchAll(/^```(\w*)\n([\s\S]*?)\n```$/gm)].map((match) => {
    const [whole, kind = '', text = ''] = match
    return { kind, text, start: match.index, end: match.index + whole.length }
  })
}

/** Its month is over only for a server whose clock a test sets. */
export function isOfClosedMonth({ commands }: Example): boolean {
  return commands.includes('payout-batches')
}

/** What differs from run to run is replaced by its kind. */
export function steady(text: string): string {
  return (
    text
      .trim()
      .replace(/\b([a-z]+)_[0-9a-z]{26}(?![0-9a-z])/g, '$1_…')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:…')
      .replace(/\/dl\/[\w-]+/g, '/dl/…')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '(time)')
      .replace(/\S*\/[\w-]+\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z/g, '(backup)')
      .replace(/\/\S+\/(karvenna|again|elsewhere)\b/g, '(folder)/$1')
      .replace(/\b[0-9a-f]{5}(-[0-9a-f]{5}){3}\b/g, '(code)')
      .replace(/\d{4}-\d\d so far/g, '(month) so far')
      .replace(/"(score|took_ms)": [\d.]+/g, '"$1": …')
      .replace(/\blocal-[0-9a-f]{8}|kontor-[0-9a-f]{8}/g, '(chain)')
      .replace(/\(chain\):\d+:\d+/g, '(record)')
      .replace(/\b[0-9a-f]{64}\b/g, '(hash)')
      .replace(/\bkey [0-9a-f]{16}\b/g, 'key …')
      .replace(
        /\d+ (bytes|transfers|metered events|files|blocks|records|passages|datasets would)\b/g,
        '… $1',
      )
      .replace(/\d+ of … passages/g, '… of … passages')
      .replace(/(gross|earned) \d+\.\d\d EUR/g, '$1 …')
      .replace(/([Dd]atasets|Transfers|Rows|Files|Passages|Uploads|books): \d+/g, '$1: …')
      .replace(/of which \d+ were new/g, 'of which … were new')
      .replace(/"(available_credits)": \d+/g, '"$1": …')
      // Those of a folder that a release left end a week after it was made.
      .replace(/\bsessions \d+/g, 'sessions …')
  )
}

/** What a link to a heading of a page names. */
export function anchorsOf(page: string): string[] {
  const prose = page.replace(/^```[\s\S]*?^```$/gm, '')
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => anchorOf(title))
}

/** What stands in code signs in prose and tables; a line may end within. */
export function codeOf(page: string): string[] {
  const prose = page.replace(/^```[\s\S]*?^```$/gm, '')
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' '))
}

/** The arguments of each `kontor …` that the page shows, in code signs or in blocks of commands. */
export function commandLinesOf(page: string): string[][] {
  const shells = fencesOf(page).filter(({ kind }) => ['sh', 'console', 'ini'].includes(kind))
  const blocks = shells.map(({ text }) => text.replace(/\\\n\s*/g, ' '))
  const lines = blocks.flatMap((text) => text.replace(/\$\(date[^)]*\)/g, '2026-11').split('\n'))
  return [...lines, ...codeOf(page)].flatMap(commandsIn)
}

/** Up to a pipe, a redirection, a comment or the next command. */
export function commandsIn(line: string): string[][] {
  const starts = line.matchAll(/(?:^|[\s(;/])kontor(?= |$)/g)
  return [...starts].flatMap(({ 0: found, index }) => {
    const [rest = ''] = line.slice(index + found.length).split(/ {3,}| [|>&;]|\)$/)
    const words = rest.match(/"[^"]*"|\S+/g) ?? []
    return words[0] !== undefined && /^[a-z]/.test(words[0])
      ? [words.map((word) => word.replaceAll('"', ''))]
      : []
  })
}

/** Runs blocks of commands in one strict shell; what each printed. */
export async function runExamples({ examples, kontor, cwd, env, limitMs }: Run): Promise<string[]> {
  const script = examples.map(({ commands }) => `${commands}\nprintf '\\n${separator}\\n'\n`)
  // A shell that is fed by a socket would read a file of its own first.
  const args = ['--norc', '-eu', '-o', 'pipefail', '-c', [kontor, ...script].join('')]
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const running = execute('bash', args, { cwd, timeout: limitMs, env: { PATH: path, ...env } })
  running.child.stdin?.end()
  const { stdout, stderr } = await running
  if (stderr !== '') throw new Error(stderr)
  return stdout.split(`${separator}\n`).slice(0, -1)
}

const execute = promisify(execFile)
const separator = '---8<---'

export type Run = {
  examples: readonly Example[]
  /** The function of the shell. */
  kontor: string
  cwd: string
  env: Readonly<Record<string, string>>
  limitMs: number
}
