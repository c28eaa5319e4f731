// A server with a token for search nodes, and nodes of it in the same process.
import { setTimeout as delay } from 'node:timers/promises'
import type { OutsidePlace } from '../../src/adapters/outside-engine/open-outside.ts'
import { openExchange } from '../../src/adapters/search-nodes/exchange.ts'
import { callEngine } from '../../src/adapters/search-nodes/node-door.ts'
import type { EngineCall, NodeReply } from '../../src/adapters/search-nodes/protocol.ts'
import { version } from '../../src/app.ts'
import { systemClock } from '../../src/base/clock.ts'
import { openOutsideProposals } from '../../src/composition/outside-engine/outside.ts'
import { openSearchNode } from '../../src/composition/search-nodes/open-node.ts'
import { readConfig } from '../../src/config.ts'
import { openEmbeddedEngine, type Proposals } from '../../src/engine/index.ts'
import { lastTaking } from '../../src/store/search-feed/feed-log.ts'
import { openTestApp, type TestAppOptions } from './open-test-app.ts'
import { openShelves } from './shelves.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { toyModel } from './toy-model.ts'
import { untilSo } from './until.ts'

export const nodeToken = 'a-token-of-search-nodes'

export type SearchCell = Awaited<ReturnType<typeof openSearchCell>>

export async function openSearchCell({ config, ...rest }: TestAppOptions = {}) {
  const app = await openTestApp({
    ...rest,
    config: { embeddingModel: toyModel(), searchNodeToken: nodeToken, ...config },
  })
  return Object.assign(app, { shelves: openShelves(app.store, app.clock) })
}

/** Each said once by whoever logs. */
export function keptLog() {
  const lines: string[] = []
  const keep = (facts: unknown, said?: string) => {
    lines.push(`${JSON.stringify(facts)} ${said ?? ''}`)
  }
  return { lines, info: keep, warn: keep, error: keep }
}

type NodeOptions = {
  dir?: string
  token?: string
  log?: ReturnType<typeof keptLog>
  config?: Record<string, unknown>
  unaskedMs?: number
}

/** A node of a server, with a folder of its own unless one is given. */
export async function openTestNode(cell: { url: string }, options: NodeOptions = {}) {
  const { token = nodeToken, log = keptLog(), unaskedMs } = options
  const folder = options.dir === undefined ? temporaryFolder() : undefined
  const dir = options.dir ?? (folder?.path as string)
  const config = readConfig({
    flags: {
      dataDir: dir,
      port: 0,
      searchWorkers: 1,
      searchTimeoutMs: 60_000,
      keywordMemoryMb: 8,
      ...options.config,
    },
  })
  const settings = { ...config, embeddingModel: toyModel() }
  const named = { version, cell: cell.url, token, log, ...(unaskedMs && { unaskedMs }) }
  const node = await openSearchNode({ config: settings, ...named })
  return {
    url: node.url,
    state: node.state,
    log,
    dir,
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]()
      folder?.[Symbol.dispose]()
    },
    /** By meaning, too, where the server has begun to make vectors. */
    untilReady: (wanted: { meaning?: boolean } = {}) =>
      untilSo('the node answers', () => {
        const { state, meaning } = node.state()
        return state === 'ready' && (meaning || !wanted.meaning)
      }),
  }
}

/** Asks one node, once. */
export function askerOf(cell: SearchCell, { url }: { url: string }, token = nodeToken) {
  const exchange = openExchange(url, { token })
  return {
    ask: async (call: EngineCall, seq = lastTaking(cell.store.raw)) => {
      const run = await runOf(cell)
      const body = JSON.stringify({ version, mustSee: { run, seq }, call })
      const { status, text } = await exchange.ask('/search', { body, timeoutMs: 60_000 })
      return { status, reply: JSON.parse(text) as NodeReply }
    },
    close: exchange.close,
  }
}

/** What the cell calls this run of it. */
export async function runOf({ url }: { url: string }): Promise<string> {
  const exchange = openExchange(url, { token: nodeToken })
  const body = JSON.stringify({ version, passages: 1 })
  const { text } = await exchange.ask('/search-feed', { body, timeoutMs: 60_000 })
  exchange.close()
  return JSON.parse(text).position.run
}

/** The engine behind the port of a thread, and the same behind HTTP: what answers a call. */
export type Answerer = AsyncDisposable & {
  /** What was found, as JSON has it. */
  answer(call: EngineCall): Promise<unknown>
}

export async function openByThread(cell: SearchCell, proposals?: Proposals): Promise<Answerer> {
  const engine = openEmbeddedEngine({
    proposals,
    file: cell.store.file,
    store: cell.store,
    clock: systemClock,
    threads: 1,
    timeLimitMs: 60_000,
    memoryMb: 8,
    onKeywords: () => undefined,
    makesVectors: false,
    vectors: {
      folder: cell.dir,
      source: { folder: toyModel(), queryPrefix: '', passagePrefix: '', cutoff: null },
      onState: () => undefined,
      onProblem: () => undefined,
    },
  })
  await engine.start()
  await untilSo('meaning is ready', () => engine.isReady('hybrid'))
  return {
    answer: async (call) => JSON.parse(JSON.stringify(await callEngine(engine, call))),
    [Symbol.asyncDispose]: () => engine.close(),
  }
}

/** The same engine that asks one of others what is near. */
export async function openByOutside(cell: SearchCell, place: OutsidePlace) {
  const resources = new AsyncDisposableStack()
  const folder = resources.use(temporaryFolder())
  const outside = openOutsideProposals({
    place,
    store: cell.store,
    log: keptLog() as never,
    resources,
    config: { dataDir: folder.path, searchTimeoutMs: 60_000 },
  })
  outside.start()
  await untilSo('the engine has everything', () => outside.report().hasAll)
  const { answer, ...engine } = await openByThread(cell, outside.proposals)
  return {
    answer,
    report: outside.report,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await resources[Symbol.asyncDispose]()
    },
  }
}

export async function openByNode(cell: SearchCell): Promise<Answerer> {
  const node = await openTestNode(cell)
  await node.untilReady({ meaning: true })
  const asker = askerOf(cell, node)
  return {
    async answer(call) {
      for (;;) {
        const { reply } = await asker.ask(call)
        if ('outcome' in reply) return reply.outcome
        if (!('declined' in reply)) throw new Error(JSON.stringify(reply))
        await delay(5)
      }
    },
    async [Symbol.asyncDispose]() {
      asker.close()
      await node[Symbol.asyncDispose]()
    },
  }
}
