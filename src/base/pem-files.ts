import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'

export type PairFiles = { readonly certFile: string; readonly keyFile: string }

/** A file that cannot be used; the message names it, says why, and never what was read. */
export class PemRefused extends Error {
  override readonly name = 'PemRefused'
  readonly part: 'cert' | 'key' | 'ca'
  constructor(part: PemRefused['part'], message: string) {
    super(message)
    this.part = part
  }
}

/** A certificate with its key, as they are shown, and when it ends. Throws PemRefused. */
export function readPair({ certFile, keyFile }: PairFiles) {
  const { bytes: cert, certificate } = readCertificate('cert', certFile)
  const key = read('key', keyFile)
  if (!certificate.checkPrivateKey(keyIn(key, keyFile))) {
    throw new PemRefused('key', `${keyFile} is not the key of the certificate in ${certFile}.`)
  }
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new PemRefused('cert', `${certFile} cannot be used: ${(error as Error).message}.`)
  }
  return { cert, key, endMs: certificate.validToDate.getTime() }
}

/** Who signs what others show. Throws PemRefused. */
export function readAuthorities(file: string): Buffer {
  return readCertificate('ca', file).bytes
}

/** When the last of those authorities ends. Throws PemRefused. */
export function authoritiesEndMs(file: string): number {
  const text = readAuthorities(file).toString('latin1')
  const blocks = text.match(/-----BEGIN [^-]*CERTIFICATE-----[^-]*-----END [^-]*-----/g) ?? []
  const ends = blocks.flatMap((block) => {
    try {
      return [new X509Certificate(block).validToDate.getTime()]
    } catch {
      return []
    }
  })
  return Math.max(...ends)
}

function readCertificate(part: PemRefused['part'], file: string) {
  const bytes = read(part, file)
  try {
    return { bytes, certificate: new X509Certificate(bytes) }
  } catch {
    throw new PemRefused(part, `${file} holds no PEM certificate.`)
  }
}

function keyIn(bytes: Buffer, file: string): KeyObject {
  try {
    return createPrivateKey(bytes)
  } catch {
    const form = 'that is PEM and without a passphrase'
    throw new PemRefused('key', `${file} holds no private key ${form}.`)
  }
}

function read(part: PemRefused['part'], file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new PemRefused(part, `${file} cannot be read (${code}).`)
  }
}
