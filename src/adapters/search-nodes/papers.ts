import type { IncomingMessage } from 'node:http'
import { rootCertificates, TLSSocket } from 'node:tls'
import { readAuthorities, readPair } from '../../base/pem-files.ts'

/** What one side shows the other besides the token, and by whom the other's must be signed. */
export type Papers = { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer }

type Settings = {
  readonly searchNodeCaFile?: string | undefined
  readonly searchNodeCertFile?: string | undefined
  readonly searchNodeKeyFile?: string | undefined
}

/** Read once, at the start; undefined where the settings name none. Throws PemRefused. */
export function papersOf(settings: Settings): Papers | undefined {
  const { searchNodeCaFile, searchNodeCertFile, searchNodeKeyFile } = settings
  if (!searchNodeCaFile || !searchNodeCertFile || !searchNodeKeyFile) return undefined
  const ca = readAuthorities(searchNodeCaFile)
  const { cert, key } = readPair({ certFile: searchNodeCertFile, keyFile: searchNodeKeyFile })
  return { ca, cert, key }
}

/** For whoever asks: the certificate of a server may as well be one that everybody trusts. */
export function showing(papers: Papers | undefined) {
  return papers ? { ...papers, ca: [...rootCertificates, papers.ca.toString()] } : {}
}

/** Whether a connection came with a certificate that the CA signed. */
export function showsPapers({ socket }: IncomingMessage): boolean {
  return socket instanceof TLSSocket && socket.authorized
}
