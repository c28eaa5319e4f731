import type { QueryEntry } from '../corpus.ts'
import { DemoFailed } from '../demo-failed.ts'
import { excerptOf } from '../excerpt.ts'
import { type SearchAnswer, SearchReply } from '../replies.ts'
import type { Party } from '../stage.ts'
import { type Purse, type Story, type UploadedDocument, uploadOf } from './story.ts'

type Searching = { key: Party; uploads: readonly UploadedDocument[]; purse: Purse }

/** Every query of the manifest must bring its document first, on its page, with marked terms. */
export async function searchArchive(story: Story, searching: Searching): Promise<void> {
  const { stage, corpus } = story
  stage.act('The buyer asks in ten languages and gets the passage, not just the file')
  stage.say('A passage costs a credit the first time; the same one is free for 24 hours.')
  let searches = 0
  for (const query of corpus.queries) {
    await search(story, { ...searching, query, facets: searches === 0 })
    searches += 1
  }
}

type Search = Searching & { query: QueryEntry; facets: boolean }

async function search(story: Story, { key, uploads, query, facets, purse }: Search): Promise<void> {
  const expected = uploadOf(uploads, query.file)
  story.stage.say('')
  story.stage.say(`${query.language}: ${query.question}`)
  const reply = await story.stage.ask(
    { as: key, call: 'search', with: searchFor(query.q, facets) },
    { status: 200, reply: SearchReply, show: (answer) => shownOf(answer, facets) },
  )
  pay(purse, reply)
  const [first] = reply.results
  const right = first?.asset_id === expected.objectId && first.page === query.page
  if (!right || !first.snippet.includes('**')) {
    const where = query.page === null ? query.file : `page ${query.page} of ${query.file}`
    throw new DemoFailed(`"${query.q}" must find ${where} first`, reply)
  }
  if (facets && !reply.facets?.modality.document) {
    throw new DemoFailed('facets must count the documents found', reply.facets)
  }
}

/** What the answer says was charged must be what is gone from the balance. */
export function pay(purse: Purse, reply: SearchAnswer): void {
  purse.balance -= reply.charged_credits
  purse.spent += reply.charged_credits
  if (reply.available_credits === purse.balance) return
  throw new DemoFailed(`the buyer must have ${purse.balance} credits left`, reply)
}

export function searchFor(q: string, facets = false) {
  return { q, limit: 3, highlight: true, ...(facets ? { facets } : {}) }
}

function shownOf(answer: SearchAnswer, withFacets: boolean) {
  const { results, total, mode, facets, charged_credits } = answer
  const [first] = results
  return {
    total,
    mode,
    charged_credits,
    ...(withFacets ? { facets } : {}),
    ...(first ? { 'results[0]': shownHit(first) } : {}),
  }
}

function shownHit({ title, page, lang, snippet }: SearchAnswer['results'][number]) {
  return { title, page, lang, snippet: excerptOf(snippet) }
}
