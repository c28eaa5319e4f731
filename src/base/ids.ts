import { randomNumber } from './random.ts'

/**
 * Ids are opaque, prefixed and time-sortable: the prefix says what the thing is, then come 48 bits
 * of milliseconds and 80 random bits in Crockford's base 32 (the layout of a ULID, lower case).
 */
export type Id<P extends string> = `${P}_${string}`

export type TenantId = Id<'tnt'>
export type UserId = Id<'usr'>
export type DatasetId = Id<'dset'>
export type ObjectId = Id<'obj'>
export type ApiKeyId = Id<'key'>
export type ClientId = Id<'app'>
export type GrantId = Id<'grt'>
export type UploadId = Id<'upl'>
export type JobId = Id<'job'>
export type SearchId = Id<'srch'>
export type SearchActivityId = Id<'sa'>
export type RetrievalEventId = Id<'ret'>
export type PassageId = Id<'psg'>
export type SessionId = Id<'ses'>
export type RequestId = Id<'req'>
export type AuditId = Id<'aud'>
export type InvitationId = Id<'inv'>
export type AccessRequestId = Id<'acr'>
export type PayoutStatementId = Id<'stmt'>
export type CitationId = Id<'cit'>
export type OutcomeId = Id<'out'>
export type VoucherId = Id<'vch'>
export type DisputeId = Id<'dsp'>
export type PayoutBatchId = Id<'pay'>
export type SolEntryId = Id<'btx'>
export type SubmissionId = Id<'csb'>
export type SaleId = Id<'sal'>
export type PasskeyId = Id<'pk'>
export type WebhookId = Id<'whk'>
export type DeliveryId = Id<'whd'>

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeChars = 10
/** The random bits are two numbers of so many characters, 40 bits each. */
const half = { chars: 8 }
const halfMax = 2 ** 40

let lastMs = 0
let last = { high: 0, low: 0 }
let time = { ms: -1, text: '' }

/**
 * A new id, sorted after every id that this process made before it, also within one millisecond
 * and also when the clock is set back.
 */
export function newId<P extends string>(prefix: P, nowMs: number): Id<P> {
  if (nowMs > lastMs) {
    lastMs = nowMs
    last = { high: randomNumber(5) % (halfMax / 2), low: randomNumber(5) }
  } else {
    const low = last.low + 1 + randomNumber(4)
    last = low < halfMax ? { ...last, low } : { high: last.high + 1, low: low - halfMax }
  }
  if (time.ms !== lastMs) time = { ms: lastMs, text: encode(lastMs, { chars: timeChars }) }
  const { high, low } = last
  return `${prefix}_${time.text}${encode(high, half)}${encode(low, half)}`
}

/** Whether a text has the shape of an id with this prefix; says nothing about its existence. */
export function isId<P extends string>(prefix: P, text: string): text is Id<P> {
  return text.length === prefix.length + 27 && text.startsWith(`${prefix}_`) && tail.test(text)
}

const tail = /_[0-9a-hjkmnp-tv-z]{26}$/

function encode(value: number, { chars }: { chars: number }): string {
  let rest = value
  let out = ''
  for (let i = 0; i < chars; i++) {
    out = alphabet.charAt(rest % alphabet.length) + out
    rest = Math.floor(rest / alphabet.length)
  }
  return out
}
