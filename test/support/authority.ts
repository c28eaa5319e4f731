// An authority that signs what TLS takes, in this process: for parties that are believed, and for
// those that show something else.
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

/** A certificate with its key, PEM. */
export type SignedPair = { cert: string; key: string }

type Asked = {
  /** Names and addresses that it is for. */
  for?: readonly string[]
  endMs?: number
  /** What it may be used for, where it says so. */
  purposes?: readonly ('serverAuth' | 'clientAuth')[]
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const dayMs = 86_400_000

export type Authority = Awaited<ReturnType<typeof openAuthority>>

export async function openAuthority(name: string) {
  x509.cryptoProvider.set(webcrypto as never)
  const keys = await newKeys()
  const life = { notBefore: new Date(Date.now() - 40 * dayMs), signingAlgorithm: algorithm }
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    ...life,
    serialNumber: '01',
    name: `CN=${name}`,
    notAfter: new Date(Date.now() + 40 * dayMs),
    keys: keys as never,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  })
  let count = 1
  return {
    /** Whom others are to believe. */
    pem: `${own.toString('pem')}\n`,
    async sign({ for: names = ['127.0.0.1'], endMs, purposes }: Asked = {}): Promise<SignedPair> {
      count += 1
      const { publicKey, privateKey } = await newKeys()
      const certificate = await x509.X509CertificateGenerator.create({
        ...life,
        serialNumber: String(count).padStart(4, '0'),
        subject: `CN=${names[0]}`,
        issuer: own.subject,
        notAfter: new Date(endMs ?? Date.now() + 20 * dayMs),
        publicKey: publicKey as never,
        signingKey: keys.privateKey as never,
        extensions: [
          new x509.SubjectAlternativeNameExtension(names.map(asName)),
          ...(purposes ? [usageOf(purposes)] : []),
        ],
      })
      return { cert: `${certificate.toString('pem')}\n`, key: await pemOf(privateKey) }
    },
  }
}

function usageOf(purposes: readonly ('serverAuth' | 'clientAuth')[]) {
  return new x509.ExtendedKeyUsageExtension(purposes.map((name) => x509.ExtendedKeyUsage[name]))
}

function newKeys() {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

function asName(value: string): { type: 'ip' | 'dns'; value: string } {
  return { type: /^[\d.]+$/.test(value) ? 'ip' : 'dns', value }
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64')
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} PRIVATE KEY-----\n`)
  return `${begin}${bytes.replace(/.{64}/g, '$&\n')}\n${end}`
}
