/** Upper ends in milliseconds, from an answer out of memory to one that a client gives up on. */
export const bucketEndsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]
const buckets = [...bucketEndsMs.keys(), bucketEndsMs.length]

/** How the figure of a longer time comes from those of its parts. */
type Rule = 'sum' | 'largest' | 'smallest' | 'last'

const rules = {
  /** Milliseconds that are in it: less than the step where the server was down. */
  covered: 'sum',
  requests: 'sum',
  failures: 'sum',
  shed: 'sum',
  /** Of all processors. */
  processorMs: 'sum',
  /** In which the thread that answers was at work. */
  busyMs: 'sum',
  slowestMs: 'largest',
  slowestSearchMs: 'largest',
  inFlight: 'largest',
  residentBytes: 'largest',
  jobsOpen: 'largest',
  jobsDue: 'largest',
  databaseBytes: 'last',
  logBytes: 'last',
  storedBytes: 'last',
  freeBytes: 'smallest',
} as const satisfies Record<string, Rule>

export type ColumnName = keyof typeof rules
const named = Object.keys(rules) as ColumnName[]

/** Requests by how long they took, and the searches among them. */
export type Sample = Record<ColumnName, number> & { times: number[]; searchTimes: number[] }

const ruleOfEach: readonly Rule[] = [
  ...named.map((name) => rules[name]),
  ...[...buckets, ...buckets].map(() => 'sum' as const),
]
export const columnCount = ruleOfEach.length

export function emptyTimes(): number[] {
  return buckets.map(() => 0)
}

export function bucketOf(ms: number): number {
  const found = bucketEndsMs.findIndex((end) => ms <= end)
  return found === -1 ? bucketEndsMs.length : found
}

export function rowOf(sample: Sample): number[] {
  return [...named.map((name) => sample[name]), ...sample.times, ...sample.searchTimes]
}

export function sampleOf(row: readonly number[]): Sample {
  const values = named.map((name, i) => [name, row[i] as number])
  const times = row.slice(named.length, named.length + buckets.length)
  const searchTimes = row.slice(named.length + buckets.length)
  return { ...(Object.fromEntries(values) as Record<ColumnName, number>), times, searchTimes }
}

/** Two times after one another as one. */
export function merged(earlier: readonly number[], later: readonly number[]): number[] {
  return ruleOfEach.map((rule, i) => {
    const [a, b] = [earlier[i] as number, later[i] as number]
    if (rule === 'sum') return a + b
    if (rule === 'largest') return Math.max(a, b)
    return rule === 'smallest' ? Math.min(a, b) : b
  })
}

/**
 * Below which a part of the requests was answered, estimated within the bucket that it falls into;
 * undefined where there were none.
 */
export function quantileOf(
  times: readonly number[],
  { part, slowestMs }: { part: number; slowestMs: number },
): number | undefined {
  const all = times.reduce((sum, n) => sum + n, 0)
  if (all === 0) return undefined
  let before = 0
  for (const [i, n] of times.entries()) {
    if (n > 0 && before + n >= all * part) {
      const start = bucketEndsMs[i - 1] ?? 0
      const end = Math.min(bucketEndsMs[i] ?? slowestMs, Math.max(slowestMs, start))
      return start + (end - start) * ((all * part - before) / n)
    }
    before += n
  }
  return slowestMs
}
