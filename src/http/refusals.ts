import type * as z from 'zod'
import { DomainError, InvalidInput } from '../base/errors.ts'

/** The path exists, but not with this method. */
export class MethodNotAllowed extends DomainError {
  readonly code = 'method_not_allowed'
  readonly allowed: readonly string[]
  constructor(allowed: readonly string[]) {
    super(`This path answers ${allowed.join(', ')}.`)
    this.allowed = allowed
  }
}

/** What was begun was not finished in its time: a head, a body. */
export class TooSlow extends DomainError {
  readonly code = 'request_timeout'
  constructor() {
    super('The request did not come in time. Send it again, whole.')
  }
}

export class HeadersTooLarge extends DomainError {
  readonly code = 'headers_too_large'
  readonly limitBytes: number
  constructor(limitBytes: number) {
    super(`The address and the headers are larger than ${limitBytes / 1024} KiB together.`)
    this.limitBytes = limitBytes
  }
}

export type Place = 'path' | 'query' | 'body'

/** The first thing that a schema found wrong, as one sentence that names field and rule. */
export function invalidInputOf(error: z.ZodError, place: Place, sent: unknown): InvalidInput {
  const issue = error.issues[0]
  if (!issue) throw new Error('a schema failed without an issue')
  const field = issue.path.length > 0 ? issue.path.join('.') : place
  const missing = issue.path.length > 0 && valueAt(sent, issue.path) === undefined
  if (missing) {
    return new InvalidInput({ field, reason: 'required', message: `${field} is required.` })
  }
  return new InvalidInput({ field, reason: reasonOf(issue), message: `${field} ${ruleOf(issue)}.` })
}

/** Where a field has no words of its own. */
const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  object: 'an object',
  string: 'a text',
}

function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith('must ')) return issue.message
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`
  return `is not valid: ${issue.message}`
}

function valueAt(sent: unknown, path: readonly PropertyKey[]): unknown {
  let value = sent
  for (const key of path) {
    if (value === null || typeof value !== 'object') return undefined
    value = Object.hasOwn(value, key) ? (value as Record<PropertyKey, unknown>)[key] : undefined
  }
  return value
}

/** A stable word for machines: the schema library's own, but for rules that it has no word for. */
function reasonOf({ code }: z.core.$ZodIssue): string {
  return code === 'custom' ? 'invalid_value' : code
}

/**
 * A rule about a field that has another name where the caller is: `names` has theirs, and for each
 * the one that the rule knows.
 */
export function inOurWords<E>(error: E, names: Readonly<Record<string, string>>): E | InvalidInput {
  if (!(error instanceof InvalidInput)) return error
  const field = Object.keys(names).find((name) => names[name] === error.field)
  if (field === undefined || !error.message.startsWith(error.field)) return error
  const { reason, facts, message } = error
  return new InvalidInput({
    field,
    reason,
    facts,
    message: field + message.slice(error.field.length),
  })
}
