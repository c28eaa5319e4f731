// Server and search nodes with certificates, each a process of its own: what fits, and all that
// does not. Whatever they show each other, searches go on and find what they found.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openAuthority, type SignedPair } from '../support/authority.ts'
import { freePort } from '../support/free-port.ts'
import { type Market, openMarketOn, publish } from '../support/market.ts'
import { caller } from '../support/open-test-app.ts'
import { type RunningNode, runNode } from '../support/run-node.ts'
import { command, type RunningServer, runServer } from '../support/run-server.ts'
import { nodeToken } from '../support/search-cell.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'

const [own, foreign] = [await openAuthority('search nodes'), await openAuthority('of others')]
const right = await own.sign()
const hourAgoMs = Date.now() - 3_600_000
const wrong = {
  foreign: await foreign.sign(),
  ended: await own.sign({ endMs: hourAgoMs }),
  elsewhere: await own.sign({ for: ['elsewhere'] }),
}

/** What one side shows, and whom it believes, as files that can be renewed. */
function papersIn(folder: string, first: SignedPair) {
  mkdirSync(folder, { recursive: true })
  const [cert, key, ca] = ['own.pem', 'own.key', 'ca.pem'].map((name) => join(folder, name))
  const write = (file: string | undefined, text: string) => {
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, String(file))
  }
  const papers = {
    show(pair: SignedPair): void {
      write(key, pair.key)
      write(cert, pair.cert)
    },
    believe: (...authorities: { pem: string }[]) =>
      write(ca, authorities.map(({ pem }) => pem).join('')),
    /** With these alone others are shown nothing but the token, and the server is believed. */
    tls: {
      KONTOR_TLS_CERT_FILE: String(cert),
      KONTOR_TLS_KEY_FILE: String(key),
      NODE_EXTRA_CA_CERTS: String(ca),
    },
    settings: {
      KONTOR_TLS_CERT_FILE: String(cert),
      KONTOR_TLS_KEY_FILE: String(key),
      KONTOR_SEARCH_NODE_CERT_FILE: String(cert),
      KONTOR_SEARCH_NODE_KEY_FILE: String(key),
      KONTOR_SEARCH_NODE_CA_FILE: String(ca),
    },
  }
  papers.show(first)
  papers.believe(own)
  return papers
}

type Papers = ReturnType<typeof papersIn>
type Placed = { folder: string; papers: Papers; ports: readonly number[] }

const base = {
  KONTOR_SEARCH_WORKERS: '1',
  KONTOR_KEYWORD_MEMORY_MB: '0',
  KONTOR_EMBEDDING_MODEL: 'none',
  KONTOR_SEARCH_RATE_PER_MINUTE: '1000000',
  KONTOR_RETRIEVAL_STANDARD_CREDITS: '0',
}

function settingsOf({ papers, ports }: Omit<Placed, 'folder'>): Record<string, string> {
  return {
    ...base,
    ...papers.settings,
    KONTOR_SEARCH_NODES: ports.map((port) => `https://127.0.0.1:${port}`).join(','),
    KONTOR_SEARCH_NODE_TOKEN: nodeToken,
  }
}

/** A server that sells one text and keeps another one to its house. */
async function openServer({ folder, ...placed }: Placed) {
  const settings = settingsOf(placed)
  const server = await runServer({ dir: join(folder, 'server'), settings })
  const market = await openMarketOn(server)
  await publish(market, { bytes: Buffer.from('A boiler, and nothing else.') })
  const { body } = await market.call('POST', '/v1/datasets', {
    as: market.provider.token,
    body: { name: 'Kept', visibility: 'private' },
  })
  const kept = { ...market, datasetId: body.data.dataset_id }
  await publish(kept, { bytes: Buffer.from('A boiler that is a secret.') })
  return { server, market, settings, searches: searchesOf(market) }
}

/** One after the other, by somebody without a certificate, until it ends. */
function searchesOf({ call, key }: Market) {
  const wrongOnes: unknown[] = []
  let [right, isOver] = [0, false]
  const running = (async () => {
    while (!isOver) {
      const { status, body } = await call('GET', '/search?q=boiler', {
        headers: { 'x-api-key': key },
      })
      if (status === 200 && body.total === 1) right += 1
      else wrongOnes.push({ status, body })
      await sleep(60)
    }
  })()
  return {
    right: () => right,
    async end() {
      isOver = true
      await running
      return wrongOnes
    },
  }
}

/** How many searches a node has answered. */
async function answeredBy(port: number): Promise<number> {
  const { body } = await caller(`https://127.0.0.1:${port}`)('GET', '/metrics')
  return Number(/\{end="answered"\} (\d+)/.exec(body)?.[1])
}

async function untilAnswers(port: number): Promise<void> {
  const before = await answeredBy(port).catch(() => 0)
  await untilSo(`node ${port} answers`, async () => {
    return (await answeredBy(port).catch(() => 0)) > before
  })
}

async function untilSaid(said: () => string, what: RegExp): Promise<void> {
  await untilSo(`${what} is said`, () => what.test(said()))
}

/** `issuer`: of what is shown to whoever asks. */
type Told = { status: number; text: string; issuer: string }

/** Whoever asks by itself: what it shows, and what it is answered. */
async function asked(url: string, shown: { token?: string; pair?: SignedPair | undefined } = {}) {
  const { token, pair } = shown
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const { promise, resolve, reject } = Promise.withResolvers<Told>()
  const options = { method: 'POST', headers, rejectUnauthorized: false, agent: false, ...pair }
  const req = request(url, options, (res) => {
    let text = ''
    res.on('data', (part) => {
      text += part
    })
    const { issuer } = (res.socket as TLSSocket).getPeerCertificate()
    const told = { status: res.statusCode ?? 0, issuer: String(issuer.CN) }
    res.once('end', () => resolve({ ...told, text }))
  })
  req.once('error', reject).end('{}')
  return promise
}

const wrongNodes = [
  {
    name: 'of another CA',
    pair: wrong.foreign,
    nodeSays: /the cell refuses what this node shows: the certificate is not signed by the CA/,
    serverSays: /the certificate there is signed by no CA that is known here/,
  },
  {
    name: 'that ended',
    pair: wrong.ended,
    nodeSays: /the cell refuses what this node shows: the certificate has ended/,
    serverSays: /there the certificate has ended/,
  },
  {
    name: 'for another name',
    pair: wrong.elsewhere,
    nodeSays: /The search node listens/,
    serverSays: /the certificate there is for DNS:elsewhere, and not for the name in its address/,
  },
]

/** Nobody without a certificate of the CA is told anything, whatever else it has. */
async function assertClosed({ server, node }: { server: RunningServer; node: string }) {
  for (const url of [`${server.url}/search-feed`, `${node}/search`, `${node}/state`]) {
    const lacksToken = /^\{"error":"the token is missing, or another: [^"]*"\}$/
    for (const [shown, says] of [
      [{}, lacksToken],
      [{ token: nodeToken }, /^\{"error":"there is no certificate, and [^"]*wants one"\}$/],
      [{ token: nodeToken, pair: wrong.foreign }, /^\{"error":"[^"]*not signed by the CA[^"]*"\}$/],
      [{ token: 'a-token-of-somebody', pair: right }, lacksToken],
    ] as const) {
      const { status, text } = await asked(url, shown)
      assert.is(status, 401, `${url} ${text}`)
      assert.match(text, says)
    }
  }
}

test('what a node shows and should not: both sides say it, and all goes on when it is mended', async () => {
  using folder = temporaryFolder()
  const ports = await Promise.all(Array.from({ length: 6 }, freePort))
  const [rightPort = 0, barePort = 0, tokenPort = 0, ...wrongPorts] = ports
  const papers = papersIn(join(folder.path, 'papers'), right)
  const { server, market, settings, searches } = await openServer({
    folder: folder.path,
    papers,
    ports,
  })
  await using _server = server
  await using nodes = new AsyncDisposableStack()
  const start = (port: number, given: Record<string, string>): RunningNode => {
    const dir = join(folder.path, `node-${port}`)
    return nodes.use(runNode({ cell: server.url, port, dir, settings: given }))
  }
  start(rightPort, papers.settings)
  const bare = start(barePort, papers.tls)
  const other = { ...papers.settings, KONTOR_SEARCH_NODE_TOKEN: 'another-token-than-that' }
  const tokenless = start(tokenPort, other)
  const started = wrongNodes.map((one, at) => {
    const ofNode = papersIn(join(folder.path, `papers-${at}`), one.pair)
    const port = Number(wrongPorts[at])
    return { ...one, port, papers: ofNode, node: start(port, ofNode.settings) }
  })
  await untilAnswers(rightPort)
  await untilSaid(bare.said, /refuses what this node shows: there is no certificate, and KONTOR_S/)
  await untilSaid(tokenless.said, /refuses what this node shows: the token is missing, or another/)
  for (const { port, node, nodeSays, serverSays } of started) {
    await untilSaid(node.said, nodeSays)
    const leftOut = new RegExp(`127.0.0.1:${port}","trouble":"${serverSays.source}`)
    await untilSaid(server.output, leftOut)
  }
  for (const why of ['there is no certificate', 'the token is missing', 'not signed by the CA'])
    assert.match(server.output(), new RegExp(`"why":"[^"]*${why}.*"a search node is refused"`))
  await assertClosed({ server, node: `https://127.0.0.1:${rightPort}` })
  const doctor = await command(['doctor', '--data-dir', join(folder.path, 'server')], settings)
  for (const { serverSays } of started) assert.match(doctor.output, serverSays)

  for (const one of started) one.papers.show(right)
  await bare.end('SIGTERM')
  start(barePort, papers.settings)
  await tokenless.end('SIGTERM')
  start(tokenPort, papers.settings)
  for (const port of ports) await untilAnswers(port)
  assert.equal(await searches.end(), [])
  assert.is((await market.call('GET', '/livez')).status, 200)
})

test('what a server shows and should not is said on both sides, and mended without a restart', async () => {
  using folder = temporaryFolder()
  const port = await freePort()
  const papers = papersIn(join(folder.path, 'papers'), wrong.foreign)
  const ofNode = papersIn(join(folder.path, 'papers-node'), right)
  const { server, searches } = await openServer({ folder: folder.path, papers, ports: [port] })
  await using _server = server
  const dir = join(folder.path, 'node')
  await using node = runNode({ cell: server.url, port, dir, settings: ofNode.settings })
  await untilSaid(node.said, /the certificate there is signed by no CA that is known here/)
  await untilSaid(
    server.output,
    /it refuses what this server shows: the certificate is not signed by the CA of KONTOR_SEARCH/,
  )
  assert.match(
    node.said(),
    /not signed by the CA of KONTOR_SEARCH_NODE_CA_FILE.*a server is refused/,
  )
  papers.show(wrong.ended)
  await untilSaid(node.said, /there the certificate has ended/)
  await untilSaid(server.output, /it refuses what this server shows: the certificate has ended/)
  papers.show(wrong.elsewhere)
  await untilSaid(node.said, /the certificate there is for DNS:elsewhere, and not for the name in/)
  papers.show(right)
  await untilAnswers(port)
  assert.match(node.said(), /the cell answers again/)
  assert.equal(await searches.end(), [])
})

test('a CA is replaced while all run, and whoever it signed is told nothing more', async () => {
  using folder = temporaryFolder()
  const [port, stalePort] = [await freePort(), await freePort()]
  const next = await openAuthority('next')
  const papers = papersIn(join(folder.path, 'papers'), right)
  const ofNode = papersIn(join(folder.path, 'papers-node'), await own.sign())
  const ofStale = papersIn(join(folder.path, 'papers-stale'), await own.sign())
  const ports = [port, stalePort]
  const { server, market, searches } = await openServer({ folder: folder.path, papers, ports })
  await using _server = server
  const [cell, at] = [server.url, (name: string) => join(folder.path, name)]
  await using node = runNode({ cell, port, dir: at('node'), settings: ofNode.settings })
  await using stale = runNode({
    cell,
    port: stalePort,
    dir: at('stale'),
    settings: ofStale.settings,
  })
  await untilAnswers(port)
  await untilAnswers(stalePort)
  for (const side of [papers, ofNode, ofStale]) side.believe(own, next)
  const doors = [`${cell}/search-feed`, `https://127.0.0.1:${port}/search`]
  const staleDoor = `https://127.0.0.1:${stalePort}/search`
  const pair = await next.sign()
  const isBelieved = async (door: string) =>
    (await asked(door, { token: nodeToken, pair })).status !== 401
  for (const door of [...doors, staleDoor]) await untilSo('it is', () => isBelieved(door))
  for (const side of [papers, ofNode]) side.show(await next.sign())
  const isShown = async (door: string) => (await asked(door)).issuer === 'next'
  for (const door of doors) await untilSo('the new one is shown', () => isShown(door))
  await untilAnswers(port)
  await untilAnswers(stalePort)
  for (const side of [papers, ofNode]) side.believe(next)
  await untilSaid(stale.said, /refuses what this node shows: the certificate is not signed by the/)
  await untilSaid(server.output, /the certificate there is signed by no CA that is known here/)
  await untilAnswers(port)
  assert.not.match(node.said(), /refuses|no CA/)
  assert.equal(await searches.end(), [])
  assert.is((await market.call('GET', '/livez')).status, 200)
})

test.run()
