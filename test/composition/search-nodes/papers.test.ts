// A server and its nodes with certificates that both must show, made here by openssl.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openExchange } from '../../../src/adapters/search-nodes/exchange.ts'
import { nodeFindings } from '../../../src/adapters/search-nodes/node-findings.ts'
import { exchangeWords, papersOf } from '../../../src/adapters/search-nodes/papers.ts'
import { version } from '../../../src/app.ts'
import { readConfig } from '../../../src/config.ts'
import { openAuthority, type SignedPair } from '../../support/authority.ts'
import { freePort } from '../../support/free-port.ts'
import { repository } from '../../support/readme.ts'
import { keptLog, nodeToken, openSearchCell, openTestNode } from '../../support/search-cell.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilSo } from '../../support/until.ts'

const { path: folder } = temporaryFolder()
const fileOf = (name: string) => join(folder, name)

type Pair = { cert: string; key: string }

/** A certificate for this machine, signed by another one or by itself. */
function certificate(name: string, signer?: string, subject = 'IP:127.0.0.1'): Pair {
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${subject}`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const [cert, key] = [fileOf(`${name}.pem`), fileOf(`${name}.key`)]
  const by = signer ? ['-CA', fileOf(`${signer}.pem`), '-CAkey', fileOf(`${signer}.key`)] : []
  const args = ['req', ...kind, '-days', '2', ...names, ...by, '-keyout', key, '-out', cert]
  execFileSync('openssl', args, { stdio: 'ignore' })
  return { cert, key }
}

certificate('other-ca')
const own = ofManual()
const foreign = certificate('stranger', 'other-ca')
const elsewhere = certificate('elsewhere', 'ca', 'DNS:elsewhere')
const ended = past(certificate('ended', 'ca'))

/** As the manual has it, for this machine: the CA, and a certificate of it. */
function ofManual(): Pair {
  const page = readFileSync(join(repository, 'data/manual/search-nodes.md'), 'utf8')
  const [, commands = ''] = /^```bash\n(.*?)^```/ms.exec(page) ?? []
  const here = commands.replace('10.0.0.6', '127.0.0.1')
  execFileSync('sh', ['-ec', here], { cwd: folder, stdio: 'ignore' })
  return { cert: fileOf('node.pem'), key: fileOf('node.key') }
}

/** The same for a month that is over, which takes the database of an authority to sign. */
function past({ cert, key }: Pair): Pair {
  const authority = join(folder, 'authority')
  mkdirSync(authority)
  writeFileSync(join(authority, 'index'), '')
  const names = ['-subj', '/CN=ended', '-addext', 'subjectAltName=IP:127.0.0.1']
  const [asked, said] = [fileOf('ended.csr'), fileOf('authority.cnf')]
  const about = `[a]\ndatabase=${authority}/index\nnew_certs_dir=${authority}\ndefault_md=sha256
policy=p\nrand_serial=yes\ncopy_extensions=copy\n[p]\ncommonName=supplied\n`
  writeFileSync(said, about)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  openssl('req', '-new', '-key', key, ...names, '-out', asked)
  const signer = ['-cert', fileOf('ca.pem'), '-keyfile', fileOf('ca.key')]
  const dates = ['-startdate', '20250101000000Z', '-enddate', '20250201000000Z']
  const files = ['-in', asked, '-out', cert, '-notext']
  openssl('ca', '-batch', '-name', 'a', '-config', said, ...signer, ...dates, ...files)
  return { cert, key }
}

/** The same under another name, so that it can be renewed. */
function copyOf({ cert, key }: Pair, name: string): Pair {
  const copy = { cert: fileOf(`${name}.pem`), key: fileOf(`${name}.key`) }
  copyFileSync(cert, copy.cert)
  copyFileSync(key, copy.key)
  return copy
}

function keptAs(name: string, { cert, key }: SignedPair): Pair {
  const files = { cert: fileOf(`${name}.pem`), key: fileOf(`${name}.key`) }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
  return files
}

function settingsWith({ cert, key }: Pair) {
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
      const { status, text } = await exchange.ask(path, feed)
      exchange.close()
      if (status === 401) assert.match(text, files ? /not signed by the CA/ : /is no certificate/)
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
  assert.match(
    node.log.lines.join(),
    /refuses .*not signed by the CA of KONTOR_SEARCH_NODE_CA_FILE/,
  )
})

const wrongOnes: [what: string, shown: Pair, nodeSays: RegExp, serverSays: RegExp][] = [
  ['one of another CA', foreign, /not signed by the CA/, /signed by no CA that is known here/],
  ['one that has ended', ended, /the certificate has ended/, /certificate has ended/],
  ['one for another name', elsewhere, /no server asks this node/, /is for DNS:elsewhere, and not/],
]

for (const [what, shown, nodeSays, serverSays] of wrongOnes) {
  test(`a node that shows ${what}: it and the server say so`, async () => {
    const port = await freePort()
    const searchNodes = [`https://127.0.0.1:${port}`]
    const log = keptLog()
    await using cell = await openSearchCell({ config: { ...settings, searchNodes } })
    Object.assign(cell.log, { warn: log.warn })
    const tls = { tlsCertFile: shown.cert, tlsKeyFile: shown.key }
    const ofNode = { ...settingsWith(shown), ...tls, port }
    await using node = await openTestNode(cell, { config: ofNode, unaskedMs: 2_000 })
    await untilSo('the node says it', () => nodeSays.test(node.log.lines.join()))
    const found = (await nodeFindings(cell.config)).map(({ message }) => message)
    assert.match([...log.lines, ...found].join('\n'), serverSays)
  })
}

test('renewed certificates are taken without a restart', async () => {
  const [shownByNode, shownByServer] = [copyOf(ended, 'renewed-node'), copyOf(own, 'renewed')]
  await using cell = await openSearchCell({ config: settingsWith(shownByServer) })
  await using node = await openTestNode(cell, { config: settingsWith(shownByNode) })
  await untilSo('it is refused', () => node.log.lines.some((line) => line.includes('has ended')))
  copyFileSync(own.cert, shownByNode.cert)
  copyFileSync(own.key, shownByNode.key)
  await node.untilReady()
})

test('a certificate that ends while a connection is kept is taken no more on it', async () => {
  const authority = await openAuthority('short')
  writeFileSync(fileOf('short-ca.pem'), `${authority.pem}${readFileSync(fileOf('ca.pem'))}`)
  const believing = { searchNodeCaFile: fileOf('short-ca.pem') }
  await using cell = await openSearchCell({ config: { ...settings, ...believing } })
  // On a busy machine it may be over before it is shown.
  for (const lifeMs of [2_000, 10_000, 50_000]) {
    const files = keptAs('short', await authority.sign({ endMs: Date.now() + lifeMs }))
    const papers = papersOf({ ...settingsWith(files), ...believing })
    const exchange = openExchange(cell.url, { token: nodeToken, papers })
    const ask = () => exchange.ask('/search-feed', feed)
    const isTaken = (await ask()).status === 200
    await untilSo('it is refused', async () => {
      const { status, text } = await ask()
      if (status === 401) assert.match(text, /the certificate has ended/)
      return status === 401
    })
    exchange.close()
    if (isTaken) return
  }
  assert.unreachable('it was taken at first')
})

test('a certificate for servers alone is none to show as a client, nor the reverse', async () => {
  const authority = await openAuthority('one purpose')
  writeFileSync(fileOf('purpose-ca.pem'), authority.pem)
  const forServers = keptAs('for-servers', await authority.sign({ purposes: ['serverAuth'] }))
  const forClients = keptAs('for-clients', await authority.sign({ purposes: ['clientAuth'] }))
  const believing = { searchNodeCaFile: fileOf('purpose-ca.pem') }
  const ofServer = (tls: Pair) => ({
    ...settingsWith(forClients),
    ...believing,
    tlsCertFile: tls.cert,
    tlsKeyFile: tls.key,
  })
  const answerOf = async (url: string, shown: Pair) => {
    const papers = papersOf({ ...settingsWith(shown), ...believing })
    const exchange = openExchange(url, { token: nodeToken, papers })
    try {
      const { status, text } = await exchange.ask('/search-feed', feed)
      return `${status} ${text.slice(0, 120)}`
    } catch (error) {
      return exchangeWords(error)
    } finally {
      exchange.close()
    }
  }
  {
    await using cell = await openSearchCell({ config: ofServer(forServers) })
    assert.match(await answerOf(cell.url, forClients), /^200/)
    assert.match(await answerOf(cell.url, forServers), /^401 .*is not one for clients, by its own/)
  }
  await using cell = await openSearchCell({ config: ofServer(forClients) })
  assert.match(await answerOf(cell.url, forClients), /the certificate there is not one for servers/)
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
