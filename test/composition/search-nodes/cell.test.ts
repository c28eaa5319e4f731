// A server with search nodes: who is asked, what happens when a node is behind, wrong or away.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openExchange } from '../../../src/adapters/search-nodes/exchange.ts'
import { openNodes } from '../../../src/adapters/search-nodes/nodes.ts'
import { nodeFindings, version } from '../../../src/app.ts'
import { parseQuery } from '../../../src/engine/index.ts'
import { callerOf } from '../../support/open-test-search.ts'
import {
  askerOf,
  nodeToken,
  openSearchCell,
  openTestNode,
  runOf,
} from '../../support/search-cell.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until, untilSo } from '../../support/until.ts'

const page = { sort: 'relevance', limit: 5, offset: 0, highlight: false, facets: false } as const

function searchOf(q: string) {
  const query = { query: parseQuery(q), mode: 'keyword' as const, filters: {} }
  const visibility = callerOf('tnt_of_nobody' as never)
  return {
    kind: 'search' as const,
    query,
    visibility,
    page: { ...page, snippetMaxChars: undefined },
  }
}

test('whoever shows no token, or another one, is told nothing by server or node', async () => {
  await using cell = await openSearchCell()
  await using node = await openTestNode(cell)
  await using stranger = await openTestNode(cell, { token: 'the-token-of-others' })
  const asker = askerOf(cell, node, 'the-token-of-others')
  assert.is((await asker.ask(searchOf('boiler'))).status, 401)
  asker.close()
  for (const [url, path] of [
    [node.url, '/state'],
    [node.url, '/search'],
    [cell.url, '/search-feed'],
  ]) {
    const method = path === '/state' ? 'GET' : 'POST'
    assert.is((await fetch(`${url}${path}`, { method })).status, 401, path)
  }
  await untilSo('the stranger says why', () => stranger.log.lines.length > 0)
  assert.match(
    stranger.log.lines.join('\n'),
    /refuses what this node shows: the token is missing, or another/,
  )
  assert.is(stranger.state().state, 'loading')
  const said = [...node.log.lines, ...stranger.log.lines].join('\n')
  assert.not.match(said, new RegExp(`${nodeToken}|the-token-of-others`))
})

test('a server without a token feeds nobody', async () => {
  await using cell = await openSearchCell({ config: { searchNodeToken: undefined } })
  const headers = { authorization: `Bearer ${nodeToken}` }
  const { status } = await fetch(`${cell.url}/search-feed`, { method: 'POST', headers, body: '{}' })
  assert.is(status, 404)
})

test('a node of another version is told so, and so is a search of another', async () => {
  await using cell = await openSearchCell()
  await using node = await openTestNode(cell)
  const exchange = openExchange(cell.url, { token: nodeToken })
  const feed = await exchange.ask('/search-feed', { body: '{"version":"0"}', timeoutMs: 60_000 })
  exchange.close()
  assert.is(feed.status, 409)
  const other = openExchange(node.url, { token: nodeToken })
  const body = JSON.stringify({
    version: '0',
    mustSee: { run: '', seq: 0 },
    call: searchOf('boiler'),
  })
  const { text } = await other.ask('/search', { body, timeoutMs: 60_000 })
  other.close()
  assert.is(text, '{"declined":"version"}')
})

test('a node that has not seen the last removal, or follows another run, declines', async () => {
  await using cell = await openSearchCell()
  await using node = await openTestNode(cell)
  await node.untilReady()
  const asker = askerOf(cell, node)
  await untilSo('it answers', async () => {
    const { reply } = await asker.ask(searchOf('boiler'), node.state().seq)
    return 'outcome' in reply
  })
  const ahead = await asker.ask(searchOf('boiler'), node.state().seq + 1)
  assert.equal(ahead.reply, { declined: 'behind' })
  asker.close()
  const exchange = openExchange(node.url, { token: nodeToken })
  const ask = { version, mustSee: { run: 'another', seq: 0 }, call: searchOf('boiler') }
  const { text } = await exchange.ask('/search', { body: JSON.stringify(ask), timeoutMs: 60_000 })
  exchange.close()
  assert.is(text, '{"declined":"behind"}')
})

test('a node goes on where it ended, and starts afresh in another history', async () => {
  using folder = temporaryFolder()
  await using cell = await openSearchCell()
  const dataset = cell.shelves.dataset(cell.shelves.tenant(), { visibility: 'listed' })
  await cell.shelves.object(dataset, ['a boiler', 'an invoice'])
  await cell.settleVectors()
  {
    await using first = await openTestNode(cell, { dir: folder.path })
    await first.untilReady()
    assert.is(first.state().passages, 2)
  }
  await cell.shelves.object(dataset, ['a valve'])
  const anew = /everything is copied anew/
  {
    await using second = await openTestNode(cell, { dir: folder.path })
    await untilSo('it has what came meanwhile', () => second.state().passages === 3)
    assert.not.match(second.log.lines.join('\n'), anew)
  }
  // As another history, restored from a backup, would have it.
  cell.store.raw.prepare("UPDATE search_feed SET mark = 'another'").run()
  await using third = await openTestNode(cell, { dir: folder.path })
  await third.untilReady()
  assert.match(third.log.lines.join('\n'), anew)
  assert.is(third.state().passages, 3)
})

test('what is erased on the server is not on the node either', async () => {
  await using cell = await openSearchCell()
  const dataset = cell.shelves.dataset(cell.shelves.tenant(), { visibility: 'listed' })
  const { objectId } = await cell.shelves.object(dataset, ['the secret zeppelin'])
  await using node = await openTestNode(cell)
  await node.untilReady()
  cell.store.raw.prepare('DELETE FROM passage WHERE object_id = ?').run(objectId)
  await untilSo('it is gone there', () => node.state().passages === 0)
  const { default: Database } = await import('better-sqlite3')
  const copy = new Database(`${node.dir}/search-node.db`, { readonly: true })
  const left = ['passage', 'passage_vector', 'passage_stems', 'passage_fts_docsize'].map(
    (table) => copy.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number },
  )
  copy.close()
  assert.equal(left, [{ n: 0 }, { n: 0 }, { n: 0 }, { n: 0 }])
})

test('the folder of a server is not taken for that of a node', async () => {
  await using cell = await openSearchCell()
  let said = ''
  await openTestNode(cell, { dir: cell.dir }).catch((error) => {
    said = error.message
  })
  assert.match(said, /is the data folder of a server/)
})

/** A server that asks nodes at addresses that are known only later. */
async function openWithNodes(urls: readonly string[], config = {}) {
  const cell = await openSearchCell({ config: { searchNodes: urls, ...config } })
  const provider = await cell.signUp('Provider')
  const buyer = await cell.signUp('Buyer')
  const dataset = cell.shelves.dataset(provider.tenantId, { visibility: 'listed' })
  const asset = await cell.shelves.object(dataset, ['a boiler', 'another boiler'])
  const key = await cell.key(buyer)
  const search = (query: string) =>
    cell.call('GET', `/search?${query}`, { headers: { 'x-api-key': key } })
  return { cell, dataset, asset, search }
}

/** Listens first, because a server is told of its nodes when it starts. */
async function openFalseNode(answer: (body: string) => unknown, status = 200) {
  const state = { state: 'ready', run: '', seq: 1e9, behind: 0, lagMs: 0, passages: 1 }
  const asked: string[] = []
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const part of req) body += part
    const isState = req.url === '/state'
    if (!isState) asked.push(body)
    res.statusCode = isState ? 200 : status
    res.end(JSON.stringify(isState ? { ...state, version, meaning: true } : answer(body)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a search that is too long for a node, or that it refuses, leaves none out', async () => {
  using node = await openFalseNode(() => ({ error: 'not a search' }), 400)
  const nodes = openNodes({
    urls: [node.url],
    token: nodeToken,
    version,
    answerWithinMs: 60_000,
    onChange: () => undefined,
  })
  nodes.start()
  const report = () => nodes.reports()[0]
  await untilSo('it is up', () => report()?.isUp === true)
  const call = searchOf('boiler')
  const objectNos = Array.from({ length: 160_000 }, (_, n) => 100_000 + n)
  const long = { ...call, query: { ...call.query, filters: { objectNos } } }
  const mustSee = { run: '', seq: 0 }
  assert.is(await nodes.ask(long as never, mustSee, { tries: 1 }), undefined)
  assert.equal([node.asked.length, report()?.isUp, report()?.failures], [0, true, 0])
  assert.is(await nodes.ask(call, mustSee, { tries: 1 }), undefined)
  const { isUp, declined, failures } = report() ?? {}
  nodes.close()
  assert.equal([node.asked.length, isUp, declined, failures], [1, true, 1, 0])
})

test('a node whose searches hang is asked less and less, though it says it is well', async () => {
  const hung = createServer((req, res) => {
    const state = { version, state: 'ready', run: '', seq: 1, behind: 0, lagMs: 0, passages: 1 }
    if (req.url === '/state') res.end(JSON.stringify({ ...state, meaning: true }))
  })
  await new Promise<void>((done) => hung.listen(0, '127.0.0.1', done))
  const changes: { isUp: boolean; atMs: number }[] = []
  const nodes = openNodes({
    urls: [`http://127.0.0.1:${(hung.address() as AddressInfo).port}`],
    token: nodeToken,
    version,
    answerWithinMs: 20,
    onChange: ({ isUp }) => void changes.push({ isUp, atMs: performance.now() }),
  })
  nodes.start()
  await untilSo('it was left out three times', async () => {
    await nodes.ask(searchOf('boiler'), { run: '', seq: 0 }, { tries: 1 })
    return changes.filter(({ isUp }) => !isUp).length === 3
  })
  nodes.close()
  hung.closeAllConnections()
  hung.close()
  const [outAgain, backAgain] = changes.slice(3).map(({ atMs }) => atMs)
  assert.ok((backAgain ?? 0) - (outAgain ?? 0) > 900, 'twice as long as the first time')
})

test('what a node says and the records do not is not shown', async () => {
  let reply: unknown = { declined: 'behind' }
  using lying = await openFalseNode(() => reply)
  const { cell, asset, search } = await openWithNodes([lying.url])
  await using _cell = cell
  const first = await until('the node is asked', async () => {
    const { body } = await search('q=boiler')
    return lying.asked.length > 0 ? body : undefined
  })
  assert.is(first.total, 2)
  const [hit] = first.results
  const mine = { ...asset, passageId: hit.passage_id, kind: 'metadata', lang: 'en', score: 1 }
  const told = { ...mine, snippet: 'free', page: null, timeStartMs: null, timeEndMs: null }
  const outcome = { hits: [told], total: 1, hasMore: false, facets: null }
  reply = { outcome: { mode: 'keyword', outcome } }
  const before = lying.asked.length
  const { body } = await until('it is asked once more', async () => {
    const answer = await search('q=boiler')
    return lying.asked.length > before ? answer : undefined
  })
  assert.is(body.total, 2)
  assert.not.ok(body.results.some((one: { snippet: string }) => one.snippet === 'free'))
})

test('a search says what the node must have seen, and of whom', async () => {
  using node = await openFalseNode(() => ({ declined: 'behind' }))
  const { cell, asset, search } = await openWithNodes([node.url])
  await using _cell = cell
  await untilSo('the node is asked', async () => {
    await search('q=boiler')
    return node.asked.length > 0
  })
  cell.shelves.set(asset.objectId, 'taken_down_at', 1)
  const before = node.asked.length
  await untilSo('it is asked once more', async () => {
    assert.is((await search('q=boiler')).body.total, 0)
    return node.asked.length > before
  })
  const { mustSee } = JSON.parse(node.asked.at(-1) as string)
  const last = cell.store.raw.prepare('SELECT max(seq) AS seq FROM search_feed').get()
  assert.equal({ seq: mustSee.seq }, last)
  assert.is(mustSee.run, await runOf(cell))
})

test('metrics, the doctor and the state of the index say how each node does', async () => {
  using node = await openFalseNode(() => ({ declined: 'behind' }))
  const away = 'http://127.0.0.1:9'
  const metricsToken = 'a-token-of-the-metrics'
  const operator = { email: 'root@example.eu', password: 'a long word that nobody reads' }
  const { cell } = await openWithNodes([node.url, away], {
    metricsToken,
    adminEmail: operator.email,
    adminPassword: operator.password,
  })
  await using _cell = cell
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await until('the node is up', async () => {
    const shown = await fetch(`${cell.url}/metrics`, { headers }).then((answer) => answer.text())
    return shown.includes(`kontor_search_node_up{node="${node.url}"} 1`) ? shown : undefined
  })
  assert.match(text, `kontor_search_node_up{node="${away}"} 0`)
  assert.match(text, `kontor_searches_declined_total{node="${node.url}"} 0`)
  const findings = await nodeFindings(cell.config)
  assert.is(findings.length, 1)
  assert.match(findings[0]?.message ?? '', `The search node ${away} is left out`)
  const login = await cell.call('POST', '/v1/auth/login', { body: operator })
  const as = login.body.data.session_token
  const { search_nodes: nodes } = (await cell.call('GET', '/v1/admin/index', { as })).body.data
  const counts = { searches: 0, declined: 0, failed: 0 }
  const up = { url: node.url, state: 'answers', trouble: null, passages: 1, lag_seconds: 0 }
  assert.equal(nodes[0], { ...up, ...counts })
  const { trouble } = nodes[1]
  const gone = { url: away, state: 'left_out', trouble, passages: null, lag_seconds: null }
  assert.equal(nodes[1], { ...gone, ...counts })
  assert.match(trouble, /ECONNREFUSED|refuse/)
  assert.not.match(text + JSON.stringify([findings, nodes]), nodeToken)
})

test.run()
