import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { BackupRefused } from './manifest.ts'

/** Bytes in, other bytes out. */
export type Cipher = (source: AsyncIterable<Uint8Array>) => Promise<AsyncIterable<Uint8Array>>

/** Encrypts to an age recipient (age1…). Throws BackupRefused for what is none. */
export async function encryptTo(recipient: string): Promise<Cipher> {
  const { Encrypter } = await import('age-encryption')
  const make = () => {
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    return encrypter
  }
  try {
    make()
  } catch {
    throw new BackupRefused(`${recipient} is no age recipient (age1…). age-keygen makes one.`)
  }
  return async (source) => ofWeb(await make().encrypt(toWeb(source)))
}

/** Decrypts with the identities of an age key file. Throws BackupRefused when none is in it. */
export async function decryptWith(keyFile: string): Promise<Cipher> {
  const { Decrypter } = await import('age-encryption')
  const identities = keyFile.split('\n').filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0) {
    throw new BackupRefused('The identity file holds no line that starts with AGE-SECRET-KEY-.')
  }
  return async (source) => {
    const decrypter = new Decrypter()
    for (const identity of identities) decrypter.addIdentity(identity.trim())
    return ofWeb(await decrypter.decrypt(toWeb(source)))
  }
}

/** The streams of the package keep what they are given: so each piece is a copy. */
function toWeb(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const copies = async function* () {
    for await (const piece of source) yield new Uint8Array(piece)
  }
  return Readable.toWeb(Readable.from(copies(), { objectMode: true })) as never
}

function ofWeb(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  return stream as unknown as WebStream<Uint8Array>
}
