import { signal } from '@preact/signals'
import { KontorError, openClient } from '../../client/index.ts'

/** A proxy may show the server below a path of its own; the page says which. */
export const prefix = document.documentElement.dataset.prefix ?? ''

/** Counts up when the server no longer knows the session; the shell then asks for the password. */
export const sessionEnded = signal(0)

/** Whose data this window has: it stays in it when they log out. */
export const shown = signal<string | undefined>(undefined)

/** Somebody waits for whoever sits here to show again who it is; the shell asks for it. */
export const confirming = signal<((isShown: boolean) => void) | undefined>(undefined)
let asked: Promise<boolean> | undefined

/** The server, by its typed client: a route that changes is found by the compiler. */
export const kontor = openClient({
  baseUrl: `${location.origin}${prefix}`,
  fetch: asThisPage,
  // Somebody waits: whoever has to wait longer is told so.
  retries: 1,
  retryAfterMaxSeconds: 2,
})

const sessionPath = `${prefix}/console/session`

/** Marks a request as the console's own: no form and no foreign page can send this header. */
async function asThisPage(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.set('x-kontor-console', '1')
  const user = shown.peek()
  if (user !== undefined) headers.set('x-kontor-user', user)
  const send = () => fetch(input, { ...init, headers })
  let response = await send()
  if (await asksWhoIsThere(response)) {
    // All that are refused at once wait for one answer, and are then sent again.
    asked ??= new Promise<boolean>((answer) => {
      confirming.value = answer
    }).finally(() => {
      asked = undefined
      confirming.value = undefined
    })
    if (await asked) response = await send()
  }
  const isAboutSession = new URL(String(input), location.href).pathname === sessionPath
  if (response.status === 401 && !isAboutSession) sessionEnded.value++
  return response
}

/** What hurts is done by who showed within ten minutes who it is. The answer stays to be read. */
async function asksWhoIsThere(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const said = await response
    .clone()
    .json()
    .catch(() => undefined)
  const { reason, challenge_id: challenge } = (said?.error?.details ?? {}) as Details
  // Of a log-in the same is asked in the next step of it.
  const lacksFactor = reason === 'second_factor_required' && challenge === undefined
  return lacksFactor || reason === 'confirmation_required'
}

/** An address that the server gave, at the name that this page knows the server by. */
export function ownUrl(url: string): string {
  const { pathname, search } = new URL(url, location.href)
  return `${location.origin}${pathname}${search}`
}

type Details = Partial<Record<'field' | 'position' | 'reason' | 'status' | 'challenge_id', unknown>>

/** What a refusal says besides its sentence. */
export function detailsOf(error: unknown): Details {
  if (!(error instanceof KontorError)) return {}
  const { error: said } = (error.body ?? {}) as { error?: { details?: Details } }
  return said?.details ?? {}
}

/** No answer came: there is no line, or the server is away. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof KontorError && error.status === 0
}

export { KontorError }
