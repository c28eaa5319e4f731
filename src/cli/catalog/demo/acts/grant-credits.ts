import { DemoFailed } from '../demo-failed.ts'
import { CreditsReply } from '../replies.ts'
import type { Member, Story } from './story.ts'

type Granting = { reviewer: Member; buyer: Member; credits: number; reason: string }

/** The platform's administrator puts credits on the buyer's balance, which then is `expected`. */
export async function grantCredits(
  { stage }: Story,
  { reviewer, buyer, credits, reason }: Granting,
  expected: number,
): Promise<void> {
  const { data } = await stage.ask(
    {
      as: reviewer,
      call: 'grantCredits',
      with: { id: buyer.tenantId, credits, reason },
    },
    { status: 201, reply: CreditsReply, show: (reply) => reply.data },
  )
  if (data.available_credits !== expected) {
    throw new DemoFailed(`the buyer must have ${expected} credits`, data)
  }
}
