import type { Context } from 'koa'
import { InvalidInput } from '../../base/errors.ts'
import { readBodyText } from './read-body.ts'

const form = 'application/x-www-form-urlencoded'

/** The fields of a form, each of which is there once. Throws InvalidInput. */
export async function readFields(ctx: Context): Promise<Map<string, string>> {
  if (!ctx.is('urlencoded')) {
    throw new InvalidInput({
      field: 'body',
      reason: 'content_type',
      message: `The body must be a form: send content-type: ${form}.`,
    })
  }
  const fields = new Map<string, string>()
  for (const [name, text] of new URLSearchParams(await readBodyText(ctx))) {
    requireFirst(fields, name)
    fields.set(name, text)
  }
  return fields
}

/** What is there twice says two things, also where nobody asks about it. Throws InvalidInput. */
export function requireFirst(seen: { has(name: string): boolean }, name: string): void {
  if (seen.has(name)) throw givenTwice(name)
}

export function givenTwice(field: string): InvalidInput {
  const message = `${field} must be given only once.`
  return new InvalidInput({ field, reason: 'duplicate', message })
}
