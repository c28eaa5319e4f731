// Certificates by ACME from an authority that others wrote: pebble, where it is installed.
import { connect, type PeerCertificate } from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../support/free-port.ts'
import { leanSettings } from '../support/lean-settings.ts'
import { hasPebble, openPebble } from '../support/pebble.ts'
import { runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const name = 'data.kontor.test'

type Shown = { port: number; root: string }

/** What the server shows to whoever trusts the authority alone. */
function shown({ port, root }: Shown): Promise<PeerCertificate | undefined> {
  return new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port, servername: name, ca: root })
    socket.once('secureConnect', () => {
      done(socket.getPeerCertificate())
      socket.destroy()
    })
    socket.once('error', () => done(undefined))
  })
}

const title = 'pebble looks by HTTP-01 and by TLS-ALPN-01, and what it issues is renewed'
if (!hasPebble()) console.log(`    pebble is not installed: '${title}' was not tried`)
test(title, async () => {
  if (!hasPebble()) return
  for (const isByHttp of [true, false]) {
    using folder = temporaryFolder()
    const [port, httpPort] = [await freePort(), isByHttp ? await freePort() : 0]
    // It is looked at by the second: two thirds of so long a life are over soon.
    const life = isByHttp ? { lifeSeconds: 9 } : {}
    await using pebble = await openPebble({ httpPort: httpPort || 1, tlsPort: port, ...life })
    const settings = {
      ...leanSettings,
      NODE_EXTRA_CA_CERTS: pebble.trust,
      KONTOR_ACME_EMAIL: 'operator@kontor.test',
      KONTOR_ACME_DOMAINS: name,
      KONTOR_ACME_AGREE_TERMS: 'true',
      KONTOR_ACME_DIRECTORY: pebble.directory,
      KONTOR_ACME_HTTP_PORT: String(httpPort),
    }
    await using _server = await runServer({ dir: folder.path, port, settings })
    const place = { port, root: pebble.root }
    const first = await until('its certificate is shown', () => shown(place))
    assert.is(first.subject.CN, name)
    assert.match(`${first.issuer.CN}`, /^Pebble Intermediate/)
    if (!isByHttp) continue
    const another = async () => {
      const next = await shown(place)
      return (next !== undefined && next.serialNumber !== first.serialNumber) || undefined
    }
    await until('another one is shown', another, { seldom: true })
  }
})

test.run()
