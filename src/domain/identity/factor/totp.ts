import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/**
 * Codes by the time (RFC 6238) as every authenticator app makes them: SHA-1, six digits, half a
 * minute. Pure: what was used is the business of whoever asks.
 */

const secretBytes = 20
const stepSeconds = 30
/** Steps before and after the present one: clocks differ, and people type. */
const window = 1

export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes)
}

type Labelled = { secret: Buffer; issuer: string; account: string }

/** For the square code that an app reads, and the same to be typed. */
export function showTotp({ secret, issuer, account }: Labelled): { uri: string; base32: string } {
  const totp = totpOf(secret, { issuer: plain(issuer), label: plain(account) })
  return { uri: totp.toString(), base32: totp.secret.base32 }
}

/** The step that a code is of; undefined for one that is wrong, too old or to come. */
export function stepOfCode(
  secret: Buffer,
  { code, atMs }: { code: string; atMs: number },
): number | undefined {
  const totp = totpOf(secret)
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totp.validate({ token: code, timestamp: atMs, window })
  return delta === null ? undefined : totp.counter({ timestamp: atMs }) + delta
}

function totpOf(secret: Buffer, label: { issuer?: string; label?: string } = {}): TOTP {
  const buffer = Uint8Array.from(secret).buffer
  return new TOTP({
    ...label,
    secret: new Secret({ buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: stepSeconds,
  })
}

/** A colon would end the name of the issuer. */
function plain(name: string): string {
  return name.replaceAll(':', ' ')
}
