import * as z from 'zod'
import { sha256Of } from '../corpus.ts'
import { DemoFailed } from '../demo-failed.ts'
import { excerptOf } from '../excerpt.ts'
import { Hit, LinkReply, SearchReply } from '../replies.ts'
import type { Party } from '../stage.ts'
import { pay, searchFor } from './search-archive.ts'
import { type Purse, type Story, type UploadedDocument, uploadOf } from './story.ts'

type Watching = { key: Party; uploads: readonly UploadedDocument[]; purse: Purse }

const Moment = Hit.extend({ time_start_ms: z.int().nullable(), time_end_ms: z.int().nullable() })
const MomentReply = SearchReply.extend({ results: z.array(Moment) })
type Moment = z.infer<typeof Moment>

/** What is said in a film is found with its time, and only that moment is fetched and paid. */
export async function downloadMoment(story: Story, { key, uploads, purse }: Watching) {
  const { stage, corpus } = story
  const { question, q, file } = corpus.moment
  stage.act('A film is searched by what is said in it, and only that moment of it is bought')
  stage.say(question)
  const found = await stage.ask(
    { as: key, call: 'search', with: searchFor(q) },
    {
      status: 200,
      reply: MomentReply,
      show: ({ total, results: [first] }) => ({ total, 'results[0]': first && shownOf(first) }),
    },
  )
  pay(purse, found)
  const [hit] = found.results
  const film = uploadOf(uploads, file)
  const said = hit?.asset_id === film.objectId && hit.kind === 'transcript'
  if (!said) throw new DemoFailed(`"${q}" must find what is said in ${file}`, found)
  await fetchMoment(story, { key, film, purse, hit })
}

function shownOf({ kind, time_start_ms, time_end_ms, snippet }: Moment) {
  return { kind, time_start_ms, time_end_ms, snippet: excerptOf(snippet) }
}

type Fetching = { key: Party; film: UploadedDocument; purse: Purse; hit: Moment }

async function fetchMoment({ stage }: Story, { key, film, purse, hit }: Fetching): Promise<void> {
  const { asset_id } = hit
  const start_ms = hit.time_start_ms ?? 0
  const end_ms = hit.time_end_ms ?? 0
  const link = await stage.ask(
    { as: key, call: 'mintDownload', with: { asset_id, start_ms, end_ms } },
    { status: 200, reply: LinkReply, show: (reply) => reply },
  )
  const whole = film.price_credits
  if (link.estimated_credits >= whole) {
    throw new DemoFailed(`a moment must cost less than the film's ${whole} credits`, link)
  }
  const bytes = await stage.fetchFile(
    { as: { name: 'whoever holds the link' }, url: link.url },
    ({ headers, bytes: received }) => ({
      'content-type': headers.get('content-type'),
      'content-disposition': headers.get('content-disposition'),
      bytes: received.length,
      sha256: sha256Of(received),
    }),
  )
  purse.balance -= link.estimated_credits
  purse.spent += link.estimated_credits
  // ISO 14496-12, 4.3: the file type box stands first.
  const isFilm = Buffer.from(bytes.subarray(4, 8)).toString('latin1') === 'ftyp'
  if (!isFilm || bytes.length >= film.bytes.length) {
    throw new DemoFailed('the moment must be a film, and smaller than the whole one', bytes.length)
  }
  const seconds = ((end_ms - start_ms) / 1000).toFixed(1)
  stage.say(`  ${seconds} s for ${link.estimated_credits} credits; the whole film costs ${whole}.`)
}
