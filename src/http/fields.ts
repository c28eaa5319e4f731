import * as z from 'zod'
import { offsetMax } from '../base/page.ts'

/**
 * Shared pieces of request schemas. Query values arrive as text and are never coerced by
 * JavaScript's rules ('' is not 0, 'false' is not true): each has its own pattern.
 */

// Control characters other than tab and line break have no business in any text that we store.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point of it
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0080-\u009f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point of it
const anyControls = /[\u0000-\u001f\u007f-\u009f]/

/** A whole number in a query string. */
export function qInt(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^-?\d{1,15}$/, message)
    .transform(Number)
    .pipe(z.int(message).min(min, message).max(max, message))
    .meta({ override: { type: 'integer', minimum: min, maximum: max } })
}

/** `true` or `false` (also 1 and 0) in a query string. */
export function qBool() {
  return z
    .stringbool({
      truthy: ['true', '1'],
      falsy: ['false', '0'],
      case: 'sensitive',
      error: 'must be true or false',
    })
    .meta({ override: { type: 'boolean' } })
}

/** One of a list of words. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` })
}

/** Text in one line: no control characters at all. */
export function text({ min = 0, max }: { min?: number; max: number }) {
  return z
    .string({ error: 'must be a text' })
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`)
    .refine((value) => !anyControls.test(value), 'must not contain control characters')
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode')
}

/** Text that may have several lines. */
export function prose({ min = 0, max }: { min?: number; max: number }) {
  return z
    .string({ error: 'must be a text' })
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`)
    .refine((value) => !controls.test(value), 'must not contain control characters')
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode')
}

/** A whole number in a JSON body. */
export function int({ min, max }: { min: number; max: number }) {
  const message = `must be a whole number from ${min} to ${max}`
  return z.int(message).min(min, message).max(max, message)
}

/**
 * An id in a path or body. Its form is not checked beyond its length: an id that could not exist
 * is answered like one that does not exist.
 */
export const idText = z
  .string({ error: 'must be a text' })
  .min(1, 'must not be empty')
  .max(200, 'must have at most 200 characters')

/** `cursor` and `limit` of every Surface B list (spec 4.2; limit 1..100, default 20). */
export const pageQuery = {
  cursor: z
    .string()
    .min(1, 'must not be empty')
    .max(2048, 'must have at most 2048 characters')
    .optional(),
  limit: qInt(1, 100).default(20),
}

/** The same for a list that is shown as a table: `offset` is the number of rows before the page. */
export const placedQuery = {
  ...pageQuery,
  offset: qInt(0, offsetMax).optional(),
}

/** How every page of a list ends: how many there are in all, and where the next page begins. */
export const pageEnd = { total: z.int(), next_cursor: z.string().nullable() }

/** Of `folder`, in every answer that has it. */
export const folderMeaning = 'Where the file lay in the folder that it came from, parted by slashes'

/** ISO 8601 in UTC. */
export const timestamp = z.string().meta({ format: 'date-time' })

/** An empty object, the answer of deletions on Surface B (spec 4.2). */
export const emptyObject = z.object({})
