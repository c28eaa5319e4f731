// One line of the contract table, and the lines that all endpoints have in common.
import type { Scope } from './world.ts'

export type ContractRow = {
  /** The endpoint as the contract writes it. */
  of: string
  /** The request, where `{name}` stands for something of the world. */
  call: string
  body?: unknown
  /** With `true` the answer's body is not looked at: a file. */
  raw?: string | true
  headers?: Record<string, string>
  /** Whose credential; nobody's where it is left out. */
  as?: string
  /** Asked so many times, and the last answer counts. */
  times?: number
  /** What is put in the way: a call into a room that answers that it is overloaded. */
  overloaded?: readonly [room: string, command: string]
  /** The same, but that it answers this. */
  failing?: 'insufficient_credits' | 'search_allowance_exhausted' | 'conflict' | 'invalid'
  status: number
  /** The error, whole. */
  error?: object
  /** Its code alone. */
  code?: string
  /** What the answer has among other things. */
  has?: object
  /** The whole answer. */
  whole?: unknown
  /** Members of the answer that later rows call by name: `{name}`. */
  keep?: Record<string, string>
  /** Likewise, of the first voucher of the answer, its code. */
  keepVoucher?: string
  /** Members of the answer that later rows show as their credential. */
  keepAs?: Record<string, string>
}

export type Endpoint = {
  of: string
  call?: string
  as?: string
  body?: unknown
  /** What a key must have; or `session`, `operator` where no key will do. */
  needs?: Scope | 'session' | 'operator'
  surface?: 'a'
}

type Rest = Omit<ContractRow, 'of' | 'call' | 'as'> & { call?: string; as?: string }

/** The rows of one endpoint: two credentials, none, one that is not enough, and its own. */
export function endpoint(common: Endpoint, rows: readonly Rest[]): ContractRow[] {
  const { of, as = 'provider', call = of, body, needs, surface } = common
  const asked = { of, call, ...(body === undefined ? {} : { body }) }
  const short = needs === undefined ? [] : [{ ...asked, ...tooLittle(needs, surface) }]
  return [
    { ...asked, as, headers: { 'x-api-key': 'kontor_x' }, status: 400, error: two(surface) },
    { ...asked, status: 401, error: refusal(surface, ['unauthorized', needed, {}]) },
    ...short,
    ...rows.map((row) => ({ ...asked, as, ...row })),
  ]
}

const needed = 'A valid credential is needed.'

function two(surface: 'a' | undefined) {
  const message = 'Send one credential: either Authorization: Bearer or X-API-Key, not both.'
  return refusal(surface, [
    'bad_request',
    message,
    { field: 'authorization', reason: 'two_credentials' },
  ])
}

function tooLittle(needs: Scope | 'session' | 'operator', surface: 'a' | undefined) {
  const refused = (reason: string, message: string) => ({
    status: 403,
    error: refusal(surface, ['forbidden', message, { reason }]),
  })
  if (needs === 'session') {
    const message = 'This needs a session: log in instead of using an API key.'
    return { as: 'strangerKey', ...refused('session_required', message) }
  }
  if (needs === 'operator') {
    const message = 'Only a platform administrator may do this.'
    return { as: 'provider', ...refused('platform_admin_required', message) }
  }
  return { as: `without ${needs}`, ...refused('missing_scope', `This needs the scope ${needs}.`) }
}

type Problem = [code: string, message: string, details: object]

function refusal(surface: 'a' | undefined, [code, message, details]: Problem): object {
  return surface === 'a' ? { code, message } : { code, message, details }
}

/** 400 of Surface B. */
export function bad(problem: { field: string; reason: string; message: string }) {
  const { message, ...details } = problem
  return { status: 400, error: { code: 'bad_request', message, details } }
}

/** 404 of Surface B. */
export function no(what: string) {
  const message = `No such ${what}.`
  return { status: 404, error: { code: 'not_found', message, details: {} } }
}

/** 409 of Surface B. */
export function conflict(message: string, details: { reason: string; [fact: string]: unknown }) {
  return { status: 409, error: { code: 'conflict', message, details } }
}

/** Two rows: a request under an Idempotency-Key, and another one under the same. */
export function reused(row: Rest, otherBody: object): Rest[] {
  const headers = { 'idempotency-key': `once ${JSON.stringify(row.body ?? row.call ?? '')}` }
  const { has: _has, whole: _whole, keep: _keep, keepAs: _keepAs, ...asked } = row
  const message = 'This Idempotency-Key was used before with another request.'
  return [
    { ...row, headers },
    {
      ...asked,
      headers,
      body: otherBody,
      ...conflict(message, { reason: 'idempotency_key_reused' }),
    },
  ]
}
