import type { SlowWatch } from '../base/slow-watch.ts'

type Run = (...values: unknown[]) => unknown
type Rows = IterableIterator<unknown>
type Statement = Record<'run' | 'get' | 'all', Run> & { iterate(...values: unknown[]): Rows }
type Maker = { prepare(text: string): unknown }

const shownMax = 2_000

/**
 * Has a connection tell of each statement that takes long. Whoever keeps prepared statements is
 * given the connection afterwards. Values are bound and never part of the text, so a search, a
 * name or an address cannot be in what is told.
 */
export function watchStatements(connection: Maker, { slowMs, onSlow }: SlowWatch): void {
  if (slowMs === 0) return
  const prepare = connection.prepare.bind(connection)
  connection.prepare = (text) => {
    const statement = prepare(text) as Statement
    const tell = (ms: number) => {
      if (ms >= slowMs) onSlow({ sql: shown(text), ms: Math.round(ms) })
    }
    for (const name of ['run', 'get', 'all'] as const) {
      const untimed = statement[name]
      statement[name] = function (this: unknown, ...values) {
        const startedMs = performance.now()
        try {
          return untimed.apply(this, values)
        } finally {
          tell(performance.now() - startedMs)
        }
      }
    }
    const { iterate } = statement
    statement.iterate = function (this: unknown, ...values) {
      return timedRows(() => iterate.apply(this as Statement, values), tell)
    }
    return statement
  }
}

/** Told once, when they end, fail or are left: the time they took, without that of the reader. */
function timedRows(begin: () => Rows, tell: (ms: number) => void): Rows {
  let [ms, isOver] = [0, false]
  const end = () => {
    if (!isOver) tell(ms)
    isOver = true
  }
  const step = <R>(take: () => R): R => {
    const startedMs = performance.now()
    let isDone = false
    try {
      const taken = take()
      isDone = true
      return taken
    } finally {
      ms += performance.now() - startedMs
      if (!isDone) end()
    }
  }
  const rows = step(begin)
  return {
    [Symbol.iterator]() {
      return this
    },
    next() {
      const row = step(() => rows.next())
      if (row.done) end()
      return row
    },
    return(value) {
      const row = step(() => rows.return?.(value) ?? { done: true as const, value })
      end()
      return row
    },
  }
}

function shown(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, shownMax)
}
