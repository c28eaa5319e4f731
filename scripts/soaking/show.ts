import { SingleBar } from 'cli-progress'
import type { KillReport } from './kill.ts'
import type { LinksReport } from './links.ts'
import type { MixReport } from './mix.ts'
import type { QueriesReport } from './queries.ts'

/** Of one breach; --json has it whole. */
const shownMax = 500

/** A bar on the terminal, and a line for every tenth of the way where there is none. */
export function progressBar(what: string, total: number) {
  if (!process.stderr.isTTY) return progressLines(what, total)
  const format = `${what} {bar} {value}/{total} | {duration_formatted}`
  const bar = new SingleBar({ format, stream: process.stderr })
  bar.start(total, 0)
  return {
    update: (done: number) => bar.update(done),
    [Symbol.dispose]: () => bar.stop(),
  }
}

function progressLines(what: string, total: number) {
  const startedMs = performance.now()
  let tenths = 0
  return {
    update(done: number) {
      if (Math.floor((10 * done) / total) <= tenths) return
      tenths = Math.floor((10 * done) / total)
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
      process.stderr.write(`${what} ${done}/${total} | ${seconds} s\n`)
    },
    [Symbol.dispose]: () => {},
  }
}

export function killTable(report: KillReport): string[] {
  const names = [...new Set(report.points.map(({ name }) => name))].sort()
  const rows = names.map((name) => {
    const points = report.points.filter((point) => point.name === name)
    const unanswered = points.reduce((sum, point) => sum + point.unanswered, 0)
    const backMs = points.map((point) => point.backMs).sort((a, b) => a - b)
    const median = backMs[Math.floor(backMs.length / 2)] ?? 0
    return [name, String(points.length), String(unanswered), `${median.toFixed(0)} ms`]
  })
  const { deeds, breaches, seconds, seed, folder } = report
  return [
    ...aligned([['killed', 'times', 'unanswered deeds', 'back after'], ...rows]),
    '',
    `${report.points.length} kills, seed ${seed}, ${seconds.toFixed(1)} s: ` +
      `${deeds.asked} deeds, ${deeds.unanswered} without an answer, ${breaches.length} breaches`,
    ...breaches.map((breach) => `BREACH ${breach}`),
    ...(folder === undefined ? [] : [`The data folder is left in ${folder}`]),
  ]
}

export function mixTable(report: MixReport): string[] {
  const { clients, seconds, seed, done, turnedAway, breaches, folder, restSeconds } = report
  const row = (name: string, { p50, p99, max }: MixReport['turnMs']) => [
    name,
    ...[p50, p99, max].map((ms) => `${ms.toFixed(1)} ms`),
  ]
  const header = ['', 'p50', 'p99', 'max']
  return [
    ...aligned([header, row('a turn', report.turnMs), row('/health', report.healthMs)]),
    '',
    `${clients} clients for ${seconds} s, seed ${seed}: ${done.deed} deeds, ${done.read} reads, ` +
      `${done.errand} errands, ${turnedAway} turned away; at rest after ` +
      `${restSeconds.toFixed(1)} s; ${breaches.length} breaches`,
    ...breaches.map((breach) => `BREACH ${breach}`),
    ...(folder === undefined ? [] : [`The data folder is left in ${folder}`]),
  ]
}

export function linksTable({ answers, sent, seed, seconds, breaches }: LinksReport): string[] {
  const kinds = Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    ...kinds.map(([kind, tally]) => `${kind.padEnd(14)} ${tally}`),
    '',
    `${sent} altered URLs, tokens, keys and cursors, seed ${seed}, ${seconds.toFixed(1)} s ` +
      `(${(sent / seconds).toFixed(0)} a second): ${breaches.length} breaches`,
    ...breaches.map((breach) => `BREACH ${breach.slice(0, shownMax)}`),
  ]
}

export function queriesTable(report: QueriesReport): string[] {
  const { answers, sent, seed, seconds, addresses, breaches } = report
  return [
    `/search         ${answers.search}`,
    `${`${addresses - 1} others`.padEnd(16)}${answers.others}`,
    '',
    `${sent} query strings, seed ${seed}, ${seconds.toFixed(1)} s ` +
      `(${(sent / seconds).toFixed(0)} a second): ${breaches.length} breaches`,
    ...breaches.map((breach) => `BREACH ${breach.slice(0, shownMax)}`),
  ]
}

/** How many, and each in a line of its own. */
export function breachLines({ breaches }: { breaches: readonly string[] }): string[] {
  return [
    `${breaches.length} breaches`,
    ...breaches.map((breach) => `BREACH ${breach.slice(0, 8 * shownMax)}`),
  ]
}

/** Columns as wide as what is in them; numbers to the right. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  '),
  )
}
