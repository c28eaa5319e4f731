import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { sameBytes } from '../../base/secrets.ts'
import type {
  EngineQuery,
  Found,
  PageRequest,
  SearchOutcome,
  SimilarQuery,
  Suggestions,
  Visibility,
} from '../../engine/index.ts'
import { type Papers, papersLacking } from './papers.ts'

/** What a cell asks of a search node: the calls of the engine's port, as they are. */
export type EngineCall =
  | { kind: 'search'; query: EngineQuery; visibility: Visibility; page: PageRequest }
  | { kind: 'suggest'; query: { q: string }; visibility: Visibility; page: { limit: number } }
  | { kind: 'similar'; query: SimilarQuery; visibility: Visibility; page: PageRequest }

export type Answers = { search: Found; suggest: Suggestions; similar: SearchOutcome }

/** What a node must have heard of before it answers: of this run of the cell, up to this change. */
export type MustSee = { readonly run: string; readonly seq: number }

export type NodeAsk = { readonly version: string; readonly mustSee: MustSee } & {
  readonly call: EngineCall
}

/** How a call ended on a node; the words are those of a searching thread. */
export type NodeReply =
  | { readonly outcome: Answers[EngineCall['kind']] }
  | { readonly declined: Declined }
  | { readonly late: true }
  | { readonly failure: string }

/**
 * Why a node leaves a call to others: it has not seen what it must have seen; it is still copying,
 * or has no vectors yet; too many wait; it is another version of the program.
 */
export const declines = ['behind', 'loading', 'busy', 'version'] as const
export type Declined = (typeof declines)[number]

/** What a node says of itself. */
export type NodeState = {
  readonly version: string
  readonly state: 'loading' | 'ready' | 'cut off'
  /** Whom it hears of, and how far. */
  readonly run: string
  readonly seq: number
  /** Changes that the cell has told it of and that it has not taken in. */
  readonly behind: number
  /** Since it last knew that it had everything; null: never. */
  readonly lagMs: number | null
  readonly passages: number
  readonly meaning: boolean
}

export const paths = {
  /** On the node. */
  search: '/search',
  state: '/state',
  /** On the cell. */
  feed: '/search-feed',
} as const

/** What both sides show each other. */
export type Proof = { readonly token: string; readonly papers?: Papers | undefined }

/** What a request does not show of what it should; undefined: it shows all. */
export function lackOf(req: IncomingMessage, { token, papers }: Proof): string | undefined {
  if (!showsToken(req, token))
    return 'the token is missing, or another: KONTOR_SEARCH_NODE_TOKEN is to be the same on both'
  return papers && papersLacking(req)
}

/** Why the other side said 401, by its own words. */
export function lackIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    if (typeof error === 'string') return error.slice(0, 200)
  } catch {
    // Something else answers there.
  }
  return 'it does not say why'
}

/** Whether a request shows the token, compared in a time that says nothing of it. */
function showsToken({ headers }: IncomingMessage, token: string): boolean {
  const shown = /^bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1] ?? ''
  return sameBytes(digest(shown), digest(token))
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
