import { type CipherKey, createCipheriv, createDecipheriv } from 'node:crypto'
import { randomBuffer } from './random.ts'

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM (NIST SP 800-38D): a random nonce, the tag, and what is sealed. */
export function seal(key: CipherKey, bytes: Buffer): Buffer {
  const iv = randomBuffer(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Throws for another key, and for bytes that were changed. */
export function unseal(key: CipherKey, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes))
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
}
