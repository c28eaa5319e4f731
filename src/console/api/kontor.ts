import { signal } from '@preact/signals'
import { KontorError, openClient } from '../../client/index.ts'

/** A proxy may show the server below a path of its own; the page says which. */
export const prefix = document.documentElement.dataset.prefix ?? ''

/** Counts up when the server no longer knows the session; the shell then asks for the password. */
export const sessionEnded = signal(0)

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
  const response = await fetch(input, { ...init, headers })
  const isAboutSession = new URL(String(input), location.href).pathname === sessionPath
  if (response.status === 401 && !isAboutSession) sessionEnded.value++
  return response
}

/** An address that the server gave, at the name that this page knows the server by. */
export function ownUrl(url: string): string {
  const { pathname, search } = new URL(url, location.href)
  return `${location.origin}${pathname}${search}`
}

type Details = { field?: unknown; position?: unknown; reason?: unknown; challenge_id?: unknown }

/** What a refusal says besides its sentence. */
export function detailsOf(error: unknown): Details {
  if (!(error instanceof KontorError)) return {}
  const { error: said } = (error.body ?? {}) as { error?: { details?: Details } }
  return said?.details ?? {}
}

export { KontorError }
