/** A statement that took long: its text with places for values, never a value. */
export type SlowStatement = { sql: string; ms: number }

/** Who is told of such statements, and from how many milliseconds on; 0: of none. */
export type SlowWatch = { slowMs: number; onSlow(statement: SlowStatement): void }
