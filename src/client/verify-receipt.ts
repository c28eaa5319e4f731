import type { Receipt } from './generated/management.ts'

/**
 * Checks a receipt with nothing but the operator's public key: the questions of
 * `kontor receipt verify`, for browsers and whatever else has WebCrypto. Nobody is asked for
 * anything. Trees are those of RFC 6962, signatures Ed25519.
 */
export async function verifyReceipt(receipt: Receipt, publicKeyPem: string): Promise<Verdict> {
  const { head, entries } = receipt
  const included = await Promise.all(entries.map((entry) => isIncluded(entry, receipt)))
  return {
    signature: await isSigned(head, publicKeyPem),
    included: entries.length > 0 && included.every(Boolean),
    about: entries.length > 0 && entries.every((entry) => isAbout(entry, receipt.id)),
    sums: addUp(entries),
  }
}

/** What of it holds; a receipt is genuine when all of it does. */
export type Verdict = {
  /** The head of the ledger was signed with this key. */
  signature: boolean
  /** Each row is in the ledger that the head describes. */
  included: boolean
  /** Each row is about the deed that the receipt is named after. */
  about: boolean
  /** What the sides got is what was charged. */
  sums: boolean
}

export type ReceiptEntry = Receipt['entries'][number]
type Bytes = Uint8Array<ArrayBuffer>

async function isSigned({ signature, ...head }: Receipt['head'], pem: string): Promise<boolean> {
  const der = fromBase64(pem.replace(/-----[^-]+-----|\s/g, ''))
  const key = await crypto.subtle.importKey('spki', der, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, fromHex(signature), encode(canonical(head)))
}

async function isIncluded(entry: ReceiptEntry, { head }: Receipt): Promise<boolean> {
  const log = entry.log === 'event' ? head.events : head.transfers
  const leaf = await sha256(new Uint8Array([0]), await rowHash(entry))
  const root = await rootAbove({ index: entry.seq - 1, size: log.size, leaf }, entry.path)
  return root !== undefined && toHex(root) === log.root
}

function isAbout(entry: ReceiptEntry, id: string): boolean {
  if (entry.log === 'event') return entry.body.eventId === id
  return entry.body.groupId === id || entry.transferId === id
}

/** A top-up charges nothing, and a free event moves nothing. */
function addUp(entries: readonly ReceiptEntry[]): boolean {
  let charged: number | undefined
  let moved: number | undefined
  for (const entry of entries) {
    if (entry.log === 'event') charged = (charged ?? 0) + entry.body.chargeCents
    else moved = (moved ?? 0) + entry.body.amountMinor
  }
  return charged === undefined || moved === undefined || charged === moved
}

/** The link of a row, from what the receipt says that it holds. */
async function rowHash(entry: ReceiptEntry): Promise<Bytes> {
  const prev = fromHex(entry.prev)
  if (entry.log === 'event') {
    const { body } = entry
    const told = [
      ...['kontor event 1', entry.seq, body.eventId, body.kind, body.period, body.createdAt],
      ...[body.buyerTenantId, body.providerTenantId, body.datasetId, body.assetId],
      ...[body.apiKeyId, body.searchId, body.quantity, body.priceVersion, body.chargeCents],
      ...[body.providerShareBp, body.providerCents, body.grossAfterCents],
    ]
    return sha256(prev, encode(JSON.stringify(told)))
  }
  const { seq, transferId, createdAt, debitAfter, creditAfter, body } = entry
  const { debit, credit } = body
  const told = [
    ...['kontor transfer 1', body.groupId, body.phase],
    ...[debit.unit, debit.owner, debit.kind, credit.unit, credit.owner, credit.kind],
    ...[body.amountMinor, body.holdSeq, body.code, body.ref],
  ]
  const place = [seq, transferId, createdAt, debitAfter, creditAfter]
  return sha256(prev, await sha256(encode(JSON.stringify(told))), encode(JSON.stringify(place)))
}

type Leaf = { index: number; size: number; leaf: Bytes }

/** Where the way leads from a leaf; undefined for one that this tree has not. */
async function rootAbove({ index, size, leaf }: Leaf, path: readonly string[]) {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return undefined
  const sides = siblingSides({ index, size })
  if (sides.length !== path.length) return undefined
  let below = leaf
  for (const [i, hex] of path.entries()) {
    const sibling = fromHex(hex)
    const pair = sides[i] === 'left' ? [sibling, below] : [below, sibling]
    below = await sha256(new Uint8Array([1]), ...pair)
  }
  return below
}

/** A tree is the largest complete one to the left, and the rest to the right. Nearest first. */
function siblingSides({ index, size }: { index: number; size: number }): ('left' | 'right')[] {
  const sides: ('left' | 'right')[] = []
  let [at, rest] = [index, size]
  while (rest > 1) {
    let left = 1
    while (left * 2 < rest) left *= 2
    const isLeft = at < left
    sides.unshift(isLeft ? 'right' : 'left')
    if (!isLeft) at -= left
    rest = isLeft ? left : rest - left
  }
  return sides
}

/** JSON with its keys sorted and no white space: what is signed. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

async function sha256(...parts: readonly Bytes[]): Promise<Bytes> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
}

function encode(text: string): Bytes {
  return new TextEncoder().encode(text)
}

/** What is no hexadecimal gives other bytes, and so another hash. */
function fromHex(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}
