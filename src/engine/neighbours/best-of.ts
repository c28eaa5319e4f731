import type { NearNodes } from './vector-index.ts'

type Bounds = { limit: number; cutoff: number }

/** The best of what it is shown, in any number of turns. */
export type BestNodes = {
  /** What is below counts no more; it rises as better ones come. */
  lowest(): number
  take(one: NearNode): void
  /** Best first, equals in the order of their numbers; none below the cutoff. */
  best(): NearNodes
}

type NearNode = { node: number; cosine: number }

const order = (a: NearNode, b: NearNode) => b.cosine - a.cosine || a.node - b.node

/** Sorts only when twice as many as asked for have come, and passes over most by then. */
export function openBest({ limit, cutoff }: Bounds): BestNodes {
  const keptMax = Math.max(2 * limit, 64)
  let kept: NearNode[] = []
  let lowest = cutoff
  return {
    lowest: () => lowest,
    take(one) {
      if (one.cosine < lowest) return
      kept.push(one)
      if (kept.length < keptMax) return
      kept = kept.sort(order).slice(0, limit)
      lowest = kept.at(-1)?.cosine ?? lowest
    },
    best() {
      kept = kept.sort(order).slice(0, limit)
      return {
        nodes: Int32Array.from(kept, ({ node }) => node),
        cosines: Float64Array.from(kept, ({ cosine }) => cosine),
      }
    },
  }
}
