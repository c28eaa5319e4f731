import { InvalidInput } from '../../../base/errors.ts'
import { emailLengthMax } from '../limits.ts'

/**
 * The one form in which an address is stored, compared and counted: trimmed and lower-cased.
 * Throws InvalidInput for what cannot be an address. Only a sent message could prove that it is
 * one, so the check looks for slips and not for the whole grammar.
 */
export function normaliseEmail(text: string): string {
  const email = text.normalize('NFC').trim().toLowerCase()
  if (email.length > emailLengthMax || !likely.test(email)) {
    throw new InvalidInput({
      field: 'email',
      reason: 'invalid_email',
      message: 'This is not an e-mail address.',
    })
  }
  return email
}

const label = '[\\p{L}\\p{N}]([\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?'
const likely = new RegExp(`^[^\\s@"<>()[\\]\\\\,;:\\p{Cc}]{1,64}@${label}(\\.${label})+$`, 'u')
