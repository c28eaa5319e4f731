import type { Counter, Gauge, Registry } from 'prom-client'
import type { SearchNodeReport } from '../../domain/search/index.ts'

type Kinds = { Counter: typeof Counter; Gauge: typeof Gauge }
type Shown = {
  name: string
  help: string
  read(node: SearchNodeReport): number | undefined
}

const gauges: readonly Shown[] = [
  {
    name: 'search_node_up',
    help: 'Whether searches are sent to this node: 1 or 0.',
    read: ({ isUp }) => (isUp ? 1 : 0),
  },
  {
    name: 'search_node_lag_seconds',
    help: 'How long ago it knew that it had everything, when it was asked last.',
    read: ({ state }) => (typeof state?.lagMs === 'number' ? state.lagMs / 1_000 : undefined),
  },
]
const counters: readonly Shown[] = [
  {
    name: 'searches_sent_total',
    help: 'Searches that were sent to this node.',
    read: ({ searches }) => searches,
  },
  {
    name: 'searches_declined_total',
    help: 'Searches that it declined: it had not seen the last removal, say.',
    read: ({ declined }) => declined,
  },
  {
    name: 'searches_failed_total',
    help: 'Searches to which no answer of it came that could be used.',
    read: ({ failures }) => failures,
  },
]

/** Shows how each search node does; nothing where there is none. */
export function showNodes(
  registry: Registry,
  { Counter, Gauge }: Kinds,
  nodes: () => readonly SearchNodeReport[],
): void {
  const shared = ({ name, help }: Shown) => ({
    name: `kontor_${name}`,
    help,
    registers: [registry],
    labelNames: ['node'] as const,
  })
  for (const shown of gauges) {
    new Gauge({
      ...shared(shown),
      collect() {
        this.reset()
        for (const node of nodes()) {
          const value = shown.read(node)
          if (value !== undefined) this.set({ node: node.url }, value)
        }
      },
    })
  }
  for (const shown of counters) {
    new Counter({
      ...shared(shown),
      collect() {
        this.reset()
        for (const node of nodes()) this.inc({ node: node.url }, shown.read(node) ?? 0)
      },
    })
  }
}
