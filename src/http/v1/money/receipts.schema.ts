import * as z from 'zod'
import { timestamp } from '../../fields.ts'

/**
 * A deed: `dl:…` (or `dlv_…` of the accesses), `ret:…`, `citation:…`, `outcome:…`, or a transfer
 * such as `voucher:…`.
 */
export const ReceiptParams = z.object({
  id: z.string().min(1, 'must not be empty').max(250, 'must have at most 250 characters'),
})

const hex = z.string().meta({ description: 'Hexadecimal' })
const log = z.object({ size: z.int(), root: hex, chain: hex })

const head = {
  kind: z.literal('kontor head 1'),
  transfers: log,
  events: log,
  signed_at: timestamp,
  key_id: z.string(),
  signature: hex.meta({ description: 'Ed25519 over the other members as canonical JSON' }),
}

export const HeadReply = z.object(head).meta({ id: 'SignedHead' })

const account = z.object({ unit: z.string(), owner: z.string(), kind: z.string() })
const proven = { seq: z.int(), prev: hex, path: z.array(hex) }
const side = z.union([z.object({ blind: hex }), z.object({ commitment: hex })]).meta({
  id: 'Commitment',
  description:
    'How a number was hashed. `blind`: as SHA-256 of the JSON ' +
    '`["kontor commitment 1",name,blind,number]`. `commitment`: 0 stands in place of the number.',
})
const notOfBefore = { description: 'Not in rows of before: they are hashed with their numbers' }

const EventEntry = z.object({
  log: z.literal('event'),
  ...proven,
  commitments: z.object({ grossAfterCents: side }).meta(notOfBefore).optional(),
  body: z.object({
    eventId: z.string(),
    kind: z.string(),
    buyerTenantId: z.string(),
    providerTenantId: z.string().nullable(),
    datasetId: z.string().nullable(),
    assetId: z.string().nullable(),
    apiKeyId: z.string().nullable(),
    searchId: z.string().nullable(),
    quantity: z.int(),
    priceVersion: z.int(),
    chargeCents: z.int(),
    providerShareBp: z.int(),
    providerCents: z.int(),
    grossAfterCents: z.int(),
    period: z.string(),
    createdAt: z.int(),
  }),
})

const TransferEntry = z.object({
  log: z.literal('transfer'),
  ...proven,
  commitments: z.object({ debitAfter: side, creditAfter: side }).meta(notOfBefore).optional(),
  transferId: z.string(),
  createdAt: z.int(),
  debitAfter: z.int(),
  creditAfter: z.int(),
  body: z.object({
    groupId: z.string(),
    phase: z.enum(['post', 'hold', 'post_hold', 'void_hold']),
    debit: account,
    credit: account,
    amountMinor: z.int(),
    holdSeq: z.int().nullable(),
    code: z.string(),
    ref: z.string(),
  }),
})

export const ReceiptReply = z
  .object({
    kind: z.enum(['kontor receipt 1', 'kontor receipt 2']),
    id: z.string(),
    head: z.object(head),
    entries: z.array(z.discriminatedUnion('log', [EventEntry, TransferEntry])),
    public_key: z.string().meta({ description: 'PEM; check against the one you know' }),
  })
  .meta({ id: 'Receipt', description: 'Checked offline by kontor receipt verify' })

export const SigningKeyReply = z
  .object({
    key_id: z.string(),
    algorithm: z.literal('Ed25519'),
    public_key: z.string(),
    previous_keys: z
      .array(
        z.object({
          key_id: z.string(),
          public_key: z.string(),
          retired_at: timestamp.nullable(),
        }),
      )
      .meta({ description: 'Keys of before a rotation: what they signed is checked with them' }),
  })
  .meta({ id: 'SigningKey' })
