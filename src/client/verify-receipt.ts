import type { Commitment, Receipt } from './generated/management.ts'

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
  const der = atob(pem.replace(/-----[^-]+-----|\s/g, ''))
  const bytes = Uint8Array.from(der, (char) => char.charCodeAt(0))
  const key = await crypto.subtle.importKey('spki', bytes, 'Ed25519', false, ['verify'])
  const told = await bytesOf([canonical(head)])
  return crypto.subtle.verify('Ed25519', key, fromHex(signature), told)
}

async function isIncluded(entry: ReceiptEntry, { head }: Receipt): Promise<boolean> {
  const log = entry.log === 'event' ? head.events : head.transfers
  const leaf = await sha256('\u0000', await rowHash(entry))
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
  const label = `kontor ${entry.log} ${entry.commitments ? 2 : 1}`
  if (entry.log === 'event') {
    const { body } = entry
    const gross = await hashed(body, 'grossAfterCents', entry.commitments)
    const told = [
      ...[label, entry.seq, body.eventId, body.kind, body.period, body.createdAt],
      ...[body.buyerTenantId, body.providerTenantId, body.datasetId, body.assetId],
      ...[body.apiKeyId, body.searchId, body.quantity, body.priceVersion, body.chargeCents],
      ...[body.providerShareBp, body.providerCents, gross],
    ]
    return sha256(prev, JSON.stringify(told))
  }
  const { body, commitments } = entry
  const { debit, credit } = body
  const told = [
    ...[label, body.groupId, body.phase],
    ...[debit.unit, debit.owner, debit.kind, credit.unit, credit.owner, credit.kind],
    ...[body.amountMinor, body.holdSeq, body.code, body.ref],
  ]
  const place = [
    ...[entry.seq, entry.transferId, entry.createdAt],
    await hashed(entry, 'debitAfter', commitments),
    await hashed(entry, 'creditAfter', commitments),
  ]
  return sha256(prev, await sha256(JSON.stringify(told)), JSON.stringify(place))
}

/**
 * What stands for a number in a hash: the number itself in rows of before, else a commitment, which
 * is made of it where the reader is shown it. Where it is hidden, there is 0.
 */
async function hashed<N extends string>(
  numbers: { [name in N]: number },
  name: N,
  sides: { [name in N]: Commitment } | undefined,
) {
  const { [name]: number } = numbers
  const side = sides?.[name]
  if (!side) return number
  if ('commitment' in side) return number || side.commitment
  return toHex(await sha256(JSON.stringify(['kontor commitment 1', name, side.blind, number])))
}

type Leaf = { index: number; size: number; leaf: Bytes }

/** Where the way leads from a leaf (RFC 9162, 2.1.3.2); undefined for one that it has not. */
async function rootAbove({ index, size, leaf }: Leaf, path: readonly string[]) {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return undefined
  let [at, last, below] = [index, size - 1, leaf]
  for (const hex of path) {
    if (last === 0) return undefined
    const sibling = fromHex(hex)
    const isRight = at % 2 === 1 || at === last
    below = await sha256('\u0001', ...(isRight ? [sibling, below] : [below, sibling]))
    // At the end of a row there may be no sibling: it counts again where there is one.
    let step = 2
    while (isRight && at % step === 0) step *= 2
    at = Math.floor(at / step)
    last = Math.floor(last / step)
  }
  return last === 0 ? below : undefined
}

/** JSON with its keys sorted and no white space: what is signed. A head has no lists. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

async function sha256(...parts: readonly (Bytes | string)[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await bytesOf(parts)))
}

/** All parts together; texts as UTF-8. */
function bytesOf(parts: readonly (Bytes | string)[]): Promise<ArrayBuffer> {
  return new Blob([...parts]).arrayBuffer()
}

/** What is no hexadecimal gives other bytes, and so another hash. */
function fromHex(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
