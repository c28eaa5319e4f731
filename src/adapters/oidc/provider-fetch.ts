import type { CustomFetch } from 'openid-client'
import { boundedText } from '../bounded-text.ts'

/** Keys and claims of a large directory are far below this. */
const answerMaxBytes = 1024 * 1024
export const providerTimeoutSeconds = 10

/**
 * How a provider is asked: no redirects, no endless answers, and not for long. Where it is, the
 * operator says, so private addresses are no harm.
 */
export const providerFetch: CustomFetch = async (url, options) => {
  const limit = AbortSignal.timeout(providerTimeoutSeconds * 1_000)
  const { signal } = options
  const response = await fetch(url, {
    ...options,
    body: options.body as RequestInit['body'],
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  } as RequestInit)
  const text = await boundedText(response, answerMaxBytes)
  const { status, headers } = response
  return new Response(text === '' ? null : text, { status, headers })
}
