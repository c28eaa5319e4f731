import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

const stopGraceMs = 10_000
const headersTimeoutMs = 15_000
/** Longer than proxies and clients keep a connection: so none is closed under a request. */
const keepAliveMs = 65_000

type Tls = { readonly tlsCertFile?: string | undefined; readonly tlsKeyFile?: string | undefined }

export function serverFor(config: Tls, callback: Parameters<typeof createHttpServer>[1]): Server {
  const server =
    config.tlsCertFile !== undefined && config.tlsKeyFile !== undefined
      ? createHttpsServer(
          { cert: readFileSync(config.tlsCertFile), key: readFileSync(config.tlsKeyFile) },
          callback,
        )
      : createHttpServer(callback)
  if (server instanceof HttpsServer) reloadCertificate(server, config)
  // Large uploads take as long as they take; slow headers do not.
  server.requestTimeout = 0
  server.headersTimeout = headersTimeoutMs
  server.keepAliveTimeout = keepAliveMs
  return server
}

const certificateLookMs = 5_000

/** A renewed certificate is used from its next connection on; a broken one is not taken. */
function reloadCertificate(server: HttpsServer, { tlsCertFile = '', tlsKeyFile = '' }: Tls) {
  const reload = () => {
    try {
      server.setSecureContext({ cert: readFileSync(tlsCertFile), key: readFileSync(tlsKeyFile) })
    } catch {
      // Half of the pair is new yet, or it is none: the old pair stays until the next change.
    }
  }
  for (const file of [tlsCertFile, tlsKeyFile]) {
    watchFile(file, { interval: certificateLookMs, persistent: false }, reload)
    server.once('close', () => unwatchFile(file, reload))
  }
}

export function urlOf(server: Server, { host, tlsCertFile }: Tls & { host: string }): string {
  const { port } = server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return `${tlsCertFile === undefined ? 'http' : 'https'}://${name}:${port}`
}

/** Stops taking requests, waits for those in progress, and cuts off what is still there then. */
export function stop(server: Server, beforeCut: () => void): Promise<void> {
  return new Promise((done) => {
    const cut = setTimeout(() => {
      beforeCut()
      server.closeAllConnections()
    }, stopGraceMs)
    server.close(() => {
      clearTimeout(cut)
      done()
    })
    server.closeIdleConnections()
  })
}
