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

/** Where each state may lead. (our choice: spec 3 shows no transitions) */
export const payoutSteps: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  pending: ['approved', 'held'],
  approved: ['processing', 'held'],
  processing: ['paid', 'failed'],
  paid: ['reversed'],
  failed: ['processing', 'held'],
  held: ['approved', 'reversed'],
  reversed: [],
}
