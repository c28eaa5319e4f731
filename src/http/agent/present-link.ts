import { isoOf } from '../../base/clock.ts'
import type { MintedLink } from '../../domain/delivery/index.ts'

export function presentLink(link: MintedLink) {
  return {
    url: link.url,
    ttl_seconds: link.ttlSeconds,
    expires_at: isoOf(link.expiresAtMs),
    estimated_credits: link.estimatedCredits,
    available_credits: link.availableCredits,
    ...(link.budgetLeftCredits === undefined
      ? {}
      : { budget_left_credits: link.budgetLeftCredits }),
    size_bytes: link.sizeBytes,
    ...(link.overLimitBytes === undefined ? {} : { warning: warningOf(link.overLimitBytes) }),
    ...(link.unattributed ? { note: unattributed } : {}),
  }
}

const unattributed = 'search_id names no search of yours: the download is attributed to none.'

function warningOf(limitBytes: number): string {
  return `The file is over the download limit of ${limitBytes} bytes: a fetch is answered 413.`
}
