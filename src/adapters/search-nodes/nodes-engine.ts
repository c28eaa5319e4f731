import type {
  EmbeddedEngine,
  Found,
  FoundPassage,
  SearchOutcome,
  Suggestions,
} from '../../engine/index.ts'
import { callEngine } from './node-door.ts'
import type { openNodes } from './nodes.ts'
import type { Answers, EngineCall, MustSee } from './protocol.ts'

type Options = {
  /** The engine of this process, which answers what no node does. */
  own: EmbeddedEngine
  nodes: Pick<ReturnType<typeof openNodes>, 'ask'>
  /** What a node must have heard of by now. */
  mustSee(): MustSee
  /** What the records say of passages that a node found. */
  standing(hits: readonly FoundPassage[]): 'there' | 'gone' | 'others'
}

/** One more than the first, which may be behind. */
const tries = 2

/**
 * The engine of a cell with search nodes: a node is asked first, and whatever keeps it from
 * answering, the threads of this process answer instead. So nobody is refused for a node's sake.
 * What a node found is what the records have, or it is not shown.
 */
export function openNodesEngine({ own, nodes, mustSee, standing }: Options): EmbeddedEngine {
  async function answer(call: EngineCall): Promise<Answers[EngineCall['kind']]> {
    const found = await nodes.ask(call, mustSee(), { tries })
    if (found === undefined) return callEngine(own, call)
    const standingNow = standing(hitsIn(found.outcome))
    if (standingNow === 'there') return found.outcome
    if (standingNow === 'others') found.distrust()
    return callEngine(own, call)
  }

  return {
    ...own,
    search: (query, visibility, page) =>
      answer({ kind: 'search', query, visibility, page }) as Promise<Found>,
    suggest: (query, visibility, page) =>
      answer({ kind: 'suggest', query, visibility, page }) as Promise<Suggestions>,
    similar: (query, visibility, page) =>
      answer({ kind: 'similar', query, visibility, page }) as Promise<SearchOutcome>,
  }
}

function hitsIn(outcome: Found | Suggestions | SearchOutcome): readonly FoundPassage[] {
  if ('completions' in outcome) return []
  return 'outcome' in outcome ? outcome.outcome.hits : outcome.hits
}
