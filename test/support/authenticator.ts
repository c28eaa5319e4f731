// An authenticator of WebAuthn in software: ES256 keys, attestation "none", CBOR by hand. What it
// lies about is said with each call.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Lies = {
  origin?: string
  rpId?: string
  challenge?: string
  /** Whether whoever holds it was seen, and showed who it is. */
  isVerified?: boolean
  /** What it says that it has counted. */
  count?: number
  userHandle?: string | null
}

type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId: string }

export type Authenticator = {
  credentialId: string
  /** What `navigator.credentials.create()` gives as JSON. */
  create(options: CreationOptions, lies?: Lies): object
  /** What `navigator.credentials.get()` gives as JSON; it counts one more. */
  get(options: RequestOptions, lies?: Lies): object
}

/** One passkey; `origin` is that of the page. */
export function openAuthenticator({ origin }: { origin: string }): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const credentialId = id.toString('base64url')
  let count = 0
  let handle: string | undefined
  return {
    credentialId,
    create({ challenge, rp, user }, lies = {}) {
      handle = user.id
      const authData = Buffer.concat([
        head({ rpId: lies.rpId ?? rp.id, flags: 0x40 | flagsOf(lies), count: lies.count ?? count }),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey),
      ])
      const said = { type: 'webauthn.create', challenge: lies.challenge ?? challenge }
      const clientData = clientDataOf({ ...said, origin: lies.origin ?? origin })
      return answer(credentialId, {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestation(authData).toString('base64url'),
        transports: ['internal'],
      })
    },
    get({ challenge, rpId }, lies = {}) {
      count += 1
      const known = { rpId: lies.rpId ?? rpId, flags: flagsOf(lies), count: lies.count ?? count }
      const authData = head(known)
      const said = { type: 'webauthn.get', challenge: lies.challenge ?? challenge }
      const clientData = clientDataOf({ ...said, origin: lies.origin ?? origin })
      const signed = Buffer.concat([authData, sha256(clientData)])
      return answer(credentialId, {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: lies.userHandle === undefined ? handle : lies.userHandle,
      })
    },
  }
}

function answer(id: string, response: object): object {
  return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
}

function flagsOf({ isVerified = true }: Lies): number {
  return isVerified ? 0x05 : 0x01
}

function head({ rpId, flags, count }: { rpId: string; flags: number; count: number }): Buffer {
  const counted = Buffer.alloc(4)
  counted.writeUInt32BE(count)
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), counted])
}

function clientDataOf(said: { type: string; challenge: string; origin: string }): Buffer {
  return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }))
}

/** `{1: 2, 3: -7, -1: 1, -2: x, -3: y}` (RFC 9053, 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    bytes(x),
    Buffer.from([0x22, 0x58, 0x20]),
    bytes(y),
  ])
}

/** `{"fmt": "none", "attStmt": {}, "authData": …}` (WebAuthn 3, 8.7). */
function attestation(authData: Buffer): Buffer {
  const text = (word: string) =>
    Buffer.concat([Buffer.from([0x60 | word.length]), Buffer.from(word)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x59, authData.length >> 8, authData.length & 0xff]),
    authData,
  ])
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
