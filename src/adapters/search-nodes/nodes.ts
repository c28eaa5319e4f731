import { type NodeOptions, type NodeReport, type OneNode, openOneNode } from './one-node.ts'
import type { EngineCall, MustSee } from './protocol.ts'

type Options = NodeOptions & { urls: readonly string[] }

/** The search nodes of a cell: how they do, and whom to ask. */
export function openNodes({ urls, ...options }: Options) {
  const nodes = urls.map((url) => openOneNode(url, options))
  let turn = 0

  /** Who has least to do of those that can answer; they take turns. */
  function pick(besides: ReadonlySet<OneNode>): OneNode | undefined {
    const able = nodes.filter((node) => node.isAble() && !besides.has(node))
    turn += 1
    const inTurn = able.map((_, i) => able[(turn + i) % able.length] as OneNode)
    return inTurn.sort((a, b) => a.inFlight() - b.inFlight())[0]
  }

  return {
    /** The first answer of a node; undefined: none has one. Never rejects. */
    async ask(call: EngineCall, mustSee: MustSee, { tries }: { tries: number }) {
      const asked = new Set<OneNode>()
      for (let i = 0; i < tries; i++) {
        const node = pick(asked)
        if (node === undefined) return undefined
        asked.add(node)
        const reply = await node.ask(call, mustSee)
        if (reply && 'outcome' in reply) return { outcome: reply.outcome, distrust: node.distrust }
        // What takes too long there takes long everywhere.
        if (reply && 'late' in reply) return undefined
      }
      return undefined
    },
    reports: (): NodeReport[] => nodes.map((node) => node.report()),
    /** Looks at all of them now, and from then on. */
    start(): void {
      for (const node of nodes) node.start()
    },
    close(): void {
      for (const node of nodes) node.close()
    },
  }
}
