import { unwatchFile, watchFile } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { type SecureContext, TLSSocket, type TlsOptions } from 'node:tls'
import { PemRefused, readAuthorities, readPair } from '../base/pem-files.ts'
import { type Answering, begin, headerMaxBytes, refuseEarly } from './connections/early-refusals.ts'
import { continueWhenRead } from './connections/expect-continue.ts'
import {
  closeAfterAnswers,
  endConnections,
  limitConnections,
} from './connections/limit-connections.ts'
import { closeAfter } from './connections/lingering.ts'
import { openTurns } from './connections/turns.ts'

const stopGraceMs = 10_000
const stopTellMs = 1_000
/** Longer than proxies and clients keep a connection: so none is closed under a request. */
const keepAliveMs = 65_000

type Tls = {
  readonly tlsCertFile?: string | undefined
  readonly tlsKeyFile?: string | undefined
  /** Whoever shows a certificate that this CA signed is a search node, or a server of nodes. */
  readonly searchNodeCaFile?: string | undefined
}

export type ServerSettings = Tls & { connectionsMax: number; headSeconds: number }

/** Certificates that come while it serves; before the first, no handshake is done. */
export type Certificates = { contextFor(name: string): SecureContext | undefined }

/** Told when the certificate ends that is shown from now on, and why a changed one is not. */
export type PairWatch = { onShown(endMs: number): void; onRefused(why: string): void }

type Serving = {
  answer: Answering
  certificates?: Certificates | undefined
  pair?: PairWatch | undefined
}

/** Throws PemRefused. */
export function serverFor(config: ServerSettings, { answer, certificates, pair }: Serving): Server {
  const headMs = config.headSeconds * 1_000
  const options = {
    maxHeaderSize: headerMaxBytes,
    headersTimeout: headMs,
    // How long a body may take is limited where it is known whose it is: connections/unfinished.ts.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: headMs / 5,
    // A request without a Host is refused where hosts are looked at.
    requireHostHeader: false,
  }
  const turns = openTurns()
  const take: Answering = (req, res) => {
    if (!turns.hears(req)) return
    begin(req, res)
    if (!server.listening) closeAfter(req, res)
    turns.take(req, res, () => void answer(req, res))
  }
  const tls = tlsOf(config, { certificates, pair })
  const server: Server = tls
    ? createHttpsServer({ ...options, ...tls, handshakeTimeout: headMs }, take)
    : createHttpServer(options, take)
  if (server instanceof HttpsServer && config.tlsCertFile)
    reloadCertificate(server, { tls: config, pair })
  server.on('clientError', (fault, socket) => refuseEarly(fault, socket as Socket, answer))
  // A request that expects what nobody knows is one like others. Node would answer it by itself.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))
  server.on('checkContinue', (req, res) => {
    continueWhenRead(req, res)
    server.emit('request', req, res)
  })
  limitConnections(server, config.connectionsMax)
  return server
}

function tlsOf(tls: Tls, { certificates, pair }: Omit<Serving, 'answer'>): TlsOptions | undefined {
  if (tls.tlsCertFile !== undefined && tls.tlsKeyFile !== undefined) {
    // Nobody else is asked for one in earnest: who shows none is served as ever.
    const asks = tls.searchNodeCaFile && { requestCert: true, rejectUnauthorized: false }
    return { ...filesOf(tls, pair), ...asks }
  }
  if (!certificates) return undefined
  return {
    // RFC 8737: an authority that looks for TLS-ALPN-01 speaks no HTTP.
    ALPNProtocols: ['http/1.1', 'acme-tls/1'],
    SNICallback: (name, done) => done(null, certificates.contextFor(name)),
  }
}

type Watch = PairWatch | undefined

function filesOf({ tlsCertFile = '', tlsKeyFile = '', searchNodeCaFile }: Tls, watch: Watch) {
  const ca = searchNodeCaFile === undefined ? undefined : readAuthorities(searchNodeCaFile)
  const { endMs, ...pair } = readPair({ certFile: tlsCertFile, keyFile: tlsKeyFile })
  watch?.onShown(endMs)
  return { ...pair, ca }
}

const certificateLookMs = 5_000

/** A renewed certificate is used from its next connection on; a broken one is not taken. */
function reloadCertificate(server: HttpsServer, { tls, pair }: { tls: Tls; pair: Watch }) {
  let { ca } = filesOf(tls, undefined)
  const reload = () => {
    try {
      const files = filesOf(tls, pair)
      server.setSecureContext(files)
      if (ca?.equals(files.ca ?? none) === false) endConnections(server, wasLetIn)
      ca = files.ca
    } catch (error) {
      if (!(error instanceof PemRefused)) throw error
      // Half of the pair is new yet, or it is none: the old pair stays until the next change.
      pair?.onRefused(error.message)
    }
  }
  const { tlsCertFile = '', tlsKeyFile = '', searchNodeCaFile = [] } = tls
  for (const file of [tlsCertFile, tlsKeyFile].concat(searchNodeCaFile)) {
    watchFile(file, { interval: certificateLookMs, persistent: false }, reload)
    server.once('close', () => unwatchFile(file, reload))
  }
}

const none = Buffer.alloc(0)

/** By a CA that may be believed no more: it shows its certificate again. Browsers show none. */
function wasLetIn(socket: Socket): boolean {
  return socket instanceof TLSSocket && socket.authorized
}

export function urlOf(server: Server, { host }: { host: string }): string {
  const { port } = server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return `${server instanceof HttpsServer ? 'https' : 'http'}://${name}:${port}`
}

export type Stopping = {
  /** Ends what has no end by itself. */
  first(): void
  /** Says what is waited for, to whoever wonders why it has not ended. */
  stillThere(): void
  beforeCut(): void
}

/** Stops taking requests, waits for those in progress, and cuts off what is still there then. */
export function stop(server: Server, stopping: Stopping): Promise<void> {
  const { first, stillThere, beforeCut } = stopping
  first()
  return new Promise((done) => {
    const tell = setTimeout(stillThere, stopTellMs)
    const cut = setTimeout(() => {
      beforeCut()
      server.closeAllConnections()
    }, stopGraceMs)
    server.close(() => {
      clearTimeout(tell)
      clearTimeout(cut)
      done()
    })
    closeAfterAnswers(server)
  })
}
