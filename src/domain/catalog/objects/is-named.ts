import { type SQL, sql } from 'drizzle-orm'

/**
 * A name stays as it was given, and a letter with an accent may stand there as one character or,
 * from a Mac, as two: what is asked for is asked for in both.
 */
export function formsOf(text: string): string[] {
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])]
}

/**
 * Whether this is somewhere in a name. SQLite knows the case of our alphabet alone: other letters
 * are asked for in each.
 */
export function isNamed(q: string, column = sql`object.filename`): SQL {
  const whole = q.normalize('NFC')
  const capital = whole.charAt(0).toUpperCase() + whole.slice(1).toLowerCase()
  const cases = [q, whole.toLowerCase(), whole.toUpperCase(), capital]
  const likes = [...new Set(cases.flatMap(formsOf))].map(
    (way) => sql`${column} LIKE ${`%${way.replace(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`,
  )
  return sql`(${sql.join(likes, sql` OR `)})`
}

/** Whether the file or its dataset has this in its name. */
export function isCalled(q: string): SQL {
  return sql`(${isNamed(q)} OR ${isNamed(q, sql`dataset.name`)})`
}
