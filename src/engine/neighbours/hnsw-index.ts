import type { HierarchicalNSW } from 'hnswlib-node'
import { openBest } from './best-of.ts'
import type { ExactVectors } from './exact-index.ts'
import type { NearNodes, NodeSet, VectorIndex } from './vector-index.ts'

/**
 * A graph over the vectors for sets that are too large to compare one by one. It holds the first
 * `reach` nodes; the others are compared exactly until they are in it. Its scores are computed
 * anew from the vectors, so both ways give the same ones.
 */
export type GraphVectors = VectorIndex & {
  /** Puts nodes into the graph for so long; says whether all are in it. */
  grow(budgetMs: number): boolean
  reach(): number
  /** Writes the graph; nothing is put into it meanwhile. Rejects when that cannot be done. */
  write(file: string): Promise<void>
  /** Takes over a graph of the first nodes. Rejects when the file is not one. */
  read(file: string, nodes: number): Promise<void>
}

export type GraphOptions = {
  /** Sets up to this size are compared one by one. */
  exactMax: number
}

const neighbours = 16
const buildBreadth = 120
/** Wider than the page that is asked for; src/DECISIONS.md, 124, has the recall of some. */
const breadthMin = 600
const graphSeed = 11
const roomMin = 10_000

/** The library, or undefined where it was not compiled: then everything is compared exactly. */
export async function loadHnsw(): Promise<Hnsw | undefined> {
  try {
    const loaded = await import('hnswlib-node')
    return 'default' in loaded ? (loaded.default as Hnsw) : loaded
  } catch {
    return undefined
  }
}

export type Hnsw = Pick<typeof import('hnswlib-node'), 'HierarchicalNSW'>

export function openGraphVectors(
  exact: ExactVectors,
  { library, exactMax }: GraphOptions & { library: Hnsw },
): GraphVectors {
  const empty = () => new library.HierarchicalNSW('ip', exact.dimensions)
  let graph: HierarchicalNSW = empty()
  let reach = 0
  let writing = false

  function makeRoom(): void {
    const max = reach === 0 ? 0 : graph.getMaxElements()
    if (reach < max) return
    const room = Math.max(roomMin, Math.ceil(exact.size() * 1.2), Math.ceil(max * 1.5))
    if (reach === 0) graph.initIndex(room, neighbours, buildBreadth, graphSeed)
    else graph.resizeIndex(room)
  }

  function put(node: number): void {
    makeRoom()
    graph.addPoint(floatsOf(exact.vectorOf(node)), node)
    reach = node + 1
  }

  /** A callback that throws ends the whole process: this one looks into an array and no more. */
  function inGraph(query: Int16Array, { allowed, limit }: { allowed: NodeSet; limit: number }) {
    const { marks } = allowed
    const isAll = allowed.list.length === exact.size()
    graph.setEf(Math.max(breadthMin, limit))
    const filter = isAll ? undefined : (label: number) => marks[label] === 1
    return graph.searchKnn(floatsOf(query), Math.min(limit, reach), filter).neighbors
  }

  return {
    ...exact,
    reach: () => reach,
    nearest(query, { allowed, limit, cutoff }): NearNodes {
      const { list } = allowed
      if (list.length <= exactMax || reach < exactMax)
        return exact.nearest(query, { allowed, limit, cutoff })
      const near = inGraph(query, { allowed, limit })
      const nodes = Int32Array.from([...near, ...markedFrom(allowed, reach)])
      const best = openBest({ limit, cutoff })
      const cosines = exact.cosines(query, nodes)
      for (const [i, node] of nodes.entries()) best.take({ node, cosine: cosines[i] as number })
      return best.best()
    },
    grow(budgetMs) {
      const endMs = performance.now() + budgetMs
      while (!writing && reach < exact.size() && performance.now() < endMs) put(reach)
      return reach === exact.size()
    },
    async write(file) {
      writing = true
      try {
        await graph.writeIndex(file)
      } finally {
        writing = false
      }
    },
    async read(file, nodes) {
      const read = empty()
      await read.readIndex(file)
      if (read.getCurrentCount() !== nodes) throw new Error('the graph has other nodes')
      graph = read
      reach = nodes
    },
  }
}

/** Those that are not in the graph yet. */
function markedFrom({ marks }: NodeSet, from: number): number[] {
  const nodes: number[] = []
  for (let node = from; node < marks.length; node++) if (marks[node] === 1) nodes.push(node)
  return nodes
}

function floatsOf(vector: Int16Array): number[] {
  return Array.from(vector, (part) => part / 32_767)
}
