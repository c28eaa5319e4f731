import { randomBytes } from 'node:crypto'
import { hmac, randomToken, type Secrets } from '../../base/secrets.ts'

/**
 * The forms of our credentials. Session: `sess_` and 256 random bits. API key (spec 5.2.1):
 * `kontor_{prefix}_{secret}`, where the prefix finds the row and 256 random bits prove the rest.
 * Both parts are hexadecimal, so that a key has exactly two underscores and copies with a
 * double-click. Stored are keyed hashes only; the secrets are random, so no slow hash is needed.
 */

const brand = 'kontor'
const keyPattern = /^kontor_([0-9a-f]{12})_([0-9a-f]{64})$/
const refreshPattern = /^kontorr_([0-9a-f]{12})_([0-9a-f]{64})_([0-9a-f]{64})$/
const sessionPattern = /^sess_[A-Za-z0-9_-]{43}$/

export type CredentialHashes = ReturnType<typeof openCredentialHashes>

export function openCredentialHashes(secrets: Secrets) {
  const sessions = secrets.signing('session')
  const devices = secrets.signing('device')
  return {
    session: (token: string) => hmac(sessions.current(), token),
    /** A session that was opened before a rotation lasts until the overlap ends. */
    sessionsTaken: (token: string) => sessions.accepted().map((key) => hmac(key, token)),
    apiKey: (parts: KeyParts) => hmac(secrets.derive('api-key'), parts.prefix, parts.secret),
    setupCode: (code: string) => hmac(secrets.derive('setup-code'), code),
    /** The marks by which a device may be known, that of today first. */
    devices: (userId: string, device: { id: string; issuedAtMs: number }) =>
      devices.accepted().map((key) => hmac(key, userId, device.id, String(device.issuedAtMs))),
    invitation: (code: string) => hmac(secrets.derive('invitation'), code),
    resetCode: (code: string) => hmac(secrets.derive('reset-code'), code),
    oauthCode: (code: string) => hmac(secrets.derive('oauth-code'), code),
    refresh: (half: RefreshHalf, { prefix, [half]: secret }: RefreshParts) =>
      hmac(secrets.derive('oauth-refresh'), half, prefix, secret),
    /**
     * What a refresh token is changed for. It follows from the token, and from what nobody else
     * has: so a program that asks twice at once is given the same twice, and nothing is kept.
     */
    renewed({ prefix, family, turn }: RefreshParts) {
      const next = (what: string) =>
        hmac(secrets.derive('oauth-renewed'), what, prefix, family, turn).toString('hex')
      return {
        key: apiKeyOf({ prefix, secret: next('key') }),
        refresh: refreshOf({ prefix, family, turn: next('turn') }),
      }
    },
  }
}

export type KeyParts = { readonly prefix: string; readonly secret: string }

export function newApiKey(): KeyParts & { readonly text: string } {
  return apiKeyOf({ prefix: randomBytes(6).toString('hex'), secret: randomHex() })
}

function apiKeyOf({ prefix, secret }: KeyParts): KeyParts & { readonly text: string } {
  return { prefix, secret, text: `${brand}_${prefix}_${secret}` }
}

/** Undefined for what cannot be a key of ours. */
export function parseApiKey(text: string): KeyParts | undefined {
  const [, prefix, secret] = keyPattern.exec(text) ?? []
  return prefix && secret ? { prefix, secret } : undefined
}

/** With which a program renews its key: what finds it, what stays, and what counts once. */
export type RefreshParts = {
  readonly prefix: string
  readonly family: string
  readonly turn: string
}
type RefreshHalf = 'family' | 'turn'

/** The first of a family. */
export function newRefreshToken({ prefix }: { prefix: string }): RefreshToken {
  return refreshOf({ prefix, family: randomHex(), turn: randomHex() })
}

type RefreshToken = RefreshParts & { readonly text: string }

function refreshOf({ prefix, family, turn }: RefreshParts): RefreshToken {
  return { prefix, family, turn, text: `${brand}r_${prefix}_${family}_${turn}` }
}

/** Undefined for what cannot be a refresh token of ours. */
export function parseRefreshToken(text: string): RefreshParts | undefined {
  const [, prefix, family, turn] = refreshPattern.exec(text) ?? []
  return prefix && family && turn ? { prefix, family, turn } : undefined
}

function randomHex(): string {
  return randomBytes(32).toString('hex')
}

export function newSessionToken(): string {
  return `sess_${randomToken(32)}`
}

/** What an invited person types or is sent as a link: `invite_` and 256 random bits. */
export function newInvitationCode(): string {
  return `invite_${randomToken(32)}`
}

/** What somebody who lost a password is handed: `reset_` and 256 random bits. */
export function newResetCode(): string {
  return `reset_${randomToken(32)}`
}

export function isSessionToken(text: string): boolean {
  return sessionPattern.test(text)
}
