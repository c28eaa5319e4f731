// The words of the isolation table: what everybody, strangers and keys are told.
import type { Told } from './ask.ts'
import type { Scope } from './world.ts'

/** `nothing`: no credential is looked at. */
export type Need = Scope | 'nothing' | 'credential' | 'session' | 'operator'

/** The answer, to another question than the row's where there is one. */
export type Case = Told & { call?: string; bodySent?: unknown }

export type Row = {
  call: string
  body?: unknown
  needs: Need
  /** What everybody is told; left out with `nothing`, all are told the same. */
  always?: Told
  /** What differs from the rule for an expired session. */
  expired?: Told
  /** To another tenant with all rights of its own; or why there is nothing to ask. */
  foreign: Case | readonly Case[] | string
  /** To the tenant's own key that may see no dataset; or why there is nothing to ask. */
  narrow: Case | readonly Case[] | string
}

export const meta = { request_id: 'REQ', timestamp: 'NOW' }

/** Success in the words of Surface B. */
export const data = (value: unknown): Told => ({ status: 200, body: { data: value, ...meta } })

export type Refused = { code: string; message: string; reason?: string; field?: string }

export function refusedByB(status: number, error: Refused): Told {
  const { code, message, ...details } = error
  return { status, body: { error: { code, message, details }, ...meta } }
}

export function refusedByA(status: number, error: Refused): Told {
  return { status, body: { ...error, request_id: 'REQ' } }
}

export const message = 'A valid credential is needed.'
export const unauthorizedB = refusedByB(401, { code: 'unauthorized', message })
export const unauthorizedA = refusedByA(401, { code: 'unauthorized', message })
export const unauthorizedC = { status: 401, body: { detail: message, code: 'unauthorized' } }

export const forbidden = (reason: string, text: string) =>
  refusedByB(403, { code: 'forbidden', message: text, reason })

export const sessionOnly = forbidden(
  'session_required',
  'This needs a session: log in instead of using an API key.',
)
export const operatorOnly = forbidden(
  'platform_admin_required',
  'Only a platform administrator may do this.',
)
export const missingScopeB = (scope: Scope) =>
  forbidden('missing_scope', `This needs the scope ${scope}.`)
export const missingScopeA = (scope: Scope) =>
  refusedByA(403, { code: 'forbidden', message: `This needs the scope ${scope}.` })

export const no = (what: string) =>
  refusedByB(404, { code: 'not_found', message: `No such ${what}.` })
export const noDataset = no('dataset')
export const noObject = no('object')
export const noKey = no('API key')
export const noGrant = no('grant')
export const noMember = no('member')
export const noInvitation = no('invitation')
export const noSession = no('session')
export const noRequest = no('access request')
export const noJob = no('job')
export const noEvent = no('retrieval event')
export const noAsset = no('asset')
export const noAssetA = refusedByA(404, { code: 'not_found', message: 'No such asset.' })
export const unknownDataset = (field: string) =>
  refusedByB(400, {
    code: 'bad_request',
    message: `${field} names a dataset that does not exist or that you cannot see.`,
    field,
    reason: 'unknown_dataset',
  })
export const badB = (problem: { field: string; reason: string; message: string }) =>
  refusedByB(400, { code: 'bad_request', ...problem })

export const anothersCursor = badB({
  field: 'cursor',
  reason: 'invalid_cursor',
  message: 'This cursor is damaged or belongs to another list. Start again without it.',
})

/** What asks as a program asks: without a browser's word for where it comes from. */
export const pagesOnly = forbidden(
  'same_origin',
  'The session of a browser counts for pages of this server alone: ' +
    'Sec-Fetch-Site must be same-origin.',
)

export const empty = (list: string) => data({ [list]: [], total: 0, next_cursor: null })
export const noId = 'names nothing of anybody'
export const open = 'looks at no credential'
export const withoutDatasets = 'concerns no dataset'
export const wholeTenant = forbidden(
  'allow_list_key',
  'This shows the whole tenant: a key for a list of datasets may not ask for it.',
)

export const file = { filename: 'a.txt', content_type: 'text/plain', size_bytes: 1 }
export const invalidLinkB = refusedByB(403, {
  code: 'forbidden',
  message: 'This link is not valid or has expired.',
})
export const invalidLinkA = refusedByA(403, {
  code: 'forbidden',
  message: 'This link is not valid or has expired.',
})

/** A route of the operator's: nobody else's session and no key at all. */
export const byOperator = (call: string, body?: unknown): Row => ({
  call,
  needs: 'operator',
  foreign: operatorOnly,
  narrow: sessionOnly,
  ...(body === undefined ? {} : { body }),
})

/** A route about one thing, which is not there for others, nor for a key without its dataset. */
export const about = (needs: Need, call: string, told: Told, body?: unknown): Row => ({
  call,
  needs,
  foreign: told,
  narrow: told,
  ...(body === undefined ? {} : { body }),
})

/** What its owner is told about in every state. */
export const ownStates = ['indexed', 'staged', 'expired', 'initiated'].map(
  (id) => `GET /asset/{${id}}`,
)

export const ownMember = {
  user_id: '{ownMember}',
  email: 'stranger@example.eu',
  display_name: 'Stranger',
  roles: ['owner'],
  joined_at: '2026-03-02T10:00:00.000Z',
  api_key_ids: Array.from({ length: 10 }, (_, i) => `{ownKey${i}}`),
}
