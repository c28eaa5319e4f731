import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { rootCertificates, TLSSocket } from 'node:tls'

/** What one side shows the other besides the token, and by whom the other's must be signed. */
export type Papers = { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer }

type Settings = {
  readonly searchNodeCaFile?: string | undefined
  readonly searchNodeCertFile?: string | undefined
  readonly searchNodeKeyFile?: string | undefined
}

/** Read once, at the start; undefined where the settings name none. Throws what reading throws. */
export function papersOf(settings: Settings): Papers | undefined {
  const { searchNodeCaFile, searchNodeCertFile, searchNodeKeyFile } = settings
  if (!searchNodeCaFile || !searchNodeCertFile || !searchNodeKeyFile) return undefined
  return {
    ca: readFileSync(searchNodeCaFile),
    cert: readFileSync(searchNodeCertFile),
    key: readFileSync(searchNodeKeyFile),
  }
}

/** For whoever asks: the certificate of a server may as well be one that everybody trusts. */
export function showing(papers: Papers | undefined) {
  return papers ? { ...papers, ca: [...rootCertificates, papers.ca.toString()] } : {}
}

/** Whether a connection came with a certificate that the CA signed. */
export function showsPapers({ socket }: IncomingMessage): boolean {
  return socket instanceof TLSSocket && socket.authorized
}
