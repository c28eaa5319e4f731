// With TLS a connection takes its place before it has shaken hands.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { serverFor, stop, urlOf } from '../../../src/http/http-server.ts'
import { rawConnections } from '../../support/raw-connections.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilSo } from '../../support/until.ts'

const connectionsMax = 5
/** As many as the system lets in besides. */
const spare = 64

test('connections that never shake hands make room for those that do, and for a stop', async () => {
  using folder = temporaryFolder()
  const [tlsKeyFile, tlsCertFile] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const files = ['-subj', '/CN=localhost', '-keyout', tlsKeyFile, '-out', tlsCertFile]
  execFileSync('openssl', ['req', ...kind, '-days', '2', ...files], { stdio: 'ignore' })
  let answer = () => {}
  const server = serverFor(
    { connectionsMax, headSeconds: 60, tlsCertFile, tlsKeyFile },
    {
      answer(req, res) {
        if (req.url === '/') res.end('answered')
        else answer = () => void res.end('at last')
      },
    },
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = urlOf(server, { host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  const ask = async (path: string) => {
    const [came] = await once(request(`${url}${path}`, { agent }).end(), 'response')
    return (await buffer(came)).toString()
  }
  assert.is(await ask('/'), 'answered')
  const long = ask('/long')
  await untilSo('it is being answered', () => answer.toString().includes('at last'))
  await using raw = rawConnections(url)
  const silent = await raw.openMany(connectionsMax + spare, '')
  const held = () => silent.filter(({ socket }) => !socket.destroyed).length
  await untilSo('those beyond the limit are closed', () => held() < connectionsMax)
  assert.is(await ask('/'), 'answered')

  const beganMs = performance.now()
  const stopped = stop(server, { first() {}, stillThere() {}, beforeCut() {} })
  answer()
  assert.is(await long, 'at last')
  await stopped
  assert.ok(performance.now() - beganMs < 5_000, 'nobody is waited for who asked nothing')
})

test.run()
