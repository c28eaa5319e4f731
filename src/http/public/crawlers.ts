import * as z from 'zod'
import { NotFound } from '../../base/errors.ts'
import type { PublicOffer } from '../../domain/catalog/index.ts'
import { escaped } from '../docs/page.ts'
import { qInt } from '../fields.ts'
import { get, type HttpFacts } from '../route.ts'
import { pathOf } from './dcat.ts'

/** Datasets of one map: a file may name 50,000 places, and this many are read at once. */
const perMap = 1_000
const mapMax = 1_000_000

/**
 * Of a house without pages for everybody nothing is to be found by a search engine. Otherwise the
 * pages, the manual and the catalogues are; a page of a search is nobody's.
 */
export const robotsText = get('/robots.txt', {
  id: 'robotsText',
  summary: 'What a crawler may read: the pages for everybody, or nothing',
  description: 'Where the public search is on it names the map of the pages.',
  tag: 'Public pages',
  access: 'none',
  reply: z.string(),
  errors: [],
  raw: true,
  media: ['text/plain'],
  run({ rooms, http: { ctx, baseUrl } }) {
    ctx.type = 'text/plain; charset=utf-8'
    ctx.set('Cache-Control', 'public, max-age=3600')
    ctx.body = rooms.search.hasPublic() ? openTo(baseUrl) : 'User-agent: *\nDisallow: /\n'
  },
})

function openTo(baseUrl: string): string {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '')
  const open = ['/public', '/docs', '/catalog.ttl', '/catalog.jsonld', '/sitemap.xml']
  const rules = open.map((path) => `Allow: ${prefix}${path}`)
  const shut = [`Disallow: ${prefix}/public?q=`, 'Disallow: /']
  const map = `Sitemap: ${baseUrl}/sitemap.xml`
  return `${['User-agent: *', ...rules, ...shut, '', map].join('\n')}\n`
}

export const sitemap = get('/sitemap.xml', {
  id: 'sitemap',
  summary: 'The map of the pages for everybody, for search engines',
  description:
    'As https://www.sitemaps.org has it: the first page and that of each dataset, with the day ' +
    'of its last change. With more than a thousand datasets it names the maps of each thousand ' +
    '(page). Not found where the public search is off.',
  tag: 'Public pages',
  access: 'none',
  rate: 'search',
  query: z.object({ page: qInt(1, mapMax).optional() }),
  reply: z.string(),
  errors: [400, 404, 429],
  raw: true,
  media: ['application/xml'],
  run({ rooms, query, http }) {
    const page = query.page ?? 1
    const asked = { offset: (page - 1) * perMap, limit: perMap }
    const { offers, total } = rooms.search.listPublic(asked)
    const maps = Math.max(1, Math.ceil(total / perMap))
    if (page > maps) throw new NotFound('page')
    const isList = query.page === undefined && maps > 1
    send(http, isList ? mapsOf(http, maps) : placesOf(http, { offers, isFirst: page === 1 }))
  },
})

const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function mapsOf({ baseUrl }: HttpFacts, maps: number): string {
  const each = Array.from({ length: maps }, (_, i) => {
    return `<sitemap>${locOf(`${baseUrl}/sitemap.xml?page=${i + 1}`)}</sitemap>`
  })
  return `<sitemapindex ${schema}>\n${each.join('\n')}\n</sitemapindex>\n`
}

type Places = { offers: readonly PublicOffer[]; isFirst: boolean }

function placesOf({ baseUrl }: HttpFacts, { offers, isFirst }: Places): string {
  const places = offers.map(({ dataset }) => {
    const changedAt = new Date(dataset.lastIngestAtMs ?? dataset.updatedAtMs)
    const day = changedAt.toISOString().slice(0, 10)
    return `<url>${locOf(pathOf(baseUrl, dataset))}<lastmod>${day}</lastmod></url>`
  })
  if (isFirst) places.unshift(`<url>${locOf(`${baseUrl}/public`)}</url>`)
  return `<urlset ${schema}>\n${places.join('\n')}\n</urlset>\n`
}

function locOf(address: string): string {
  return `<loc>${escaped(address)}</loc>`
}

function send({ ctx }: HttpFacts, text: string): void {
  ctx.type = 'application/xml; charset=utf-8'
  ctx.set('Cache-Control', 'public, max-age=300')
  ctx.body = `<?xml version="1.0" encoding="UTF-8"?>\n${text}`
}
