import type { Db } from '../../../store/tx.ts'
import type { Scope } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { type ClientRow, findClient } from './queries.ts'
import { isRegistered, placeOf, withAnswer } from './redirect-uri.ts'
import { OAuthRefused } from './refused.ts'

/** What a program that is let in may do: the tools of MCP ask for this and for no more. */
export const applicationScopes: readonly Scope[] = ['search:query']

/** With what a program sends somebody here (OAuth 2.1, 4.1.1; RFC 7636; RFC 8707). */
export type AuthorizationRequest = {
  readonly clientId: string
  readonly redirectUri: string
  readonly responseType: string | undefined
  readonly challenge: string | undefined
  readonly challengeMethod: string | undefined
  readonly state: string | undefined
  readonly resource: string | undefined
}

/** Who this server is to programs, and what they are let in to. */
export type OAuthPlace = { readonly issuer: string; readonly resource: string }

export type AuthorizationAsked = {
  readonly clientId: string
  /** As the program says itself. */
  readonly name: string
  /** Where the answer goes, which the program cannot make up. */
  readonly redirectPlace: string
  readonly registeredAtMs: number
  readonly scopes: readonly Scope[]
  /** Where the browser goes with a no. */
  readonly deniedAt: string
}

/** What somebody is to say yes or no to. Throws OAuthRefused. */
export function askAuthorization(
  { store: { db } }: Pick<IdentityRoom, 'store'>,
  request: AuthorizationRequest,
  place: OAuthPlace,
): AuthorizationAsked {
  const client = requireOrderly(db, request, place)
  const { redirectUri } = request
  return {
    clientId: client.clientId,
    name: client.name,
    redirectPlace: placeOf(redirectUri),
    registeredAtMs: client.createdAt,
    scopes: applicationScopes,
    deniedAt: answerTo(request, place, { error: 'access_denied' }),
  }
}

/**
 * Who asks, where all is as it must be. Whatever is wrong is said here and never sent on: anybody
 * can register, so a redirect that no person has decided on would be an open one (RFC 9700, 4.11).
 * Throws OAuthRefused.
 */
export function requireOrderly(
  db: Db,
  request: AuthorizationRequest,
  { resource }: OAuthPlace,
): ClientRow {
  const client = findClient(db, request.clientId)
  if (!client) {
    const message = 'This program is not registered here, or not any more: connect it anew.'
    throw new OAuthRefused('invalid_client', message)
  }
  if (!isRegistered(client.redirectUris, request.redirectUri)) {
    throw invalid('redirect_uri is none that this program registered.')
  }
  if (request.responseType !== 'code') {
    throw new OAuthRefused('unsupported_response_type', 'response_type must be code.')
  }
  if (request.challengeMethod !== 'S256') throw invalid('code_challenge_method must be S256.')
  if (!/^[\w-]{43}$/.test(request.challenge ?? '')) {
    throw invalid('code_challenge must be a SHA-256 in base64url: 43 characters.')
  }
  requireResource({ named: request.resource, resource })
  return client
}

type ResourceNamed = { named: string | undefined; resource: string }

/** Who names none means the only one that there is. Throws OAuthRefused. */
export function requireResource({ named, resource }: ResourceNamed): void {
  if (named === undefined) return
  if (URL.canParse(named) && new URL(named).href === new URL(resource).href) return
  throw new OAuthRefused('invalid_target', `resource must be ${resource}.`)
}

/** The address of the program with an answer, its own state, and who says so (RFC 9207). */
export function answerTo(
  { redirectUri, state }: AuthorizationRequest,
  { issuer }: OAuthPlace,
  answer: { error: 'access_denied' } | { code: string },
): string {
  return withAnswer(redirectUri, { ...answer, ...(state !== undefined && { state }), iss: issuer })
}

function invalid(message: string): OAuthRefused {
  return new OAuthRefused('invalid_request', message)
}
