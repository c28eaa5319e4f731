import { setTimeout as pause } from 'node:timers/promises'
import type { ParaphraseEntry } from '../corpus.ts'
import { DemoFailed } from '../demo-failed.ts'
import { excerptOf } from '../excerpt.ts'
import { type SearchAnswer, SearchReply } from '../replies.ts'
import type { Party } from '../stage.ts'
import { pay } from './search-archive.ts'
import { type Purse, type Story, type UploadedDocument, uploadOf } from './story.ts'

type Asking = { key: Party; uploads: readonly UploadedDocument[]; purse: Purse }

const pollMs = 200
const limitMs = 60_000

/** None of the words stands in the document: it is found by what they mean, not by themselves. */
export async function askByMeaning(story: Story, asking: Asking): Promise<void> {
  const { stage, corpus } = story
  stage.act('The buyer asks in other words than the documents use, in two languages')
  for (const entry of corpus.paraphrases) {
    stage.say('')
    stage.say(`${entry.language}: ${entry.question}`)
    for (const mode of ['keyword', 'semantic', 'hybrid'] as const) {
      await find(story, { ...asking, entry, mode })
    }
  }
}

type Mode = 'keyword' | 'semantic' | 'hybrid'
type One = Asking & { entry: ParaphraseEntry; mode: Mode }

async function find(story: Story, { key, uploads, purse, entry, mode }: One): Promise<void> {
  const expected = uploadOf(uploads, entry.file)
  const giveUpMs = Date.now() + limitMs
  // The same request id: however often it is asked, it is one search.
  const asked = { q: entry.q, mode, limit: 1, request_id: `${entry.language}-${mode}` }
  const ask = { as: key, call: 'search' as const, with: asked }
  for (;;) {
    const want = { status: 200, reply: SearchReply, show: shownOf }
    const isReady = (answer: SearchAnswer) => mode === 'keyword' || answer.results.length > 0
    const answer = await story.stage.ask(ask, { ...want, quiet: true })
    pay(purse, answer)
    // Vectors are made in the background, some seconds after the index.
    if (!isReady(answer) && Date.now() < giveUpMs) {
      await pause(pollMs)
      continue
    }
    if (mode === 'keyword' ? answer.total > 0 : answer.results[0]?.asset_id !== expected.objectId) {
      const must = mode === 'keyword' ? 'nothing' : entry.file
      throw new DemoFailed(`"${entry.q}" must find ${must} by mode ${mode}`, answer)
    }
    pay(purse, await story.stage.ask(ask, want))
    return
  }
}

function shownOf({ total, mode, results: [first] }: SearchAnswer) {
  if (!first) return { total, mode, results: [] }
  const { title, score, snippet } = first
  return { total, mode, 'results[0]': { title, score, snippet: excerptOf(snippet) } }
}
