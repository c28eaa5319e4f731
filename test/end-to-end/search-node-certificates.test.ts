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
import { type Market, publish } from '../support/market.ts'
import { putStockInto } from '../support/market-folder.ts'
import { caller } from '../support/open-test-app.ts'
import { type RunningNode, runNode } from '../support/run-node.ts'
import { type RunningServer, runServer } from '../support/run-server.ts'
import { nodeToken } from '../support/search-cell.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'

const [own, foreign] = [await openAuthority('search nodes'), await openAuthority('of others')]
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

/** Of the server and of the nodes. */
const lean = {
  KONTOR_SEARCH_WORKERS: '1',
  KONTOR_KEYWORD_MEMORY_MB: '0',
  KONTOR_EMBEDDING_MODEL: 'none',
}

const base = {
  ...lean,
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
  const dir = join(folder, 'server')
  const stock = await putStockInto(dir)
  const server = await runServer({ dir, settings: settingsOf(placed) })
  const market = stock.at(server)
  const { body } = await market.call('POST', '/v1/datasets', {
    as: market.provider.token,
    body: { name: 'Kept', visibility: 'private' },
  })
  const kept = { ...market, datasetId: body.data.dataset_id }
  await publish(kept, { bytes: Buffer.from('A boiler that is a secret.') })
  return { server, searches: await searchesOf(market) }
}

/** One after the other, by somebody without a certificate, until it ends. */
async function searchesOf({ call, key }: Market) {
  const headers = { 'x-api-key': key }
  const found = async () => {
    const { status, body } = await call('GET', '/search?q=boiler', { headers })
    const isSecret = /secret/.test(JSON.stringify(body))
    return JSON.stringify({ status, total: body.total, isSecret })
  }
  const first = await found()
  assert.match(first, /^\{"status":200,"total":[1-9]\d*,"isSecret":false\}$/)
  const others: string[] = []
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      const now = await found()
      if (now !== first) others.push(now)
      await sleep(400)
    }
  })()
  return {
    /** Gives what was ever found otherwise. */
    async end() {
      isOver = true
      await running
      return others
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

/** `issuer`, `subject`: of what is shown to whoever asks. */
type Told = { status: number; text: string; issuer: string; subject: string }

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
    const { issuer, subject } = (res.socket as TLSSocket).getPeerCertificate()
    const names = { issuer: String(issuer.CN), subject: String(subject.CN) }
    const told = { status: res.statusCode ?? 0, ...names }
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
  const right = await own.sign()
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

type Stand = Awaited<ReturnType<typeof openServer>> & {
  right: SignedPair
  papers: Papers
  papersAt(name: string, pair: SignedPair): Papers
  start(port: number, settings: Record<string, string>): RunningNode
}

/** Nodes that show what they should not: both sides say so, and mended they are asked. */
async function tryWrongNodes(stand: Stand, ports: readonly number[]): Promise<number> {
  const { server, papers, papersAt, start } = stand
  const [rightPort = 0, barePort = 0, ...wrongPorts] = ports
  const right = start(rightPort, papers.settings)
  const bare = start(barePort, papers.tls)
  const others = wrongNodes.map((one, at) => {
    const [port, own] = [Number(wrongPorts[at]), papersAt(one.name, one.pair)]
    return { ...one, port, papers: own, node: start(port, own.settings) }
  })
  await untilAnswers(rightPort)
  await untilSaid(bare.said, /refuses what this node shows: there is no certificate, and KONTOR_S/)
  for (const { port, node, nodeSays, serverSays } of others) {
    await untilSaid(node.said, nodeSays)
    const leftOut = new RegExp(`127.0.0.1:${port}","trouble":"${serverSays.source}`)
    await untilSaid(server.output, leftOut)
  }
  await assertClosed({ server, node: `https://127.0.0.1:${rightPort}` })
  for (const why of ['there is no certificate', 'the token is missing', 'not signed by the CA'])
    assert.match(server.output(), new RegExp(`"why":"[^"]*${why}.*"a search node is refused"`))
  await bare.end('SIGTERM')
  for (const one of others) one.papers.show(stand.right)
  for (const { port } of others) {
    const door = `https://127.0.0.1:${port}/search`
    const shows = async () => (await asked(door, { token: nodeToken, pair: stand.right })).subject
    await untilSo('it shows the right one', async () => (await shows()) === '127.0.0.1')
  }
  // Files that are taken anew have all nodes looked at, also those that were left out for long.
  papers.believe(own)
  for (const { port } of others) await untilAnswers(port)
  for (const node of [right, ...others.map(({ node }) => node)]) await node.end('SIGTERM')
  return rightPort
}

/** The same of the server, beside a node that is right. */
async function tryWrongServer({ server, papers, papersAt, start }: Stand, port: number) {
  const isShown = async (issuer: string) => (await asked(server.url)).issuer === issuer
  papers.show(wrong.foreign)
  await untilSo('it is shown', () => isShown('of others'))
  const ofNode = papersAt('node', await own.sign())
  const node = start(port, ofNode.settings)
  await untilSaid(node.said, /the certificate there is signed by no CA that is known here/)
  await untilSaid(node.said, /not signed by the CA of KONTOR_SEARCH_NODE_C.*a server is refused/)
  const refuses = 'it refuses what this server shows: the certificate'
  await untilSaid(server.output, new RegExp(`${refuses} is not signed by the CA of KONTOR_SEA`))
  papers.show(wrong.ended)
  await untilSaid(node.said, /there the certificate has ended/)
  await untilSaid(server.output, new RegExp(`${refuses} has ended`))
  papers.show(wrong.elsewhere)
  await untilSaid(node.said, /the certificate there is for DNS:elsewhere, and not for the name in/)
  papers.show(await own.sign())
  await untilAnswers(port)
  assert.match(node.said(), /the cell answers again/)
  return { node, papers: ofNode }
}

type Renewed = { port: number; stalePort: number; node: RunningNode; ofNode: Papers }

/** While all run; one node keeps what the CA of before signed, and is told nothing any more. */
async function renewAuthority({ server, papers, papersAt, start }: Stand, placed: Renewed) {
  const { port, stalePort, node, ofNode } = placed
  const next = await openAuthority('next')
  const ofStale = papersAt('stale', await own.sign())
  const stale = start(stalePort, ofStale.settings)
  for (const side of [papers, ofNode, ofStale]) side.believe(own, next)
  await untilAnswers(stalePort)
  const doors = [`${server.url}/search-feed`, `https://127.0.0.1:${port}/search`]
  const pair = await next.sign()
  const isBelieved = async (door: string) =>
    (await asked(door, { token: nodeToken, pair })).status !== 401
  for (const door of doors) await untilSo('it is believed', () => isBelieved(door))
  for (const side of [papers, ofNode]) side.show(await next.sign())
  const isShown = async (door: string) => (await asked(door)).issuer === 'next'
  for (const door of doors) await untilSo('the new one is shown', () => isShown(door))
  const [before, told] = [node.said(), server.output()]
  for (const side of [papers, ofNode]) side.believe(next)
  await untilSaid(stale.said, /refuses what this node shows: the certificate is not signed by the/)
  const since = () => server.output().slice(told.length)
  await untilSaid(since, /the certificate there is signed by no CA that is known here/)
  await untilAnswers(port)
  assert.not.match(node.said().slice(before.length), /refuse|no CA/)
}

test('whatever they show each other, both sides say what to mend, and searches go on', async () => {
  using folder = temporaryFolder()
  const ports = await Promise.all(Array.from({ length: 5 }, freePort))
  const papersAt = (name: string, pair: SignedPair) => papersIn(join(folder.path, name), pair)
  const right = await own.sign()
  const papers = papersAt('papers', right)
  const opened = await openServer({ folder: folder.path, papers, ports })
  await using server = opened.server
  await using nodes = new AsyncDisposableStack()
  const start = (port: number, settings: Record<string, string>): RunningNode => {
    const dir = join(folder.path, `node-${port}`)
    return nodes.use(runNode({ cell: server.url, port, dir, settings: { ...lean, ...settings } }))
  }
  const stand = { ...opened, right, papers, papersAt, start }
  const port = await tryWrongNodes(stand, ports)
  const { node, papers: ofNode } = await tryWrongServer(stand, port)
  const stalePort = ports.at(-1) as number
  await renewAuthority(stand, { port, stalePort, node, ofNode })
  assert.equal(await opened.searches.end(), [])
})

test.run()
