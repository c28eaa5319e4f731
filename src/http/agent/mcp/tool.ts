import type * as z from 'zod'
import type { Prices } from '../../../domain/ledger/index.ts'
import type { AnyRoute } from '../../route.ts'

/** What a hit of a search may cost here. */
export type HitPrices = Pick<Prices, 'retrievalStandardCents' | 'retrievalPremiumCents'>

/**
 * A tool is a view of a route: its arguments are a part of the route's request, its result is the
 * route's answer. So it checks, charges, counts and refuses what the route does.
 */
export type Tool = {
  name: string
  title: string
  /** For the model: when to use it, what it costs. */
  description: string | ((prices: HitPrices) => string)
  /** Hints for the client: whether to ask a person first. */
  annotations: {
    readOnlyHint: boolean
    destructiveHint?: boolean
    idempotentHint?: boolean
    openWorldHint: boolean
  }
  route: AnyRoute
  /** The part of the route's request that the arguments are. */
  place: 'params' | 'query' | 'body'
  /** Arguments that have another name in the route. */
  names: Readonly<Record<string, string>>
  /** What the model should know of an argument, where the route's words do not fit. */
  notes: Readonly<Record<string, string>>
  /** Arguments that the route does not have. */
  own?: z.ZodObject
  /** Members that only a shortened result has. */
  cut?: z.ZodObject
  /** A result of acceptable length: the reply itself, or less of it with the way to the rest. */
  // biome-ignore lint/suspicious/noExplicitAny: a reply has the type of its route's schema
  shorten?: (reply: any, sent: any) => object
}
