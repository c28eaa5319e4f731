import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { canonicalJson } from '../../base/json.ts'
import { type ChainReceipt, checkChainReceipt } from '../../domain/chain/index.ts'
import { type FolderCommand, UsageError } from '../command.ts'

const hex = z.string().regex(/^([0-9a-f]{2})*$/)

/** What a file must hold before anything of it is looked at. */
const ReceiptFile = z.object({
  kind: z.literal('kontor chain receipt 1'),
  chain_id: z.string(),
  transaction_hash: hex,
  on_chain_id: z.string(),
  record: z.record(z.string(), z.string()),
  path: z.array(hex),
  place: z.int(),
  block: z.object({
    height: z.int(),
    prev: hex,
    root: hex,
    records: z.int(),
    at: z.iso.datetime(),
    public_key: hex,
    signature: hex,
    hash: hex,
  }),
})

/** Reads the local chain again, block by block; a receipt shows whether something is missing. */
export const chainVerify: FolderCommand = {
  name: 'chain verify',
  use: 'read',
  summary: 'check every block of the local chain, and receipts against it',
  examples: ['kontor chain verify', 'kontor chain verify --receipt receipt.json'],
  options: {
    receipt: {
      type: 'string',
      help: 'a receipt, as GET /balance/transactions/{hash}/receipt gave it',
      value: '<file>',
    },
  },
  async act({ rooms: { chain }, verifyChain }, { receipt: file }) {
    const receipt = typeof file === 'string' ? readReceipt(file) : undefined
    const report = await verifyChain()
    const problems = report.problems.map(({ height, message }) =>
      height === null ? message : `block ${height}: ${message}`,
    )
    if (receipt) {
      const body = canonicalJson(receipt.record)
      const wrong = checkChainReceipt(receipt, { body, publicKey: chain.keyOf(receipt) })
      if (receipt.chain_id !== chain.chainId) wrong.push('it is of another chain')
      problems.push(...wrong.map((message) => `receipt: ${message}`))
      if (!chain.isOnChain(receipt)) {
        problems.push('receipt: its block is not on the chain: blocks were cut off or replaced')
      }
    }
    const { blocks, records, head } = report
    const counted = `${blocks} blocks with ${records} records`
    const ok = problems.length === 0
    return {
      failed: !ok,
      lines: ok
        ? [`The chain ${chain.chainId} is in order: ${counted} checked.`, ...said(receipt, head)]
        : [`The chain ${chain.chainId} is NOT in order (${counted}):`, ...indented(problems)],
      data: { ok, chain_id: chain.chainId, blocks, records, head, problems },
    }
  },
}

function said(receipt: ChainReceipt | undefined, head: string): string[] {
  const lines = [`Head: ${head}`]
  if (!receipt) return lines
  const { record, on_chain_id, block } = receipt
  return [`The receipt is genuine: ${record.kind} ${on_chain_id}, signed at ${block.at}.`, ...lines]
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}

function readReceipt(file: string): ChainReceipt {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
  const result = ReceiptFile.safeParse(value)
  if (result.success) return result.data as unknown as ChainReceipt
  const issue = result.error.issues[0]
  throw new UsageError(`${file} holds no chain receipt: ${issue?.path.join('.')} ${issue?.message}`)
}
