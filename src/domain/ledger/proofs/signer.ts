import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import { onceFor } from '../../../base/once-for.ts'
import { derivedKey, type PastSigner, type Secrets } from '../../../base/secrets.ts'

/** The DER that stands before the 32 bytes of an Ed25519 key (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** What its seed is derived for. */
export const signingPurpose = 'ledger-signing'

export type Signer = {
  /** 32 bytes. */
  readonly publicKey: Buffer
  readonly publicKeyPem: string
  readonly keyId: string
  sign(text: string): Buffer
  /** Those of before a rotation, the last one first: the sealed ring names them. */
  past(): readonly PastSigner[]
}

type Key = Omit<Signer, 'past'>

/**
 * The key that signs heads, derived from the folder's secrets and never stored by itself. Asked for
 * its members it is the one of the moment: a rotation puts another in its place.
 */
export function openSigner(secrets: Secrets): Signer {
  const keys = secrets.signing(signingPurpose)
  const signerFor = onceFor(signerOf)
  const now = () => signerFor(keys.current())
  return {
    get publicKey() {
      return now().publicKey
    },
    get publicKeyPem() {
      return now().publicKeyPem
    },
    get keyId() {
      return now().keyId
    },
    sign: (text) => now().sign(text),
    past: () => secrets.pastSigners().toSorted((left, right) => right.number - left.number),
  }
}

/**
 * Whether this key signs or signed here. With the time of what it signed: not after it retired.
 */
export function isOperatorsKey(
  signer: Signer,
  { publicKey, atMs }: { publicKey: Buffer; atMs: number },
): boolean {
  if (publicKey.equals(signer.publicKey)) return true
  return signer.past().some((one) => one.publicKey.equals(publicKey) && atMs <= one.retiredMs)
}

function signerOf(seed: Buffer): Key {
  const key = { key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' } as const
  const privateKey = createPrivateKey(key)
  const publicObject = createPublicKey(privateKey)
  const publicKey = rawOf(publicObject)
  return {
    publicKey,
    publicKeyPem: publicObject.export({ type: 'spki', format: 'pem' }).toString(),
    keyId: keyIdOf(publicKey),
    sign: (text) => sign(null, Buffer.from(text), privateKey),
  }
}

/** The public half of a seed, with its name. */
export function publicKeyOfSeed(seed: Buffer): Pick<Signer, 'publicKey' | 'keyId'> {
  return signerOf(seed)
}

/** With which key that is checked which a secret of the folder signs. */
export function publicKeyOfSecret(secret: Buffer): Buffer {
  return signerOf(derivedKey(secret, signingPurpose)).publicKey
}

/** The other way round: for keys that are kept by their 32 bytes. */
export function pemOf(publicKey: Buffer): string {
  const key = createPublicKey({
    key: Buffer.concat([publicPrefix, publicKey]),
    format: 'der',
    type: 'spki',
  })
  return key.export({ type: 'spki', format: 'pem' }).toString()
}

/** Names a key: the beginning of the hash of its 32 bytes. */
export function keyIdOf(publicKey: Buffer): string {
  return hash('sha256', publicKey, 'hex').slice(0, 16)
}

/** Throws for what is no Ed25519 key in PEM. */
export function publicKeyFromPem(pem: string): Buffer {
  const key = createPublicKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('not an Ed25519 key')
  return rawOf(key)
}

export function isSignedBy(
  publicKey: Buffer,
  { text, signature }: { text: string; signature: Buffer },
): boolean {
  const key = createPublicKey({
    key: Buffer.concat([publicPrefix, publicKey]),
    format: 'der',
    type: 'spki',
  })
  return signature.length === 64 && verify(null, Buffer.from(text), key, signature)
}

function rawOf(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' }).subarray(publicPrefix.length)
}
