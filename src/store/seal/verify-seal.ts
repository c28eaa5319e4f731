import { type Connection, connect } from '../connect.ts'
import { coveredColumns, coveredTables, readSums, type SealKeys, sumOf } from './sums.ts'

export type SealProblem = { check: 'seal'; seq: null; message: string }

/**
 * Reads every covered row again and compares with the seal, on a connection of its own: all of one
 * moment, whatever is written meanwhile. Lets other work run after each step.
 */
export function* verifySeal(at: { file: string; keys: SealKeys }): Generator<SealProblem[]> {
  const connection = connect(at.file, 'read')
  const { raw } = connection
  try {
    raw.exec('BEGIN')
    yield* sealProblems(connection, at.keys)
  } finally {
    raw.close()
  }
}

/** The same on a connection that sees one moment. */
export function* sealProblems({ raw, db }: Connection, keys: SealKeys): Generator<SealProblem[]> {
  const sums = readSums(db, keys)
  if (sums === undefined) return yield problem('the seal of the tables was taken away')
  if (sums === 'broken') {
    return yield problem('the seal of the tables was altered, or set with another key')
  }
  const columns = coveredColumns(raw)
  for (const table of coveredTables) {
    const steps = sumOf(raw, keys, { ...table, columns: columns.get(table.name) ?? [] })
    let step = steps.next()
    for (; !step.done; step = steps.next()) yield []
    const isSame = sums.tables.get(table.name)?.equals(step.value) === true
    yield isSame ? [] : problem(`${table.name} has other rows than the server wrote`)
  }
}

function problem(message: string): SealProblem[] {
  return [{ check: 'seal', seq: null, message }]
}
