import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { isoOf } from '../../base/clock.ts'
import { amountOf, cents, currency } from '../../base/money.ts'
import { checkReceipt, keyIdOf, publicKeyFromPem, type Receipt } from '../../domain/ledger/index.ts'
import { type FreeCommand, requireOption, UsageError } from '../command.ts'
import { readReceipt } from './evidence-file.ts'

/** Checks a receipt with nothing but the operator's public key: no server, no data folder. */
export const receiptVerify: FreeCommand = {
  name: 'receipt verify',
  summary: 'check a receipt with the public key alone',
  examples: ['kontor receipt verify receipt.json --key kontor.pem'],
  operand: 'file',
  options: {
    file: {
      type: 'string',
      help: 'the receipt, as GET /v1/receipts/{id} gave it',
      value: '<file>',
    },
    key: {
      type: 'string',
      help: "the operator's public key, PEM or as GET /v1/ledger/key gave it",
      value: '<file>',
    },
  },
  async run(_config, values, io) {
    const receipt = readReceipt(requireOption(values, 'file'))
    const keys = readKeys(requireOption(values, 'key'))
    const key = keys.find((one) => keyIdOf(one) === receipt.head.key_id) ?? keys[0]
    const problems = checkReceipt(receipt, key as Buffer)
    const ok = problems.length === 0
    if (values.json === true) io.out(JSON.stringify({ ok, id: receipt.id, problems }, null, 2))
    else for (const line of ok ? linesOf(receipt) : refusalOf(problems)) io.out(line)
    return ok ? 0 : 1
  },
}

/** A file of one PEM or several, or the answer that told them; at least one key. */
function readKeys(file: string): Buffer[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    const pems = text.trimStart().startsWith('{') ? pemsIn(JSON.parse(text)) : split(text)
    return pems.map(publicKeyFromPem)
  } catch {
    throw new UsageError(
      `${file} holds no Ed25519 public key, neither as PEM nor as GET /v1/ledger/key gave it.`,
    )
  }
}

const KeyAnswer = z.object({
  data: z.object({
    key_id: z.string(),
    algorithm: z.literal('Ed25519'),
    public_key: z.string(),
    previous_keys: z.array(z.object({ public_key: z.string() })).default([]),
  }),
})

function split(text: string): string[] {
  const pems = text.match(/-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----/g)
  return pems ? [...pems] : [text]
}

/** From the answer that tells the key alone: a receipt names one too, and so does a forged one. */
function pemsIn(answer: unknown): string[] {
  const { public_key: pem, previous_keys: previous } = KeyAnswer.parse(answer).data
  return [pem, ...previous.map((one) => one.public_key)]
}

function linesOf({ id, head, entries }: Receipt): string[] {
  return [
    `The receipt ${id} is genuine.`,
    `Signed at ${head.signed_at} with key ${head.key_id}, over ${head.transfers.size} transfers.`,
    ...entries.map(lineOf),
  ]
}

function lineOf(entry: Receipt['entries'][number]): string {
  if (entry.log === 'transfer') {
    const { code, amountMinor, debit, credit } = entry.body
    return `  ${code}: ${money(amountMinor)} from ${debit.owner} to ${credit.owner}`
  }
  const { kind, assetId, datasetId, createdAt, chargeCents, buyerTenantId } = entry.body
  const what = assetId ?? datasetId
  const of = what === null ? '' : ` of ${what}`
  return `  ${isoOf(createdAt)} ${kind}${of}: ${money(chargeCents)} by ${buyerTenantId}`
}

function money(credits: number): string {
  return `${amountOf(cents(credits)).toFixed(2)} ${currency}`
}

function refusalOf(problems: readonly string[]): string[] {
  return ['The receipt is NOT genuine:', ...problems.map((problem) => `  ${problem}`)]
}
