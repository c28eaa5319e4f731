/** The part of a SQLite connection that makes statements. */
export type StatementMaker<S> = { prepare(text: string): S }

const keptMax = 200

/**
 * Has a connection keep the statements that it prepared, by their text: preparing a search takes
 * SQLite as long as carrying it out. For connections on which each statement is run to its end
 * before the next one begins.
 */
export function keepStatements<S>(connection: StatementMaker<S>): void {
  const prepare = connection.prepare.bind(connection)
  const kept = new Map<string, S>()
  connection.prepare = (text) => {
    const old = kept.get(text)
    if (old) return old
    if (kept.size >= keptMax) kept.clear()
    const statement = prepare(text)
    kept.set(text, statement)
    return statement
  }
}
