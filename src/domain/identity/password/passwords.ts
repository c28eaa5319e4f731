import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { InvalidInput, Saturated } from '../../../base/errors.ts'
import { sameBytes } from '../../../base/secrets.ts'
import { openTurns } from '../../../base/turns.ts'
import * as limits from '../limits.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** Work per password: 2^logN blocks of r × 128 bytes, p times over. */
export type PasswordCost = { readonly logN: number; readonly r: number; readonly p: number }

/** OWASP's scrypt setting for 32 MiB: about a quarter of a second on one core. */
export const PASSWORD_COST: PasswordCost = { logN: 15, r: 8, p: 3 }

export type Passwords = ReturnType<typeof openPasswords>

/** Who waits for a hash: somebody with a session or a known device goes before all others. */
export type Waiting = 'known' | 'unknown'

/**
 * Hashing and checking of passwords. The work is done by libuv's threads, a few at a time: a flood
 * of logins must neither fill the memory nor keep the file system waiting, nor whom we know. All
 * functions throw Saturated when too many of their kind wait already.
 */
export function openPasswords(cost: PasswordCost = PASSWORD_COST) {
  const waiting = { max: limits.passwordHashesWaitingMax, refusal: tooMany }
  const inTurn = openTurns({ atOnce: limits.passwordHashesAtOnce, waiting })
  const derive = (hashed: Hashed, who: Waiting = 'unknown') =>
    inTurn(() => deriveKey(hashed), who === 'known' ? 'first' : 'usual')

  return {
    /** `$scrypt$ln=15,r=8,p=3$salt$hash`: the cost travels with the hash, so that it can rise. */
    async hash(password: string, who?: Waiting): Promise<string> {
      const salt = randomBytes(saltBytes)
      return format(cost, salt, await derive({ password, salt, work: cost }, who))
    },

    /** A hash that no password is known to fit, for an account that nobody logs in to any more. */
    unusable: (): string => format(cost, randomBytes(saltBytes), randomBytes(keyBytes)),

    /** Whether the password fits, and whether its hash should be made anew at today's cost. */
    async verify({ password, hash }: { password: string; hash: string }, who?: Waiting) {
      const { work, salt, key } = parse(hash)
      const fits = sameBytes(await derive({ password, salt, work }, who), key)
      return { fits, outdated: fits && format(work, salt, key) !== format(cost, salt, key) }
    },

    /** The same work for an account that does not exist: the time must not tell. */
    async verifyNobody(password: string): Promise<{ fits: false }> {
      await derive({ password, salt: nobodySalt, work: cost })
      return { fits: false }
    },
  }
}

/** The field a new password came in, as the interface names it. */
export type PasswordField = 'password' | 'new_password'

/** Our choice for spec 5.2.9. Throws InvalidInput that names the field. */
export function requireGoodPassword(field: PasswordField, password: string): void {
  const length = [...password.normalize('NFKC')].length
  if (length < limits.passwordLengthMin) {
    throw new InvalidInput({
      field,
      reason: 'too_short',
      message: `A password needs at least ${limits.passwordLengthMin} characters.`,
    })
  }
  if (length > limits.passwordLengthMax) {
    throw new InvalidInput({
      field,
      reason: 'too_long',
      message: `A password has at most ${limits.passwordLengthMax} characters.`,
    })
  }
  if (COMMON_PASSWORDS.has(password.toLowerCase())) {
    throw new InvalidInput({
      field,
      reason: 'too_common',
      message: 'This password is among the commonest and would soon be guessed.',
    })
  }
}

const saltBytes = 16
const keyBytes = 32
const nobodySalt = Buffer.alloc(saltBytes, 'nobody')
const memoryMaxBytes = 256 * 1024 * 1024

type Hashed = { password: string; salt: Buffer; work: PasswordCost }

function deriveKey({ password, salt, work }: Hashed): Promise<Buffer> {
  const options: ScryptOptions = {
    N: 2 ** work.logN,
    r: work.r,
    p: work.p,
    maxmem: memoryMaxBytes,
  }
  // NFKC: the same password typed on another system may arrive in another Unicode form.
  const text = password.normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(text, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

function format({ logN, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${logN},r=${r},p=${p}$${salt.toString('base64')}$${key.toString('base64')}`
}

function parse(stored: string): { work: PasswordCost; salt: Buffer; key: Buffer } {
  const parts = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([^$]+)\$([^$]+)$/.exec(stored)
  if (!parts) throw new TypeError('not a password hash of ours')
  const [, logN, r, p, salt = '', key = ''] = parts
  return {
    work: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

function tooMany(): Saturated {
  return new Saturated({
    message: 'Too many people are logging in at this moment.',
    retryAfterSeconds: 2,
  })
}
