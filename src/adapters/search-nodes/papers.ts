import { unwatchFile, watchFile } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { rootCertificates, TLSSocket } from 'node:tls'
import { failureWords } from '../../base/failure-words.ts'
import { PemRefused, readAuthorities, readPair } from '../../base/pem-files.ts'

/** What one side shows the other besides the token, and by whom the other's must be signed. */
export type Papers = { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer }

type Settings = {
  readonly searchNodeCaFile?: string | undefined
  readonly searchNodeCertFile?: string | undefined
  readonly searchNodeKeyFile?: string | undefined
}

/** As the files are now; undefined where the settings name none. Throws PemRefused. */
export function papersOf(settings: Settings): Papers | undefined {
  const { searchNodeCaFile, searchNodeCertFile, searchNodeKeyFile } = settings
  if (!searchNodeCaFile || !searchNodeCertFile || !searchNodeKeyFile) return undefined
  const ca = readAuthorities(searchNodeCaFile)
  const { cert, key } = readPair({ certFile: searchNodeCertFile, keyFile: searchNodeKeyFile })
  return { ca, cert, key }
}

const lookEveryMs = 5_000

type Watched = { readonly papers: Papers | undefined } & Disposable
type Watching = { onRefused(why: string): void; onTaken?(): void }

/**
 * The same, read anew when a file changes; what cannot be used then is not taken. Throws PemRefused
 * at the start.
 */
export function watchPapers(settings: Settings, { onRefused, onTaken }: Watching): Watched {
  let now = papersOf(settings)
  if (now === undefined) return { papers: undefined, [Symbol.dispose]() {} }
  const reload = () => {
    try {
      now = papersOf(settings)
      onTaken?.()
    } catch (error) {
      if (!(error instanceof PemRefused)) throw error
      onRefused(error.message)
    }
  }
  const { searchNodeCaFile, searchNodeCertFile, searchNodeKeyFile } = settings
  const files = [searchNodeCaFile, searchNodeCertFile, searchNodeKeyFile].map((file) => file ?? '')
  for (const file of files) watchFile(file, { interval: lookEveryMs, persistent: false }, reload)
  const current = () => now as Papers
  return {
    papers: {
      get ca() {
        return current().ca
      },
      get cert() {
        return current().cert
      },
      get key() {
        return current().key
      },
    },
    [Symbol.dispose]() {
      for (const file of files) unwatchFile(file, reload)
    },
  }
}

/** For whoever asks: the certificate of a server may as well be one that everybody trusts. */
export function showing(papers: Papers | undefined) {
  return papers ? { ...papers, ca: [...rootCertificates, papers.ca.toString()] } : {}
}

/** What is wrong with the certificate of whoever asks; undefined: nothing. */
export function papersLacking({ socket }: IncomingMessage): string | undefined {
  if (!(socket instanceof TLSSocket)) return 'there is no certificate without TLS'
  if (socket.authorized) return endOf(socket) < Date.now() ? timeWords.CERT_HAS_EXPIRED : undefined
  const isShown = Object.keys(socket.getPeerCertificate() ?? {}).length > 0
  if (!isShown) return 'there is no certificate, and KONTOR_SEARCH_NODE_CA_FILE wants one'
  const code = String(socket.authorizationError ?? '')
  if (code === 'INVALID_PURPOSE') return 'the certificate is not one for clients, by its own words'
  return timeWords[code] ?? `the certificate is not signed by the CA of KONTOR_SEARCH_NODE_CA_FILE`
}

const ends = new WeakMap<TLSSocket, number>()

/** A connection may be kept for longer than the certificate holds that it began with. */
function endOf(socket: TLSSocket): number {
  const known = ends.get(socket)
  if (known !== undefined) return known
  const endMs = Date.parse(socket.getPeerCertificate().valid_to)
  ends.set(socket, endMs)
  return endMs
}

const timeWords: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate has ended',
  CERT_NOT_YET_VALID: 'the certificate does not hold yet: compare the clocks',
}

type TlsFailure = { code?: string; cert?: { subjectaltname?: string } }

/** Why nothing was heard of the other side, in words that fit its certificate. */
export function exchangeWords(error: unknown): string {
  const { code = '', cert } = (error ?? {}) as TlsFailure
  const aboutTime = timeWords[code]
  if (aboutTime !== undefined) return `there ${aboutTime}`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names = cert?.subjectaltname ?? 'no name'
    return `the certificate there is for ${names}, and not for the name in its address`
  }
  if (code === 'INVALID_PURPOSE')
    return 'the certificate there is not one for servers, by its own words'
  if (/^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/.test(code)) {
    const known = 'that is known here (KONTOR_SEARCH_NODE_CA_FILE)'
    return `the certificate there is signed by no CA ${known}`
  }
  return failureWords(error)
}
