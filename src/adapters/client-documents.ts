import type { ClientDocuments } from '../domain/identity/ports.ts'
import { boundedText } from './bounded-text.ts'

/** What programs say of themselves is a page at most. */
const documentMaxBytes = 64 * 1024
const answerWithinMs = 5_000

/**
 * Reads what programs say of themselves at hosts that the operator named: whole, soon, and from
 * there alone, since no redirect is followed. Where such a host is, is the operator's matter.
 */
export function openClientDocuments(hosts: readonly string[]): ClientDocuments {
  return {
    hosts,
    async read(url) {
      const response = await fetch(url, {
        headers: { accept: 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.timeout(answerWithinMs),
      })
      const type = response.headers.get('content-type') ?? ''
      if (response.status !== 200 || !/^application\/([\w.-]+\+)?json\b/i.test(type)) {
        await response.body?.cancel()
        throw new Error(`the answer is ${response.status} ${type}`.trimEnd())
      }
      const text = await boundedText(response, documentMaxBytes)
      try {
        return JSON.parse(text)
      } catch {
        // What is no JSON is not repeated: whoever asks is anybody.
        throw new Error('the answer is no JSON')
      }
    },
  }
}
