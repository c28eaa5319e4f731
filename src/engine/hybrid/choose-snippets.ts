import type { Embedder } from '../embedding/embedder.ts'
import type { SearchOutcome } from '../port.ts'
import { foundPassage, snippetOf } from '../searcher/present-hits.ts'
import type { SearchJob } from '../threads/tasks.ts'
import { bestSentences } from './best-sentences.ts'
import type { Draft, DraftHit } from './search-by-meaning.ts'

/** What tells sentences apart, and the query as it understands it. */
export type SentenceGuide = {
  readonly embedder: Pick<Embedder, 'embedPassages'>
  readonly vector: Int16Array
}

type Shown = Pick<SearchJob, 'highlight' | 'snippetMaxChars'>

/** Chooses what each hit shows: of those found by meaning the sentences that say it. */
export async function chooseSnippets(
  draft: Draft | SearchOutcome,
  { job, guide }: { job: Shown; guide: SentenceGuide | undefined },
): Promise<SearchOutcome> {
  if ('hits' in draft) return draft
  const { page, marks, ...said } = draft
  const hits = []
  for (const hit of page) {
    const text = await shownText(hit.one, guide)
    const snippet = snippetOf({ text, lang: hit.one.lang }, marks, job)
    hits.push(foundPassage(hit, snippet))
  }
  return { ...said, hits }
}

function shownText({ text, byWords }: DraftHit, guide: SentenceGuide | undefined) {
  if (byWords || !guide) return text
  return bestSentences(guide.embedder, { text, vector: guide.vector })
}
