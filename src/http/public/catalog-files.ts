import type { Context } from 'koa'
import * as z from 'zod'
import type { PublicOffers } from '../../domain/catalog/index.ts'
import { qInt } from '../fields.ts'
import { get, type HttpFacts } from '../route.ts'
import { catalogueOf, prefixes } from './dcat.ts'
import { jsonLdOf, turtleOf } from './linked-data.ts'

/** Datasets on a page of the catalogue. */
const pageSize = 100
const pageMax = 1_000_000

const shared = {
  tag: 'Public pages',
  access: 'none',
  rate: 'search',
  query: z.object({ page: qInt(1, pageMax).default(1) }),
  reply: z.string(),
  errors: [400, 404, 429],
  raw: true,
} as const
const description =
  'DCAT-AP 3: the datasets that the public search looks into, a hundred on a page, the oldest ' +
  'first; a page names the next one (hydra:next). Not found where the public search is off.'

export const catalogTurtle = get('/catalog.ttl', {
  ...shared,
  id: 'catalogTurtle',
  summary: 'The public catalogue for data portals, as Turtle',
  description,
  media: ['text/turtle'],
  run({ rooms, query, http }) {
    const things = thingsOf(http, { path: '/catalog.ttl', ...pageOf(rooms.search, query.page) })
    send(http.ctx, { type: 'text/turtle; charset=utf-8', text: turtleOf(things, prefixes) })
  },
})

export const catalogJsonLd = get('/catalog.jsonld', {
  ...shared,
  id: 'catalogJsonLd',
  summary: 'The public catalogue for data portals, as JSON-LD',
  description,
  media: ['application/ld+json'],
  run({ rooms, query, http }) {
    const things = thingsOf(http, { path: '/catalog.jsonld', ...pageOf(rooms.search, query.page) })
    send(http.ctx, { type: 'application/ld+json', text: jsonLdOf(things, prefixes) })
  },
})

type Listing = { listPublic(window: { offset: number; limit: number }): PublicOffers }

function pageOf(search: Listing, page: number) {
  const found = search.listPublic({ offset: (page - 1) * pageSize, limit: pageSize })
  return { ...found, page, last: Math.max(1, Math.ceil(found.total / pageSize)) }
}

type Page = PublicOffers & { path: string; page: number; last: number }

function thingsOf({ baseUrl, publicFace: face }: HttpFacts, { offers, ...pages }: Page) {
  return catalogueOf({ face, baseUrl, offers, pages })
}

function send(ctx: Context, { type, text }: { type: string; text: string }): void {
  ctx.type = type
  ctx.set('Access-Control-Allow-Origin', '*')
  ctx.set('Cache-Control', 'public, max-age=300')
  ctx.body = text
}
