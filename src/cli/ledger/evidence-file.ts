import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { Receipt, SignedHead } from '../../domain/ledger/index.ts'
import { UsageError } from '../command.ts'

const path = z.array(z.string())
const proven = { seq: z.int(), prev: z.string(), path }
const log = z.object({ size: z.int(), root: z.string(), chain: z.string() })
const account = z.object({ unit: z.string(), owner: z.string(), kind: z.string() })
const text = z.string().nullable()
const side = z.union([z.object({ blind: z.string() }), z.object({ commitment: z.string() })])

const Head = z.object({
  kind: z.literal('kontor head 1'),
  transfers: log,
  events: log,
  signed_at: z.string(),
  key_id: z.string(),
  signature: z.string(),
})

/** What a file must hold before anything of it is looked at. */
const ReceiptFile = z.object({
  kind: z.enum(['kontor receipt 1', 'kontor receipt 2']),
  id: z.string(),
  head: Head,
  entries: z.array(
    z.discriminatedUnion('log', [
      z.object({
        log: z.literal('event'),
        ...proven,
        commitments: z.object({ grossAfterCents: side }).optional(),
        body: z.object({
          eventId: z.string(),
          kind: z.string(),
          buyerTenantId: z.string(),
          providerTenantId: text,
          datasetId: text,
          assetId: text,
          apiKeyId: text,
          searchId: text,
          quantity: z.int(),
          priceVersion: z.int(),
          chargeCents: z.int(),
          providerShareBp: z.int(),
          providerCents: z.int(),
          grossAfterCents: z.int(),
          period: z.string(),
          createdAt: z.int(),
        }),
      }),
      z.object({
        log: z.literal('transfer'),
        ...proven,
        commitments: z.object({ debitAfter: side, creditAfter: side }).optional(),
        transferId: z.string(),
        createdAt: z.int(),
        debitAfter: z.int(),
        creditAfter: z.int(),
        body: z.object({
          groupId: z.string(),
          phase: z.string(),
          debit: account,
          credit: account,
          amountMinor: z.int(),
          holdSeq: z.int().nullable(),
          code: z.string(),
          ref: z.string(),
        }),
      }),
    ]),
  ),
})

/** The answer as it came, or the receipt out of its envelope. Throws UsageError. */
export function readReceipt(file: string): Receipt {
  const result = ReceiptFile.safeParse(readJson(file))
  if (result.success) return result.data as Receipt
  throw notOne({ file, what: 'receipt' }, result.error)
}

/** A receipt or a head, as the server gave it. Throws UsageError. */
export function readEvidence(file: string): Receipt | SignedHead {
  const value = readJson(file)
  if ((value as { kind?: unknown } | null)?.kind !== 'kontor head 1') return readReceipt(file)
  const result = Head.safeParse(value)
  if (result.success) return result.data
  throw notOne({ file, what: 'head' }, result.error)
}

function readJson(file: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
  return (value as { data?: unknown } | null)?.data ?? value
}

function notOne(
  { file, what }: { file: string; what: string },
  { issues: [issue] }: z.ZodError,
): UsageError {
  return new UsageError(`${file} holds no ${what}: ${issue?.path.join('.')} ${issue?.message}`)
}
