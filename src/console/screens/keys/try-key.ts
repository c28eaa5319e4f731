import { prefix } from '../../api/kontor.ts'

export type Tried = { found: number; charged: number; ms: number }

type Answer = {
  results?: readonly unknown[]
  total?: number
  charged_credits?: number
  took_ms?: number
  message?: string
  error?: { message?: string }
}

/**
 * Searches as the program would that has the key: without the cookie of whoever is logged in here,
 * so that what comes is what the key may see.
 */
export async function tryKey({ secret, q }: { secret: string; q: string }): Promise<Tried> {
  const response = await fetch(`${location.origin}${prefix}/search?${new URLSearchParams({ q })}`, {
    headers: { 'x-api-key': secret },
    credentials: 'omit',
  })
  const answer = (await response.json().catch(() => ({}))) as Answer
  if (!response.ok) throw new Error(sentenceOf(answer) ?? response.statusText)
  return {
    found: answer.total ?? 0,
    charged: answer.charged_credits ?? 0,
    ms: answer.took_ms ?? 0,
  }
}

/** The two surfaces say it in two places. */
function sentenceOf({ message, error }: Answer): string | undefined {
  return message ?? error?.message
}
