/** The part of a SQLite connection that a deadline needs. */
export type FunctionHost = { function(name: string, run: () => number): unknown }

export type Deadline = {
  /** The searches that follow have so long from now on. */
  start(budgetMs: number): void
  /** Whether the last search was cut off. */
  isOver(): boolean
}

/**
 * Gives a connection the SQL function `alive()`, which every SELECT of a search asks every 61 rows
 * (a prime: where rows of two kinds take turns, those of one may never be a 64th): past the
 * deadline it throws, and the thread is free again. Nothing else can stop a running query; ending
 * the thread waits for it.
 */
export function installDeadline(connection: FunctionHost): Deadline {
  let endMs = Number.POSITIVE_INFINITY
  let over = false
  connection.function('alive', () => {
    if (performance.now() <= endMs) return 1
    over = true
    throw new Error('the search ran into its time limit')
  })
  return {
    start(budgetMs) {
      endMs = performance.now() + budgetMs
      over = false
    },
    isOver: () => over,
  }
}
