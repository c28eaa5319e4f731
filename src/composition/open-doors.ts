import type { IncomingMessage, ServerResponse } from 'node:http'
import { accessRows } from '../domain/identity/index.ts'
import type { Answering } from '../http/connections/early-refusals.ts'
import { openUnfinished, type Unfinished } from '../http/connections/unfinished.ts'
import { markOperator } from '../http/credential.ts'
import type { Stopping } from '../http/http-server.ts'
import { openStreams, type Streams } from '../http/streams/open-streams.ts'
import type { Mounted } from '../http/surfaces.ts'
import type { Store } from '../store/open.ts'
import { httpSettings, patienceOf } from './http-settings.ts'
import type { Status } from './running-process.ts'
import type { CellOfNodes } from './search-nodes/cell.ts'
import { type Watched, watchers } from './watchers.ts'

type Needs = Omit<Watched, 'streams'> & {
  store: Store
  /** What absolute links start with; empty while nobody knows. */
  status: Status
  searchNodes: Pick<CellOfNodes, 'feed' | 'reports'>
  checkReplies?: boolean | undefined
  mounts?: Mounted[] | undefined
}

/** The doors, made once, for whoever comes first: the network, or the folder's own socket. */
export function openDoors(needs: Needs) {
  const { status, store, rooms } = needs
  const streams = openStreams({ durable: store.durable, log: needs.log })
  const unfinished = needs.owned.use(openUnfinished(patienceOf(needs.config)))
  let made: ReturnType<typeof makeDoors> | undefined
  const doors = () => {
    if (!made) store.watchRows(accessRows, rooms.identity.recheck)
    made ??= makeDoors(needs, { streams, unfinished })
    return made
  }
  async function answerOperator(req: IncomingMessage, res: ServerResponse, tenant: string) {
    // Nobody listens where this is asked of a folder alone: no link leads anywhere then.
    status.url ||= 'http://localhost'
    markOperator(req, tenant)
    await (await doors())(req, res)
  }
  const stopping: Stopping = {
    first: streams.endAll,
    stillThere() {
      const waitsFor = unfinished.underWay()
      if (waitsFor.length > 0) needs.log.info({ waitsFor }, 'stopping, within ten seconds')
    },
    beforeCut() {
      const cut = unfinished.underWay()
      if (cut.length > 0) needs.log.warn({ cut }, 'stopped before these were over')
      rooms.delivery.cutOff()
    },
  }
  return { doors, answerOperator, stopping }
}

async function makeDoors(
  { status, checkReplies = false, mounts, ...needs }: Needs,
  { streams, unfinished }: { streams: Streams; unfinished: Unfinished },
) {
  const { config, version, rooms, store, clock, log, traffic } = needs
  const settings = httpSettings(config, { version, checkReplies, baseUrl: () => status.url })
  const { write, db, durable, requireLease } = store
  const watching = await watchers({ ...needs, status, streams })
  const own = { rooms, clock, log, settings, traffic, unfinished, streams, ...watching }
  const deps = { ...own, write, db, durable, requireLease }
  // The schemas of hundreds of routes take longer to make than most commands to run.
  const { httpApp } = await import('../http/server.ts')
  return besideTheFeed(needs.searchNodes.feed, httpApp(deps, mounts).callback())
}

/** Search nodes that follow are told what is new before anything else looks at a request. */
function besideTheFeed(feed: CellOfNodes['feed'], answer: Answering): Answering {
  if (feed === undefined) return answer
  return (req, res) => (feed.isFor(req) ? feed.answer(req, res) : answer(req, res))
}
