/** The states of a payout statement (spec 2.2; where its two lists differ, our choice is both). */
export const payoutStates = [
  'pending',
  'approved',
  'processing',
  'paid',
  'failed',
  'held',
  'reversed',
] as const
export type PayoutState = (typeof payoutStates)[number]
