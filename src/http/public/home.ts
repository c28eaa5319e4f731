import * as z from 'zod'
import { DomainError, InvalidInput } from '../../base/errors.ts'
import type { PublicOffer, PublicOffers } from '../../domain/catalog/index.ts'
import {
  type Hit,
  qLengthMax,
  type SearchRequest,
  type SearchResult,
} from '../../domain/search/index.ts'
import { escaped, prefixOf } from '../docs/page.ts'
import { qInt } from '../fields.ts'
import { get, type HttpFacts } from '../route.ts'
import type { PublicFace } from './public-face.ts'
import { sendPublicPage } from './public-page.ts'
import { catalogueData } from './schema-org.ts'
import { Lang, type Speech, speechOf, type Words } from './speech/speech.ts'
import { contentsOf, languagesOf } from './words.ts'

const hitsPerPage = 10
const pageMax = 50
const shownDatasets = 50

const Query = z.object({
  q: z.string().max(qLengthMax).optional().meta({ description: 'What is looked for' }),
  page: qInt(1, pageMax).default(1),
  lang: Lang,
})

export const publicHome = get('/public', {
  id: 'publicHome',
  summary: 'The page of this marketplace for everybody, with a search of its open data',
  description: 'Not found where the public search is off.',
  tag: 'Public pages',
  access: 'none',
  showsPages: 'open',
  rate: 'search',
  query: Query,
  reply: z.string(),
  errors: [400, 404, 429, 503],
  raw: true,
  media: ['text/html'],
  async run({ rooms, query, http }) {
    const { baseUrl, publicFace: face } = http
    const listed = rooms.search.listPublic({ offset: 0, limit: shownDatasets })
    const q = query.q?.trim() ?? ''
    const run = () => rooms.search.runPublic(requestOf(q, query.page))
    const found = q === '' ? undefined : await answered(run, http)
    const speech = speechOf(http, query.lang)
    const content = [
      headOf(face, { speech, listed }),
      searchForm(speech, q),
      ...(found === undefined ? [] : [foundPart({ found, q, page: query.page, speech })]),
      datasetsPart(speech, listed),
      accessPart(http, speech),
    ]
    const data = catalogueData({ face, baseUrl }, listed.offers)
    const page = { title: q, content: content.join('\n'), data, speech, isAnswer: q !== '' }
    sendPublicPage(http, { ...page, about: face.text ?? speech.words.marketplace(face.name) })
  },
})

function requestOf(q: string, page: number): SearchRequest {
  return {
    q,
    sort: 'relevance',
    limit: hitsPerPage,
    offset: (page - 1) * hitsPerPage,
    highlight: true,
    facets: false,
  }
}

/** A question that cannot be read is answered on the page, in the words of the refusal. */
async function answered(
  run: () => Promise<SearchResult>,
  { ctx }: HttpFacts,
): Promise<SearchResult | string> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    ctx.status = error instanceof InvalidInput ? 400 : 503
    return error.message
  }
}

type Head = { speech: Speech; listed: PublicOffers }

function headOf({ name, text }: PublicFace, { speech: { words }, listed }: Head): string {
  const what = words.open(words.datasetCount(listed.total))
  const about = escaped(text ?? words.marketplace(name))
  return `<h1>${escaped(name)}</h1>\n<p>${about}</p>\n<p class="soft">${what}</p>`
}

function searchForm({ words, chosen, to }: Speech, q: string): string {
  const [action = ''] = to('/public').split('?')
  const kept = chosen ? `\n<input type="hidden" name="lang" value="${chosen}">` : ''
  return `<form role="search" action="${action}">
<input type="search" name="q" value="${escaped(q)}" maxlength="${qLengthMax}" required
 aria-label="${words.lookFor}" placeholder="${words.lookFor}">${kept}
<button>${words.search}</button></form>`
}

type Found = { found: SearchResult | string; q: string; page: number; speech: Speech }

function foundPart({ found, q, page, speech }: Found): string {
  const { words, to } = speech
  if (typeof found === 'string') {
    return `<h2>${words.notSearched}</h2>\n<p role="alert" lang="en">${escaped(found)}</p>`
  }
  const { hits, hasMore, total, totalRelation, correctedQuery } = found
  if (hits.length === 0) return `<h2>${words.nothing}</h2>\n<p>${words.nothingHint}</p>`
  const counted = words.passages(total)
  const passages = totalRelation === 'exact' ? counted : words.about(counted)
  const heading =
    correctedQuery === undefined
      ? passages
      : words.found({ passages, instead: escaped(correctedQuery) })
  const link = (no: number, text: string) => {
    return `<a href="${to('/public', { q, page: String(no) })}">${text}</a>`
  }
  const turns = [
    ...(page > 1 ? [link(page - 1, words.back)] : []),
    ...(hasMore && page < pageMax ? [link(page + 1, words.more)] : []),
  ]
  return `<h2 aria-live="polite">${heading}</h2>
<ol>${hits.map((hit) => hitOf(hit, speech)).join('\n')}</ol>
<p>${turns.join(' · ')}</p>`
}

function hitOf(hit: Hit, { words, to }: Speech): string {
  const address = to(`/public/datasets/${hit.datasetId}`)
  const lang = hit.lang === 'und' ? '' : ` lang="${escaped(hit.lang)}"`
  return `<li><h3 dir="auto">${escaped(hit.title)}</h3>
<blockquote dir="auto"${lang}>${marked(hit.snippet)}</blockquote>
<p class="soft">${placeOf(hit, words)}<a href="${address}">${words.theDataset}</a></p></li>`
}

function placeOf({ page, timeStartMs }: Hit, words: Words): string {
  if (page !== null) return `${words.page(page)} · `
  if (timeStartMs === null) return ''
  const seconds = Math.floor(timeStartMs / 1000)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return `${words.at(time)} · `
}

/** What matched stands between two asterisks each. */
function marked(snippet: string): string {
  return escaped(snippet).replace(/\*\*(.+?)\*\*/gs, '<mark>$1</mark>')
}

function datasetsPart(speech: Speech, { offers, total }: PublicOffers): string {
  const { datasets, noDatasets, moreDatasets } = speech.words
  if (total === 0) return `<h2>${datasets}</h2>\n<p>${noDatasets}</p>`
  const left = total - offers.length
  const more = left > 0 ? `<p class="soft">${moreDatasets(left)}</p>` : ''
  const list = offers.map((offer) => entryOf(offer, speech)).join('\n')
  return `<h2>${datasets}</h2>\n<ul>${list}</ul>${more}`
}

function entryOf(offer: PublicOffer, speech: Speech): string {
  const { dataset, tenantName } = offer
  const facts = [tenantName, contentsOf(speech, offer), languagesOf(speech, offer)].filter(Boolean)
  const about =
    dataset.description === null ? '' : `<p dir="auto">${escaped(dataset.description)}</p>`
  const address = speech.to(`/public/datasets/${dataset.datasetId}`)
  return `<li><h3 dir="auto"><a href="${address}">${escaped(dataset.name)}</a></h3>
${about}<p class="soft">${escaped(facts.join(' · '))}</p></li>`
}

/** How somebody gets more than the search shows. */
function accessPart({ baseUrl, publicFace: face }: HttpFacts, { words }: Speech): string {
  const prefix = prefixOf(baseUrl)
  const { contact, isSignupOpen } = face
  const address = escaped(contact ?? '')
  const api = `<a href="${prefix}/docs/manual/buyers-and-agents">${words.theApi}</a>`
  const mcp = `<a href="${prefix}/docs/manual/mcp">MCP</a>`
  const ways = [
    isSignupOpen
      ? `<a href="${prefix}/console/join">${words.signUp}</a>${words.signUpHint}`
      : words.byInvitation,
    ...(address === '' ? [] : [words.writeTo(`<a href="mailto:${address}">${address}</a>`)]),
    words.agents({ api, mcp }),
  ]
  return `<h2>${words.access}</h2>\n${ways.map((way) => `<p>${way}</p>`).join('\n')}`
}
