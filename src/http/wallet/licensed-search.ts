import type * as z from 'zod'
import { InvalidInput } from '../../base/errors.ts'
import type { Lamports } from '../../base/lamports.ts'
import { inOurWords } from '../refusals.ts'
import { get, post, type RouteRequest } from '../route.ts'
import { lamportsIn } from './lamports.ts'
import { SearchBody, SearchQuery, SearchReply } from './microip.schema.ts'
import { presentMicroIps } from './present-microip.ts'

const path = '/search'

const common = {
  tag: 'Search',
  rate: 'licensedSearch',
  access: 'session',
  body: SearchBody,
  query: SearchQuery,
  reply: SearchReply,
  errors: [400, 401, 429, 503],
  description: 'The body counts; without one, the same members as query parameters do.',
} as const

export const searchLicensed = get(path, {
  ...common,
  id: 'searchLicensed',
  isWork: true,
  summary: 'Search licensed assets',
  run: search,
  present: ({ items, ...rest }, facts) => presentMicroIps({ items, ...rest }, facts).items,
})

export const searchLicensedPost = post(path, {
  ...common,
  id: 'searchLicensedPost',
  summary: 'The same, for clients that cannot send a body with GET',
  errors: [...common.errors, 409],
  run: search,
  present: ({ items, ...rest }, facts) => presentMicroIps({ items, ...rest }, facts).items,
})

type Asked = RouteRequest<'session', undefined, typeof SearchQuery, typeof SearchBody>

async function search({ rooms, principal, body, query, http }: Asked) {
  const asked = Object.keys(body).length > 0 ? body : fromQuery(query)
  if (asked.query === undefined) {
    const message = 'query is required.'
    throw new InvalidInput({ field: 'query', reason: 'required', message })
  }
  const { category, quality, tags } = asked
  const finding = rooms.microip.searchMicroIp(principal, {
    query: asked.query,
    category,
    quality,
    tags,
    page: asked.page ?? 1,
    limit: asked.limit ?? 10,
    minPriceLamports: priceIn(asked.min_price),
    maxPriceLamports: priceIn(asked.max_price),
  })
  const found = await finding.catch((error) => {
    throw inOurWords(error, { query: 'q' })
  })
  http.ctx.set('X-Total-Count', String(found.total))
  return found
}

function fromQuery({ tags, min_price, max_price, ...rest }: z.output<typeof SearchQuery>) {
  const price = (text: string | undefined) => (text === undefined ? undefined : Number(text))
  return {
    ...rest,
    min_price: price(min_price),
    max_price: price(max_price),
    tags: tags?.split(',').filter((tag) => tag.trim() !== ''),
  }
}

/** Spec 7.3: one message for whatever is wrong with a price. */
function priceIn(sol: number | undefined): Lamports | undefined {
  if (sol === undefined) return undefined
  try {
    return lamportsIn(sol, 'price')
  } catch {
    throw new InvalidInput({
      field: 'min_price',
      reason: 'invalid_range',
      message: 'Invalid price range specified',
    })
  }
}
