import type { SlowWatch } from '../base/slow-watch.ts'

type Run = (...values: unknown[]) => unknown
type Statement = Record<'run' | 'get' | 'all', Run>
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
    for (const name of ['run', 'get', 'all'] as const) {
      const carryOut = statement[name]
      statement[name] = function (this: unknown, ...values) {
        const startedMs = performance.now()
        try {
          return carryOut.apply(this, values)
        } finally {
          const ms = performance.now() - startedMs
          if (ms >= slowMs) onSlow({ sql: shown(text), ms: Math.round(ms) })
        }
      }
    }
    return statement
  }
}

function shown(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, shownMax)
}
