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
import { type HttpFacts, route } from '../route.ts'
import { sendPublicPage } from './public-page.ts'
import { catalogueData } from './schema-org.ts'
import { contentsOf, countOf, languagesOf } from './words.ts'

const hitsPerPage = 10
const pageMax = 50
const shownDatasets = 50

const Query = z.object({
  q: z.string().max(qLengthMax).optional().meta({ description: 'What is looked for' }),
  page: qInt(1, pageMax).default(1),
})

export const publicHome = route({
  id: 'publicHome',
  method: 'get',
  path: '/public',
  summary: 'The page of this marketplace for everybody, with a search of its open data',
  description: 'Not found where the public search is off.',
  tag: 'Public pages',
  access: 'none',
  rate: 'search',
  query: Query,
  status: 200,
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
    const content = [
      headOf(http, listed),
      searchForm(http, q),
      ...(found === undefined ? [] : [foundPart({ found, q, page: query.page, http })]),
      datasetsPart(http, listed),
      accessPart(http),
    ]
    const data = catalogueData({ face, baseUrl }, listed.offers)
    sendPublicPage(http, { title: q, content: content.join('\n'), data })
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

function headOf({ publicFace: face }: HttpFacts, { total }: PublicOffers): string {
  const what = `${countOf(total, 'dataset')} that everybody can search, passage by passage.`
  const text = face.text ?? `${face.name} is a marketplace of private data.`
  return `<h1>${escaped(face.name)}</h1>\n<p>${escaped(text)}</p>\n<p class="soft">${what}</p>`
}

function searchForm({ baseUrl }: HttpFacts, q: string): string {
  return `<form role="search" action="${prefixOf(baseUrl)}/public">
<input type="search" name="q" value="${escaped(q)}" maxlength="${qLengthMax}" required
 aria-label="What are you looking for?" placeholder="What are you looking for?">
<button>Search</button></form>`
}

type Found = { found: SearchResult | string; q: string; page: number; http: HttpFacts }

function foundPart({ found, q, page, http }: Found): string {
  if (typeof found === 'string') {
    return `<h2>That could not be searched</h2>\n<p role="alert">${escaped(found)}</p>`
  }
  const { hits, hasMore, total, totalRelation, correctedQuery } = found
  if (hits.length === 0) {
    return '<h2>Nothing was found</h2>\n<p>Try other words, or fewer of them.</p>'
  }
  const count = `${totalRelation === 'exact' ? '' : 'About '}${countOf(total, 'passage')}`
  const instead = correctedQuery === undefined ? '' : ` for ${escaped(correctedQuery)}`
  const prefix = prefixOf(http.baseUrl)
  const link = (no: number, text: string) => {
    const query = escaped(new URLSearchParams({ q, page: String(no) }).toString())
    return `<a href="${prefix}/public?${query}">${text}</a>`
  }
  const turns = [
    ...(page > 1 ? [link(page - 1, 'Back')] : []),
    ...(hasMore && page < pageMax ? [link(page + 1, 'More')] : []),
  ]
  return `<h2 aria-live="polite">${count}${instead}</h2>
<ol>${hits.map((hit) => hitOf(hit, prefix)).join('\n')}</ol>
<p>${turns.join(' · ')}</p>`
}

function hitOf(hit: Hit, prefix: string): string {
  const address = `${prefix}/public/datasets/${escaped(hit.datasetId)}`
  return `<li><h3>${escaped(hit.title)}</h3>
<blockquote>${marked(hit.snippet)}</blockquote>
<p class="soft">${placeOf(hit)}<a href="${address}">The dataset</a></p></li>`
}

function placeOf({ page, timeStartMs }: Hit): string {
  if (page !== null) return `Page ${page} · `
  if (timeStartMs === null) return ''
  const seconds = Math.floor(timeStartMs / 1000)
  return `At ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} · `
}

/** What matched stands between two asterisks each. */
function marked(snippet: string): string {
  return escaped(snippet).replace(/\*\*(.+?)\*\*/gs, '<mark>$1</mark>')
}

function datasetsPart({ baseUrl }: HttpFacts, { offers, total }: PublicOffers): string {
  if (total === 0) return '<h2>Datasets</h2>\n<p>Nothing is open to everybody yet.</p>'
  const more =
    total > offers.length
      ? `<p class="soft">And ${total - offers.length} more: the catalogue has all of them.</p>`
      : ''
  const list = offers.map((offer) => entryOf(offer, prefixOf(baseUrl))).join('\n')
  return `<h2>Datasets</h2>\n<ul>${list}</ul>${more}`
}

function entryOf(offer: PublicOffer, prefix: string): string {
  const { dataset, tenantName } = offer
  const facts = [tenantName, contentsOf(offer), languagesOf(offer)].filter(Boolean)
  const about = dataset.description === null ? '' : `<p>${escaped(dataset.description)}</p>`
  const address = `${prefix}/public/datasets/${escaped(dataset.datasetId)}`
  return `<li><h3><a href="${address}">${escaped(dataset.name)}</a></h3>
${about}<p class="soft">${escaped(facts.join(' · '))}</p></li>`
}

/** How somebody gets more than the search shows. */
function accessPart({ baseUrl, publicFace: face }: HttpFacts): string {
  const prefix = prefixOf(baseUrl)
  const contact = face.contact
  const ways = [
    face.isSignupOpen
      ? `<a href="${prefix}/console/join">Sign up</a>: you search all that is listed, pay for ` +
        'what you use, and fetch originals.'
      : 'Accounts are made by invitation.',
    contact === undefined
      ? ''
      : `Write to <a href="mailto:${escaped(contact)}">${escaped(contact)}</a>.`,
    `Software agents search by <a href="${prefix}/docs/manual/buyers-and-agents">the API</a> ` +
      `and by <a href="${prefix}/docs/manual/mcp">MCP</a>.`,
  ]
  return `<h2>How to get access</h2>\n${ways
    .filter(Boolean)
    .map((way) => `<p>${way}</p>`)
    .join('\n')}`
}
