import type { NearNodes } from '../../domain/search/ports.ts'

type Bounds = { limit: number; cutoff: number }

/**
 * The best nodes, best first, equals in the order of their numbers; none below the cutoff. The
 * lowest that still counts rises as better ones are kept, so that most are passed over at once.
 */
export function bestOf({ nodes, cosines }: NearNodes, { limit, cutoff }: Bounds): NearNodes {
  const order = (a: number, b: number) =>
    (cosines[b] as number) - (cosines[a] as number) || (nodes[a] as number) - (nodes[b] as number)
  const keptMax = Math.max(2 * limit, 64)
  let kept: number[] = []
  let lowest = cutoff
  for (let i = 0; i < nodes.length; i++) {
    if ((cosines[i] as number) < lowest) continue
    kept.push(i)
    if (kept.length < keptMax) continue
    kept = kept.sort(order).slice(0, limit)
    lowest = cosines[kept.at(-1) as number] as number
  }
  kept = kept.sort(order).slice(0, limit)
  return {
    nodes: Int32Array.from(kept, (i) => nodes[i] as number),
    cosines: Float64Array.from(kept, (i) => cosines[i] as number),
  }
}
