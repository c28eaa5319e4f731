import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import { followCell } from '../../adapters/search-nodes/follow-cell.ts'
import { openNodeDoor } from '../../adapters/search-nodes/node-door.ts'
import { watchPapers } from '../../adapters/search-nodes/papers.ts'
import type { NodeState } from '../../adapters/search-nodes/protocol.ts'
import { systemClock } from '../../base/clock.ts'
import { isNoRoom, mayGoLater } from '../../base/no-room.ts'
import type { Config } from '../../config.ts'
import { countPassages, type EmbeddedEngine, openEmbeddedEngine } from '../../engine/index.ts'
import { serverFor, stop, urlOf } from '../../http/http-server.ts'
import { listen } from '../../http/listen.ts'
import { type Copy, openCopy, removeCopy } from '../../store/search-feed/open-copy.ts'
import { openLog } from '../open-log.ts'
import { embeddingSource } from '../search-engine.ts'
import { type Portion, type Position, takeIn } from './feed.ts'

export type SearchNode = AsyncDisposable & {
  readonly url: string
  state(): NodeState
}

type Options = {
  config: Config
  version: string
  cell: string
  token: string
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** After so long without being asked it says so. */
  unaskedMs?: number
}

/** A node has no door for what it logs, so it goes where a server's goes. */
export function openNodeLog(config: Config): Logger {
  return openLog(config, { http: true }).log
}

/** While it copies nobody waits for it; afterwards a search waits no longer than this takes. */
const passagesWhileLoading = 200
const passagesWhileServing = 40
/** Longer than the cell waits with an answer, with room for one that failed. */
const heardWithinMs = 4_000

/** Copies what a cell has for searching, follows it, and answers its searches. */
export async function openSearchNode(options: Options): Promise<SearchNode> {
  const { config, version, cell, token, log } = options
  await using resources = new AsyncDisposableStack()
  const notTaken = (why: string) => log.warn({ why }, 'the changed certificate was not taken')
  const { papers } = resources.use(watchPapers(config, { onRefused: notTaken }))
  const proof = { token, papers }
  const copy = resources.use(openFollowedCopy(options))
  let told = ''
  resources.use(
    followCell({
      cell,
      ...proof,
      version,
      position: copy.position,
      passages: () => (copy.engine() ? passagesWhileServing : passagesWhileLoading),
      async take(portion, signal) {
        await copy.take(portion as Portion, signal)
        if (told !== '') log.info({ cell }, 'the cell answers again')
        told = ''
      },
      onTrouble(trouble) {
        if (trouble !== told) log.warn({ cell, trouble }, 'the cell is not followed')
        told = trouble
      },
    }),
  )
  const onProblem = (error: unknown) => log.error({ error: String(error) }, 'a search failed')
  const node = { state: copy.state, engine: copy.engine }
  const server = serverFor(config, {
    answer: openNodeDoor({
      ...proof,
      version,
      node,
      onProblem,
      onRefused: (refused) => log.warn(refused, 'a server is refused'),
      onAsked: resources.use(watchAsking(options, copy)).asked,
    }),
    pair: { onShown: () => undefined, onRefused: notTaken },
  })
  await listen(server, { ...config, socket: undefined })
  const nothing = () => undefined
  resources.defer(() => stop(server, { first: nothing, stillThere: nothing, beforeCut: nothing }))
  const owned = resources.move()
  return {
    url: urlOf(server, config),
    state: copy.state,
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  }
}

/** A server looks at a node that it leaves out each half a minute. */
const askedWithinMs = 45_000

/** Says when nobody asks a node that could answer: why is known where it is left out. */
function watchAsking(
  { cell, log, unaskedMs = askedWithinMs }: Options,
  copy: { state(): NodeState },
): { asked(): void } & Disposable {
  let lastMs = performance.now()
  let isTold = false
  const look = () => {
    if (copy.state().state !== 'ready') lastMs = performance.now()
    if (isTold || performance.now() - lastMs < unaskedMs) return
    isTold = true
    const trouble =
      'the log and kontor doctor of the server say why: its KONTOR_SEARCH_NODES, the network ' +
      'between, the token, or a certificate'
    log.warn({ cell, trouble }, 'no server asks this node')
  }
  const timer = setInterval(look, unaskedMs / 10).unref()
  return {
    asked() {
      lastMs = performance.now()
      if (isTold) log.info({ cell }, 'a server asks this node again')
      isTold = false
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** The copy with the engine over it: both are made anew where the cell says so. */
function openFollowedCopy({ config, version, log }: Options) {
  const { dataDir } = config
  let copy = openCopy(dataDir)
  let position = positionIn(copy)
  let engine: EmbeddedEngine | undefined
  let behind = 0
  let allSinceMs: number | undefined
  let passages = countPassages(copy.db)
  const misfits = openMisfits()

  async function beginAnew(): Promise<void> {
    await closeEngine()
    copy.close()
    removeCopy(dataDir)
    copy = openCopy(dataDir)
    position = undefined
    passages = 0
    log.info('everything is copied anew')
  }

  async function closeEngine(): Promise<void> {
    const old = engine
    engine = undefined
    allSinceMs = undefined
    await old?.close()
  }

  /** Its threads begin when all is there: they fill their memory once. */
  async function begin(): Promise<void> {
    const opened = engineOver(copy, { config, log })
    await opened.start()
    engine = opened
    log.info({ passages }, 'searches are answered')
  }

  return {
    position: () => position,
    engine: () => engine,
    async take(portion: Portion, signal: AbortSignal): Promise<void> {
      if ('afresh' in portion) return beginAnew()
      const askedMs = performance.now()
      try {
        takeIn(copy, portion)
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        const cause = isNoRoom(error) ? `the disk is full (${why})` : why
        if (mayGoLater(error)) throw new Error(`the copy cannot be written: ${cause}`)
        log.warn({ error: why }, 'what the cell told does not fit')
        await misfits.pause(signal)
        return beginAnew()
      }
      position = portion.position
      behind = portion.lastSeq - position.place.seq
      passages += portion.passages.length
      if (portion.gonePassages.length > 0) passages = countPassages(copy.db)
      if (portion.isAll && engine === undefined) await begin()
      if (portion.isAll) allSinceMs = askedMs
      await setImmediate()
    },
    state(): NodeState {
      const lagMs = allSinceMs === undefined ? null : Math.round(performance.now() - allSinceMs)
      const isCutOff = lagMs !== null && lagMs > heardWithinMs
      return {
        version,
        state: engine === undefined ? 'loading' : isCutOff ? 'cut off' : 'ready',
        run: position?.run ?? '',
        seq: position?.place.seq ?? 0,
        behind,
        lagMs,
        passages,
        meaning: engine?.isReady('semantic') ?? false,
      }
    },
    async [Symbol.asyncDispose]() {
      await closeEngine()
      copy.close()
    },
  }
}

/** Who copies all again and again is a burden to the cell: each time it waits longer. */
const pausesMs = [0, 5_000, 30_000, 120_000, 600_000]
const forgottenAfterMs = 3_600_000

function openMisfits() {
  let times = 0
  let lastMs = 0
  return {
    async pause(signal: AbortSignal): Promise<void> {
      const nowMs = performance.now()
      if (nowMs - lastMs > forgottenAfterMs) times = 0
      lastMs = nowMs
      const pauseMs = pausesMs[Math.min(times, pausesMs.length - 1)]
      times += 1
      await delay(pauseMs, undefined, { signal }).catch(() => {})
    },
  }
}

function positionIn(copy: Copy): Position | undefined {
  const text = copy.position()
  return text === undefined ? undefined : (JSON.parse(text) as Position)
}

/** The engine of the cell, over the copy: its vectors come from the cell, and it makes none. */
function engineOver(
  { file, db }: Copy,
  { config, log }: Pick<Options, 'config' | 'log'>,
): EmbeddedEngine {
  const { searchWorkers, searchTimeoutMs, keywordMemoryMb, dataDir } = config
  const source = embeddingSource(config)
  return openEmbeddedEngine({
    file,
    store: { db, write: () => Promise.reject(new Error('a node writes down nothing of its own')) },
    clock: systemClock,
    threads: searchWorkers,
    timeLimitMs: searchTimeoutMs,
    memoryMb: keywordMemoryMb,
    onKeywords: (keywords) => log.info({ keywords }, 'keywords in memory'),
    makesVectors: false,
    vectors: source && {
      folder: dataDir,
      source,
      onState: (vectors) => log.info({ vectors }, 'search by meaning'),
      onProblem: (error) => log.error({ error: String(error) }, 'search by meaning'),
    },
  })
}
