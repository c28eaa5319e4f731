import { traceHeaders } from '../base/trace-context.ts'
import {
  type Facilitator,
  type FacilitatorRequest,
  FacilitatorSilent,
} from '../domain/ledger/ports.ts'
import { boundedText } from './bounded-text.ts'

export type FacilitatorSettings = {
  readonly url: string
  readonly timeoutMs: number
  /** Sent as a bearer credential where the facilitator wants one. */
  readonly token?: string | undefined
}

/** What is longer is no answer of this protocol. */
const answerMaxBytes = 65_536

/** A facilitator over HTTP: POST /verify and /settle, JSON both ways, no redirects. */
export function openX402Facilitator(settings: FacilitatorSettings): Facilitator {
  return {
    verify: (request) => ask(settings, 'verify', request),
    settle: (request) => ask(settings, 'settle', request),
  }
}

async function ask(
  { url, timeoutMs, token }: FacilitatorSettings,
  deed: 'verify' | 'settle',
  request: FacilitatorRequest,
): Promise<unknown> {
  try {
    const response = await fetch(`${url}/${deed}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...traceHeaders(),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(request),
      redirect: 'error',
      // Over the whole exchange: also a body that comes a byte at a time ends.
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await boundedText(response, answerMaxBytes)
    // A refusal may come as 4xx with its reason; a 5xx says nothing of what was done.
    if (response.status >= 500) throw new Error(`status ${response.status}`)
    return JSON.parse(text)
  } catch (error) {
    throw new FacilitatorSilent(`${deed}: ${(error as Error).message}`, { cause: error })
  }
}
