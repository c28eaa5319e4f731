import { challengeLifetimeMs } from '../limits.ts'
import type { PasskeyRow } from './queries.ts'

/** Where passkeys are for: the relying party of WebAuthn. */
export type PasskeyPlace = {
  /** A domain name. */
  readonly id: string
  /** Of the pages that may use them. */
  readonly origin: string
}

type Person = { userId: string; email: string; displayName: string }

/** What a browser makes a passkey by (WebAuthn 3, PublicKeyCredentialCreationOptionsJSON). */
export function creationOptions(asked: {
  challenge: string
  place: PasskeyPlace
  person: Person
  known: readonly PasskeyRow[]
}) {
  const { challenge, place, person, known } = asked
  return {
    challenge,
    rp: { id: place.id, name: 'Kontor' },
    user: { id: handleOf(person.userId), name: person.email, displayName: person.displayName },
    // ES256, EdDSA, RS256: what phones, browsers and keys have.
    pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: challengeLifetimeMs,
    attestation: 'none' as const,
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
    excludeCredentials: known.map(descriptor),
  }
}

/** What a browser shows one by; of nobody in particular where none are known. */
export function requestOptions(asked: {
  challenge: string
  place: PasskeyPlace
  known: readonly PasskeyRow[]
}) {
  return {
    challenge: asked.challenge,
    rpId: asked.place.id,
    timeout: challengeLifetimeMs,
    userVerification: 'required' as const,
    allowCredentials: asked.known.map(descriptor),
  }
}

export type CreationOptions = ReturnType<typeof creationOptions>
export type RequestOptions = ReturnType<typeof requestOptions>

/** By which an authenticator knows whose a passkey is: the id, which is no name. */
export function handleOf(userId: string): string {
  return Buffer.from(userId, 'utf8').toString('base64url')
}

function descriptor({ credentialId, transports }: PasskeyRow) {
  const id = credentialId.toString('base64url')
  return { type: 'public-key' as const, id, transports: [...transports] }
}
