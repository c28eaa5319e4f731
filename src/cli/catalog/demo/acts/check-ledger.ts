import * as z from 'zod'
import { DemoFailed } from '../demo-failed.ts'
import type { Bought } from './buy-documents.ts'
import type { Cast, Story } from './story.ts'

const Verified = z.looseObject({
  ok: z.boolean(),
  transfers: z.int(),
  events: z.int(),
  head: z.string(),
  problems: z.array(z.unknown()),
  accounts: z.array(z.looseObject({ owner: z.string(), kind: z.string(), posted: z.int() })),
})

export type Balances = { buyer: number; provider: number; platform: number }

/** The provider's part of a sale (spec 8, default split), in basis points. */
const providerShareBp = 6_000
const wholeBp = 10_000

/** `kontor ledger verify` looks at every row; the three balances must be what the sales say. */
export async function checkLedger(
  { stage, server }: Story,
  { cast, bought }: { cast: Cast; bought: Bought },
): Promise<Balances> {
  stage.act('The ledger is verified: every transfer, both hash chains, every link and its charge')
  const { exitCode, data } = await server.command(['ledger', 'verify'])
  const { data: verified } = Verified.safeParse(data)
  if (exitCode !== 0 || !verified?.ok) {
    throw new DemoFailed('kontor ledger verify must find no problem', data)
  }
  const { accounts, ...report } = verified
  const find = (name: { owner: string; kind: string }) =>
    accounts.find(({ owner, kind }) => owner === name.owner && kind === name.kind)
  const buyer = find({ owner: cast.buyer.tenantId, kind: 'balance' })
  const provider = find({ owner: cast.provider.tenantId, kind: 'earned' })
  const platform = find({ owner: 'platform', kind: 'revenue' })
  const shown = { ...report, 'accounts[…]': [buyer, provider, platform] }
  stage.command('kontor ledger verify --json', exitCode, shown)
  const balances = {
    buyer: buyer?.posted ?? 0,
    provider: provider?.posted ?? 0,
    platform: platform?.posted ?? 0,
  }
  requireBalances(balances, bought)
  const sold = `${bought.spentCredits} credits were spent: `
  const parts = `${balances.provider} for the provider, ${balances.platform} for the platform.`
  stage.say(`${sold}${parts} The buyer has ${balances.buyer} left.`)
  return balances
}

function requireBalances(balances: Balances, { buyerCredits, spentCredits }: Bought) {
  const provider = Math.floor((spentCredits * providerShareBp) / wholeBp)
  const expected = { buyer: buyerCredits, provider, platform: spentCredits - provider }
  if (JSON.stringify(expected) === JSON.stringify(balances)) return
  const message = `the balances must be ${JSON.stringify(expected)}`
  throw new DemoFailed(message, balances)
}
