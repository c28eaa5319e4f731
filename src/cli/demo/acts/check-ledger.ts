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
  accounts: z.array(
    z.object({ unit: z.string(), owner: z.string(), kind: z.string(), posted: z.int() }),
  ),
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
  const verified = Verified.parse(data)
  if (exitCode !== 0 || !verified.ok) {
    throw new DemoFailed('kontor ledger verify must find no problem', JSON.stringify(data))
  }
  const balanceOf = (owner: string, kind: string) =>
    verified.accounts.find((one) => one.owner === owner && one.kind === kind)?.posted ?? 0
  const balances = {
    buyer: balanceOf(cast.buyer.tenantId, 'balance'),
    provider: balanceOf(cast.provider.tenantId, 'earned'),
    platform: balanceOf('platform', 'revenue'),
  }
  const { accounts: _, ...report } = verified
  stage.command('kontor ledger verify --json', exitCode, { ...report, balances })
  requireBalances(balances, bought)
  return balances
}

function requireBalances(balances: Balances, { buyerCredits, spentCredits }: Bought) {
  const provider = Math.floor((spentCredits * providerShareBp) / wholeBp)
  const expected = { buyer: buyerCredits, provider, platform: spentCredits - provider }
  if (JSON.stringify(expected) === JSON.stringify(balances)) return
  const message = `the balances must be ${JSON.stringify(expected)}`
  throw new DemoFailed(message, JSON.stringify(balances))
}
