// A server and its nodes with certificates that both must show, made here by openssl.
import { execFileSync } from 'node:child_process'
import { request } from 'node:https'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openExchange } from '../../../src/adapters/search-nodes/exchange.ts'
import { papersOf } from '../../../src/adapters/search-nodes/papers.ts'
import { version } from '../../../src/app.ts'
import { readConfig } from '../../../src/config.ts'
import { nodeToken, openSearchCell, openTestNode } from '../../support/search-cell.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilSo } from '../../support/until.ts'

const { path: folder } = temporaryFolder()
const fileOf = (name: string) => join(folder, name)

/** A certificate for this machine, signed by another one or by itself. */
function certificate(name: string, signer?: string) {
  const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const [cert, key] = [fileOf(`${name}.pem`), fileOf(`${name}.key`)]
  const by = signer ? ['-CA', fileOf(`${signer}.pem`), '-CAkey', fileOf(`${signer}.key`)] : []
  const args = ['req', ...kind, '-days', '2', ...names, ...by, '-keyout', key, '-out', cert]
  execFileSync('openssl', args, { stdio: 'ignore' })
  return { cert, key }
}

certificate('ca')
certificate('other-ca')
const own = certificate('machine', 'ca')
const foreign = certificate('stranger', 'other-ca')

function settingsWith({ cert, key }: { cert: string; key: string }) {
  return {
    tlsCertFile: own.cert,
    tlsKeyFile: own.key,
    searchNodeCaFile: fileOf('ca.pem'),
    searchNodeCertFile: cert,
    searchNodeKeyFile: key,
  }
}

const settings = settingsWith(own)
const feed = { body: JSON.stringify({ version, passages: 1 }), timeoutMs: 60_000 }

test('whoever shows the token and no certificate of the CA is told nothing', async () => {
  await using cell = await openSearchCell({ config: settings })
  const dataset = cell.shelves.dataset(cell.shelves.tenant(), { visibility: 'listed' })
  await cell.shelves.object(dataset, ['A boiler with a vent.'])
  await using node = await openTestNode(cell, { config: settings })
  await node.untilReady()
  for (const [url, path] of [
    [cell.url, '/search-feed'],
    [node.url, '/search'],
  ] as const) {
    assert.match(url, /^https:/)
    const statusWith = async (files?: Parameters<typeof settingsWith>[0]) => {
      const papers = papersOf(settingsWith(files ?? own))
      const shown = files ? papers : papers && { ca: papers.ca }
      const exchange = openExchange(url, { token: nodeToken, papers: shown as typeof papers })
      const { status } = await exchange.ask(path, feed)
      exchange.close()
      return status
    }
    assert.is(await statusWith(), 401, 'without one')
    assert.is(await statusWith(foreign), 401, 'with one of another CA')
    assert.is(await statusWith(own), path === '/search' ? 400 : 200)
    assert.is(await resumed(url, path), 401, 'in a session that is taken up again')
  }
})

test('a node whose certificate is of another CA hears why it is told nothing', async () => {
  await using cell = await openSearchCell({ config: settings })
  await using node = await openTestNode(cell, { config: settingsWith(foreign) })
  await untilSo('it says why', () => node.log.lines.length > 0)
  assert.match(node.log.lines.join(), /wants another certificate/)
})

test('files that do not go together are refused, and so are addresses without TLS', () => {
  const { searchNodeKeyFile: _, ...half } = settings
  const { tlsCertFile: _cert, tlsKeyFile: _key, ...bare } = settings
  const searchNodes = ['http://10.0.0.6:4300']
  for (const [flags, says] of [
    [half, /KEY_FILE go together, and with KONTOR_TLS_CERT_FILE/],
    [bare, /KEY_FILE go together, and with KONTOR_TLS_CERT_FILE/],
    [{ ...settings, searchNodeToken: nodeToken, searchNodes }, /with certificates it is https/],
  ] as const) {
    assert.throws(() => readConfig({ flags }), says)
  }
})

/** Asks with a session of a connection that showed no certificate either. */
async function resumed(url: string, path: string): Promise<number> {
  const { hostname: host, port } = new URL(url)
  const place = { host, port: Number(port), rejectUnauthorized: false }
  const session = await new Promise<Buffer>((done, fail) => {
    const socket: TLSSocket = connect(place, () => socket.write('GET /health HTTP/1.1\r\n\r\n'))
    socket.once('error', fail).once('session', (made) => {
      socket.destroy()
      done(made)
    })
  })
  return new Promise((done, fail) => {
    const headers = { authorization: `Bearer ${nodeToken}`, 'content-type': 'application/json' }
    const asked = { ...place, path, method: 'POST', headers, session, agent: false } as const
    const req = request(asked, (res) => {
      assert.ok((res.socket as TLSSocket).isSessionReused(), 'the session is taken up')
      res.resume().once('end', () => done(res.statusCode ?? 0))
    })
    req.once('error', fail).end(feed.body)
  })
}

test.run()
