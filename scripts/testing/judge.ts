// What a test file's output and end say of it.
import { stripVTControlCharacters } from 'node:util'

export type Ending = { code: number | null; signal: string | null; timedOut: boolean }
export type Verdict = { passed: number; failed: number; problem?: string }
type Summary = { total: number; passed: number; skipped: number }

export function judge(output: string, ending: Ending, limitS: number): Verdict {
  const summary = summaryOf(output)
  const problem = problemOf(summary, { ...ending, limitS })
  const passed = summary?.passed ?? 0
  if (problem === undefined) return { passed, failed: 0 }
  const failed = Math.max(1, (summary?.total ?? 0) - passed)
  return { passed, failed, problem }
}

function problemOf(
  summary: Summary | undefined,
  { code, signal, timedOut, limitS }: Ending & { limitS: number },
): string | undefined {
  if (timedOut) return `stopped after ${limitS} s`
  if (signal !== null) return `ended by ${signal}`
  if (code !== 0 && summary === undefined) return `exit ${code} without a summary`
  if (summary === undefined) return 'no summary: is test.run() missing?'
  if (summary.total === 0) return 'no tests'
  if (summary.skipped > 0) return `${summary.skipped} skipped`
  if (summary.passed !== summary.total) return `${summary.total - summary.passed} failed`
  return code === 0 ? undefined : `exit ${code} after a good summary`
}

/** uvu prints it last; whatever a test printed before that looks alike does not count. */
function summaryOf(output: string): Summary | undefined {
  const pattern = /^ {2}Total: +(\d+)\n {2}Passed: +(\d+)\n {2}Skipped: +(\d+)\n {2}Duration: /gm
  const last = [...stripVTControlCharacters(output).matchAll(pattern)].at(-1)
  if (last === undefined) return undefined
  const [total = 0, passed = 0, skipped = 0] = last.slice(1).map(Number)
  return { total, passed, skipped }
}

const longest = 40

/** What uvu says of each test that failed: its title, the reason and where, in so many lines. */
export function failuresOf(output: string): string[] {
  const lines = stripVTControlCharacters(output).split('\n')
  const isFirst = (line: string) => /^ {3}FAIL {2}"/.test(line)
  const isPast = (line: string) => isFirst(line) || /^ {2}Total: +\d/.test(line)
  return lines.flatMap((line, at) => {
    if (!isFirst(line)) return []
    const rest = lines.slice(at + 1)
    const end = rest.findIndex(isPast)
    const told = end < 0 ? rest : rest.slice(0, end)
    return [[line, ...told.slice(0, longest)].join('\n').trimEnd()]
  })
}
