import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import * as z from 'zod'
import { DemoFailed } from '../demo-failed.ts'
import type { Ask, Party } from '../stage.ts'
import type { Cast, Story, UploadedDocument } from './story.ts'

const Challenge = z.looseObject({ verified: z.literal(false), message: z.string() })
const Wallet = z.looseObject({ wallet_address: z.string(), is_primary: z.boolean() })
const Licensed = z.looseObject({ micro_ip: z.looseObject({ on_chain_id: z.string() }) })
const Balance = z.looseObject({ balance: z.number(), total_earned: z.number() })
const Bought = z.looseObject({
  transaction: z.looseObject({ amount_paid: z.number(), transaction_hash: z.string() }),
})
const Receipt = z.looseObject({ kind: z.string(), record: z.record(z.string(), z.string()) })
const Verified = z.looseObject({ ok: z.boolean(), blocks: z.int(), problems: z.array(z.string()) })

const price = 0.5
const deposited = 1
/** Less the platform's 2.5 %. (spec 8, fees) */
const earned = 0.4875

/** A wallet signs, a licence is put on the chain and bought, and the receipt is held against it. */
export async function licenseDocument(
  story: Story,
  { cast, document }: { cast: Cast; document: UploadedDocument },
): Promise<void> {
  const { stage } = story
  const { provider, buyer } = cast
  stage.act('The provider shows a Solana wallet and licenses a document; the buyer pays in SOL')
  stage.say('The chain is a demo chain: this server signs its blocks, and SOL is what it says.')
  await registerWallet(story, provider)
  const { objectId: asset_id } = document
  const license = { asset_id, price, license_type: 'standard' } as const
  await stage.ask(
    { as: provider, call: 'createMicroip', with: license },
    { status: 201, reply: Licensed, show: ({ micro_ip: { on_chain_id } }) => ({ on_chain_id }) },
  )
  await balanceAfter(story, {
    ask: { as: buyer, call: 'deposit', with: { amount: deposited } },
    wanted: { balance: deposited, total_earned: 0 },
  })
  const { transaction } = await stage.ask(
    { as: buyer, call: 'downloadMicroip', with: { asset_id } },
    { status: 200, reply: Bought, show: ({ transaction }) => ({ transaction }) },
  )
  const after = { balance: earned, total_earned: earned }
  const ask = { as: provider, call: 'getBalance', with: undefined } as const
  await balanceAfter(story, { ask, wanted: after })
  await verifyReceipt(story, { buyer, hash: transaction.transaction_hash })
}

async function registerWallet({ stage }: Story, provider: Party): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const address = base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
  const named = { network: 'solana', wallet_address: address } as const
  const { message } = await stage.ask(
    { as: provider, call: 'walletStatus', with: named },
    { status: 200, reply: Challenge, show: (reply) => ({ message: reply.message }) },
  )
  const signature = signed(privateKey, message)
  await stage.ask(
    { as: provider, call: 'addWallet', with: { ...named, signature } },
    { status: 201, reply: Wallet, show: ({ is_primary }) => ({ is_primary }) },
  )
}

function signed(key: KeyObject, message: string): string {
  return base58.encode(sign(null, Buffer.from(message), key))
}

type Wanted = { ask: Ask<'deposit' | 'getBalance'>; wanted: z.output<typeof Balance> }

async function balanceAfter({ stage }: Story, { ask, wanted }: Wanted): Promise<void> {
  const reply = await stage.ask(ask, { status: 200, reply: Balance, show: (shown) => shown })
  if (reply.balance === wanted.balance && reply.total_earned === wanted.total_earned) return
  throw new DemoFailed(`${ask.as.name} must have ${wanted.balance} SOL`, reply)
}

async function verifyReceipt(
  { stage, server }: Story,
  { buyer, hash }: { buyer: Party; hash: string },
): Promise<void> {
  const receipt = await stage.ask(
    { as: buyer, call: 'transactionReceipt', with: { transaction_hash: hash } },
    { status: 200, reply: Receipt, show: ({ record }) => ({ record }) },
  )
  const folder = mkdtempSync(join(tmpdir(), 'kontor-receipt-'))
  try {
    const file = join(folder, 'receipt.json')
    writeFileSync(file, JSON.stringify(receipt))
    const { exitCode, data } = await server.command(['chain', 'verify', '--receipt', file])
    stage.command('kontor chain verify --receipt receipt.json --json', exitCode, data)
    if (exitCode === 0 && Verified.safeParse(data).data?.ok) return
    throw new DemoFailed('the receipt must be on the chain', data)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
