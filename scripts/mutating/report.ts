// What came of the mutants, by rooms.
import type { Placed, Result } from './campaign.ts'
import { equals } from './equals.ts'
import { nameOf } from './mutate.ts'
import { roomNames } from './rooms.ts'

/** In percent. */
const scoreLeast = 85

type Row = {
  room: string
  mutants: number
  /** Of those, with what came of it; a sample leaves some out. */
  tried: number
  killed: number
  'timed out': number
  survived: number
  'not reached': number
  /** Listed as changing nothing: not among those that count. */
  equal: number
  score: number
  /** Where the score of all of them lies, with 95 %, if these were drawn by chance. */
  from: number
  to: number
}

export function reportOf(chosen: readonly Placed[], results: Record<string, Result>) {
  const rooms = roomNames
    .map((room) =>
      rowOf(
        room,
        chosen.filter((one) => one.room === room),
        results,
      ),
    )
    .filter(({ mutants }) => mutants > 0)
  const all = rowOf('all', chosen, results)
  const survivors = chosen
    .filter((one) => ['survived', 'not reached'].includes(results[nameOf(one)]?.fate ?? ''))
    .filter((one) => !(nameOf(one) in equals))
    .map((one) => ({ at: `${one.file}:${one.line}`, fate: results[nameOf(one)]?.fate, ...one }))
    .sort((a, b) => a.number - b.number)
  const code = rooms.some(({ score }) => score < scoreLeast) ? 1 : 0
  return { rooms, all, survivors, code }
}

function rowOf(room: string, chosen: readonly Placed[], results: Record<string, Result>): Row {
  const named = chosen.map(nameOf)
  const open = named.filter((name) => !(name in equals))
  const tried = open.filter((name) => name in results)
  const count = (fate: string) => tried.filter((name) => results[name]?.fate === fate).length
  const [killed, timedOut] = [count('killed'), count('timed out')]
  return {
    room,
    mutants: chosen.length,
    tried: tried.length,
    killed,
    'timed out': timedOut,
    survived: count('survived'),
    'not reached': count('not reached'),
    equal: chosen.length - open.length,
    score: tried.length === 0 ? 100 : Math.floor((1000 * (killed + timedOut)) / tried.length) / 10,
    ...intervalOf({ noticed: killed + timedOut, tried: tried.length }),
  }
}

/** Of a normal distribution 95 % are within so many deviations. */
const deviations = 1.96

/** Wilson's interval of a share, in percent: it holds for few, and for shares near to all. */
export function intervalOf({ noticed, tried }: { noticed: number; tried: number }) {
  if (tried === 0) return { from: 0, to: 100 }
  const share = noticed / tried
  const more = deviations ** 2 / tried
  const spread = deviations * Math.sqrt((share * (1 - share) + more / 4) / tried)
  const percent = (value: number) => Math.round((1000 * value) / (1 + more)) / 10
  return { from: percent(share + more / 2 - spread), to: percent(share + more / 2 + spread) }
}

const columns = [
  'mutants',
  'tried',
  'killed',
  'timed out',
  'survived',
  'not reached',
  'equal',
  'score',
  'from',
  'to',
] as const

export function linesOf({ rooms, all, survivors }: ReturnType<typeof reportOf>): string[] {
  const line = (cells: readonly (string | number)[]) =>
    cells.map((cell, i) => (i === 0 ? `${cell}`.padEnd(12) : `${cell}`.padStart(12))).join('')
  return [
    ...survivors.map(({ at, fate, kind, from, to }) => `${at} ${fate}, ${kind}: ${from} -> ${to}`),
    line(['', ...columns]),
    ...[...rooms, all].map((row) => line([row.room, ...columns.map((name) => row[name])])),
  ]
}
