import * as z from 'zod'
import { monthOf, systemClock } from '../../../../base/clock.ts'
import { DemoFailed } from '../demo-failed.ts'
import type { Balances } from './check-ledger.ts'
import type { Cast, Story } from './story.ts'

const Preview = z.looseObject({
  ok: z.boolean(),
  providers: z.array(
    z.object({ tenant_id: z.string(), gross_credits: z.int(), seller_credits: z.int() }),
  ),
})

/** What the provider's statement of this month says so far must be what lies on its account. */
export async function stateEarnings(
  { stage, server }: Story,
  { cast, balances }: { cast: Cast; balances: Balances },
): Promise<void> {
  stage.act("The provider's statement of this month, worked out from every single charge")
  const period = monthOf(systemClock.nowMs())
  const { exitCode, data } = await server.command(['settle', '--period', period, '--preview'])
  stage.command(`kontor settle --period ${period} --preview --json`, exitCode, data)
  const preview = Preview.safeParse(data).data
  const own = preview?.providers.find(({ tenant_id }) => tenant_id === cast.provider.tenantId)
  const { provider: seller_credits, platform } = balances
  const right =
    own?.seller_credits === seller_credits && own.gross_credits === seller_credits + platform
  if (exitCode !== 0 || !preview?.ok || !right) {
    throw new DemoFailed(`the statement must say ${seller_credits} credits for the provider`, data)
  }
  stage.say('When the month is over, kontor settle closes it and makes the payout statements.')
}
