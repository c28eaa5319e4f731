import { createHash } from 'node:crypto'
import { isoOf } from '../../base/clock.ts'
import { messageAheadMs, messageWindowMs } from './limits.ts'

/** What a wallet signs. (spec 4.3, Notes) */
export function messageAt({ service, timestamp }: { service: string; timestamp: string }): string {
  return `Sign this message to verify wallet ownership for ${service}: ${timestamp}`
}

/** The message of a challenge that was issued at this time. */
export function challengeMessage(service: string, issuedAtMs: number): string {
  return messageAt({ service, timestamp: isoOf(issuedAtMs) })
}

/** The timestamp in a message of ours; undefined for any other text. */
export function timestampIn(message: string, { service }: { service: string }): string | undefined {
  const start = messageAt({ service, timestamp: '' })
  return message.startsWith(start) ? message.slice(start.length) : undefined
}

/** RFC 3339 or Unix seconds, near enough to now. (our choice) */
export function isTimely(timestamp: string, nowMs: number): boolean {
  const atMs = timeOf(timestamp)
  return atMs !== undefined && Math.abs(atMs - nowMs) <= messageWindowMs
}

function timeOf(timestamp: string): number | undefined {
  if (/^\d{10}$/.test(timestamp)) return Number(timestamp) * 1000
  if (!rfc3339.test(timestamp)) return undefined
  const atMs = Date.parse(timestamp)
  return Number.isNaN(atMs) ? undefined : atMs
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** Every message of one Unix second in the window, the likeliest first. (our choice) */
export function* messagesAround(service: string, nowMs: number): Generator<string> {
  const now = Math.floor(nowMs / 1000)
  for (let back = 0; back <= messageWindowMs / 1000; back++) {
    yield messageAt({ service, timestamp: String(now - back) })
  }
  for (let ahead = 1; ahead <= messageAheadMs / 1000; ahead++) {
    yield messageAt({ service, timestamp: String(now + ahead) })
  }
}

/** What is remembered of a message that verified. */
export function messageHash(message: string): Buffer {
  return createHash('sha256').update(message).digest()
}
