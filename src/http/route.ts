import type { Context } from 'koa'
import type * as z from 'zod'
import type { AnonymousCommand, Command } from '../domain/command.ts'
import type { Principal, Scope } from '../domain/identity/index.ts'
import type { PaymentSettlement } from '../domain/ledger/index.ts'
import type { Rooms } from '../domain/rooms.ts'
import type { RefusedWish } from './console/refusal-words.ts'
import type { Credential } from './credential.ts'
import type { PublicFace } from './public/public-face.ts'
import type { Streams } from './streams/open-streams.ts'

export type Surface = 'agent' | 'v1' | 'wallet' | 'oauth' | 'plain'
/** What has a rate of its own: searches by key and tenant, the rest by endpoint group. */
export type RateName = 'search' | WalletRate
export type WalletRate = 'wallet' | 'balance' | 'microip' | 'assets' | 'licensedSearch'
/** What is guarded against being tried too often; attempts.ts has the rules of each. */
export type Guard = 'login' | 'signup' | 'code' | 'letter' | 'password' | 'sso' | 'registration'
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Who may call: nobody in particular, any credential, a session, an admin's session, a scope. */
export type Access = 'none' | 'credential' | 'session' | 'platform_admin' | { scope: Scope }

type Shape = z.ZodObject | undefined
type Output<T> = T extends z.ZodType ? z.output<T> : undefined

/** What a handler may know about the request besides its validated parts. */
export type HttpFacts = {
  /** For streams and headers only. */
  readonly ctx: Context
  readonly requestId: string
  readonly nowMs: number
  /** What absolute links start with. */
  readonly baseUrl: string
  /** The caller's address, seen through trusted proxies only. */
  readonly address: string
  /** Whether a refusal for want of credits can be answered with a payment (x402). */
  readonly takesPayments: boolean
  /** Whether people may let programs in to MCP (OAuth). */
  readonly takesPrograms: boolean
  /** For answers that go on for as long as somebody listens. */
  readonly streams: Streams
  /** How the pages for everybody look. */
  readonly publicFace: PublicFace
  /** Called by another route: the headers of the request are that one's, not this one's. */
  readonly indirect?: boolean
}

/**
 * Days (`2027-01-31`) on which an endpoint was announced as going and from which on it may be gone.
 * Between the two lie twelve months at least (our choice for spec 9.3).
 */
export type Deprecation = { readonly since: string; readonly sunset: string }

/** A payment that came with a request (x402 version 2), and where its end is told. */
export type PaymentSent = {
  /** What the client sent, whatever it is. */
  readonly payload: unknown
  settled(settlement: PaymentSettlement): void
}

/** What a route is asked with, before anything is checked. */
export type Parts = {
  params?: unknown
  query?: unknown
  body?: unknown
  payment?: PaymentSent | undefined
}

/**
 * Calls another route for the same caller, as if it had been asked for by itself: its
 * permission, rate, checks and transaction. Gives the body of its answer; throws what it refuses.
 */
export type CallRoute = (route: AnyRoute, parts: Parts) => Promise<string>

export type RouteRequest<A extends Access, P extends Shape, Q extends Shape, B> = {
  readonly rooms: Rooms
  readonly principal: A extends 'none' ? Principal | undefined : Principal
  readonly cmd: A extends 'none' ? AnonymousCommand : Command
  readonly params: Output<P>
  readonly query: Output<Q>
  readonly body: Output<B>
  readonly http: HttpFacts
  /** For the route that speaks for others: MCP. */
  readonly callRoute: CallRoute
  /**
   * For a route that reads its form by itself: says what was in it, so that a POST which is
   * repeated is known by all of it. Throws where it was answered before, and where another one was.
   */
  readonly settle: (said: string) => void
}

/**
 * One endpoint as it is written. From it come the checks, the answer, and its place in the OpenAPI
 * document: what is documented is what is validated.
 */
type RouteLiteral<
  A extends Access,
  P extends Shape,
  Q extends Shape,
  B extends z.ZodType | undefined,
  R,
> = {
  id: string
  summary: string
  description?: string
  tag: string
  access: A
  /**
   * With access 'none': take a credential when there is one (public search); it needs this scope.
   * The handler then sees `principal` undefined or set.
   */
  optionalCredential?: Scope
  params?: P
  query?: Q
  body?: B
  /** A multipart form, which the handler reads by itself: for the document only. */
  form?: z.ZodObject
  /** The status of success: 200 where nothing is said. 204 sends no body. */
  status?: number
  /** What is sent on success: inside `data` on Surface B, bare elsewhere. */
  reply: z.ZodType | null
  /** The other statuses that callers must expect. */
  errors: readonly number[]
  /** Set once the endpoint is announced as going: its answers then say so. */
  deprecated?: Deprecation
  /** Counts against the credential's per-minute rate, but for HEAD. */
  rate?: RateName
  /** Work that HEAD, which is free, does not ask for: a request in order is answered at once. */
  isWork?: true
  /** Could be tried without end: limited by address and account, or by session. */
  guard?: Guard
  /**
   * For the pages of this server alone: refused from elsewhere. With access 'none' the session of
   * the browser, where there is one, is the principal.
   */
  ownPages?: true
  /** Also for programs that somebody let in: nothing but MCP, which calls the rest for them. */
  takesApplications?: true
  /** Also for somebody of a tenant that is suspended: to log out. */
  evenSuspended?: true
  /** Also for who must have a second factor and has shown none: to add or show it, to log out. */
  evenUnproven?: true
  /**
   * A browser goes there by itself: who is refused is shown a page that a person understands, with
   * what was wanted as its heading.
   */
  showsPages?: RefusedWish
  /** What it gives lies in a header: an Idempotency-Key cannot give it again. */
  neverReplayed?: true
  /**
   * What it answers is known only after what it wrote: with an Idempotency-Key it is kept right
   * after, in a transaction of its own. A kill in between lets the next request do it once more.
   */
  answersLater?: true
  /** For such a route: the device that has been there before, which waits for no stranger. */
  knownDevice?: (rooms: Rooms, body: Output<B>) => string | undefined
  /** Says what nobody else may know, or opens something: its answer is not compressed. */
  givesSecret?: true
  /** The handler writes the answer itself (streams). */
  raw?: boolean
  /** What such a handler reads by itself, for the document alone. */
  takes?: z.ZodType
  /** Of which content type that is, where it is not JSON. */
  takesAs?: string
  /** The body is bytes of any kind, which the handler reads by itself: for the document only. */
  takesBytes?: true
  /** The answer is bytes of any kind, and so is that with 206. */
  givesBytes?: true
  /** Headers of success, and what they say. */
  headers?: Readonly<Record<string, string>>
  /** Statuses besides `status` and `errors`, and what they mean: none has a body of its own. */
  also?: Readonly<Record<number, string>>
  /** The content types of such an answer, where they are known. */
  media?: readonly string[]
  /** Names the account where there is no credential yet: for the Idempotency-Key and the guard. */
  idempotencyOwner?: (body: Output<B>) => string
  run(request: RouteRequest<A, P, Q, B>): Promise<R> | R
  /** In the transaction of what was written, where the answer is kept for an Idempotency-Key. */
  present?(result: NoInfer<R>, http: HttpFacts, rooms: Rooms): unknown
}

/** An endpoint with its address and all that its literal leaves out. */
export type Route<
  A extends Access,
  P extends Shape,
  Q extends Shape,
  B extends z.ZodType | undefined,
  R,
> = RouteLiteral<A, P, Q, B, R> & { method: Method; path: string; status: number }

// biome-ignore lint/suspicious/noExplicitAny: a list of routes forgets their separate types
export type AnyRoute = Route<any, any, any, any, any>

/** An endpoint: `get('/v1/me', {…})`. Gives the literal its types, and what it leaves out. */
export const get = routesBy('get')
export const post = routesBy('post')
export const put = routesBy('put')
export const patch = routesBy('patch')
export const del = routesBy('delete')

function routesBy(method: Method) {
  return <
    const A extends Access,
    R,
    P extends Shape = undefined,
    Q extends Shape = undefined,
    B extends z.ZodType | undefined = undefined,
  >(
    path: string,
    literal: RouteLiteral<A, P, Q, B, R>,
  ): Route<A, P, Q, B, R> => ({ status: 200, ...literal, method, path })
}

/** A request that has found its endpoint, with what it shows of its caller. */
export type Call = { ctx: Context; surface: Surface; route: AnyRoute; credential: Credential }
