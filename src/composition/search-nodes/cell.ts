import { openFeedDoor } from '../../adapters/search-nodes/feed-door.ts'
import { openNodes } from '../../adapters/search-nodes/nodes.ts'
import { openNodesEngine } from '../../adapters/search-nodes/nodes-engine.ts'
import type { NodeReport } from '../../adapters/search-nodes/one-node.ts'
import { watchPapers } from '../../adapters/search-nodes/papers.ts'
import { arePassages, type EmbeddedEngine } from '../../engine/index.ts'
import { lastTaking } from '../../store/search-feed/feed-log.ts'
import type { Deps } from '../deps.ts'
import { openSearchFeed, type Portion, type Position } from './feed.ts'

/** What a cell has for search nodes; nothing of it runs without the settings. */
export type CellOfNodes = {
  engine: EmbeddedEngine
  /** What nodes are told; undefined: there is no token, so nobody is told anything. */
  feed: ReturnType<typeof openFeedDoor<Position>> | undefined
  reports(): readonly NodeReport[]
}

/** Of the time that a search may take, so much is left to a node; then it is answered here. */
const nodeShare = 0.3

export function openCellOfNodes(
  { config, store, log, resources, version }: CellDeps,
  own: EmbeddedEngine,
): CellOfNodes {
  const { searchNodes: urls, searchNodeToken: token, searchTimeoutMs } = config
  if (token === undefined) return { engine: own, feed: undefined, reports: () => [] }
  const onRefused = (why: string) => log.warn({ why }, 'the changed certificate was not taken')
  let onTaken = () => {}
  const watching = { onRefused, onTaken: () => onTaken() }
  const { papers } = resources.use(watchPapers(config, watching))
  const proof = { token, papers }
  const feed = openSearchFeed(store)
  const door = openFeedDoor<Position>({
    ...proof,
    version,
    after: feed.after,
    moment: feed.moment,
    isNothing: (portion) => isNothing(portion as Portion),
    onProblem: (error) => log.error({ error: String(error) }, 'a search node was told nothing'),
    onRefused: (refused) => log.warn(refused, 'a search node is refused'),
  })
  resources.defer(door.close)
  if (urls.length === 0) return { engine: own, feed: door, reports: () => [] }
  const nodes = openNodes({
    urls,
    ...proof,
    version,
    answerWithinMs: Math.round(searchTimeoutMs * nodeShare),
    onChange: ({ url, isUp, trouble }) => {
      if (isUp) log.info({ node: url }, 'a search node answers')
      else log.warn({ node: url, trouble }, 'a search node is left out')
    },
  })
  resources.defer(nodes.close)
  nodes.start()
  // Those that were left out for what was shown are not to wait for their turn.
  onTaken = nodes.start
  const engine = openNodesEngine({
    own,
    nodes,
    mustSee: () => ({ run: feed.run, seq: lastTaking(store.raw) }),
    standing: (hits) => arePassages(store.db, hits),
  })
  return { engine, feed: door, reports: nodes.reports }
}

type CellDeps = Pick<Deps, 'config' | 'store' | 'log' | 'resources'> & { version: string }

function isNothing(portion: Portion): boolean {
  if ('afresh' in portion || !portion.isAll) return false
  const { rows, gonePassages, passages, vectors } = portion
  return rows.length + gonePassages.length + passages.length + vectors.length === 0
}
