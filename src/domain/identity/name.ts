import { InvalidInput } from '../../base/errors.ts'
import { nameLengthMax } from './limits.ts'

/**
 * A name that the operator typed, without the spaces around it. Throws InvalidInput for an empty,
 * long or unprintable one; names that come by HTTP have passed the same rule in their schema.
 */
export function normaliseName(
  field: 'display_name' | 'tenant_name' | 'name',
  text: string,
): string {
  const name = text.trim()
  if (name !== '' && name.length <= nameLengthMax && !/\p{Cc}/u.test(name)) return name
  throw new InvalidInput({
    field,
    reason: 'invalid_name',
    message: `${field} must be one line of 1 to ${nameLengthMax} characters.`,
  })
}
