import type { Server } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'
import { keepCertificate } from '../adapters/acme/keep-certificate.ts'
import type { Challenges } from '../adapters/acme/order-certificate.ts'
import type { Secrets } from '../base/secrets.ts'
import type { Config } from '../config.ts'
import { challengeServer } from '../http/challenge-server.ts'
import type { PairWatch } from '../http/http-server.ts'
import { listen } from '../http/listen.ts'
import type { Status } from './running-process.ts'

type Needs = { config: Config; secrets: Secrets; log: Logger; owned: AsyncDisposableStack }

/** Certificates by ACME, where the settings ask for them. */
export function openCertificates({ config, secrets, log, owned }: Needs) {
  const { acme, dataDir, host, loopback, baseUrl } = config
  if (!acme) return undefined
  const challenges: Challenges = { http: new Map(), alpn: new Map() }
  return {
    /** For the server: a challenge is shown to whoever asks for its name, and nothing to others. */
    contextFor(name: string) {
      const shown = challenges.alpn.get(name)
      return shown && createSecureContext(shown)
    },
    /** Once the server listens. Throws AddressRefused for the port of HTTP-01. */
    async start(server: Server): Promise<void> {
      if (!(server instanceof HttpsServer)) return
      const { httpPort, domains } = acme
      if (httpPort !== undefined) {
        const port = () => portOf(baseUrl) ?? (server.address() as AddressInfo).port
        const plain = challengeServer({ answers: challenges.http, domains, port })
        await listen(plain, { host, port: httpPort, loopback, option: '--acme-http-port' })
        owned.defer(() => void plain.close().closeAllConnections())
      }
      const key = secrets.derive('acme')
      const use = (pair: { cert: string; key: string }) => server.setSecureContext(pair)
      owned.use(keepCertificate({ settings: acme, dataDir, key, log, use, challenges }))
    },
  }
}

/** What becomes of a certificate that lies in files. */
export function watchPair(status: Status, log: Logger): PairWatch {
  return {
    onShown(endMs) {
      status.certificateEndMs = endMs
    },
    onRefused(why) {
      log.warn({ why }, 'the changed certificate was not taken')
    },
  }
}

/** Where visitors come in: something may forward it to another one. */
function portOf(baseUrl: string | undefined): number | undefined {
  return baseUrl === undefined ? undefined : Number(new URL(baseUrl).port || 443)
}
