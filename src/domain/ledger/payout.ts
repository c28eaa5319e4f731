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

/**
 * Where each state may lead. (our choice: spec 3 shows no transitions) What no longer holds a
 * statement leads to approved after its release and back to pending before it (spec 8.3).
 */
export const payoutSteps: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  pending: ['approved', 'held'],
  approved: ['processing', 'held'],
  processing: ['paid', 'failed'],
  paid: ['reversed'],
  failed: ['processing', 'held'],
  held: ['pending', 'approved', 'reversed'],
  reversed: [],
}

/** Where a statement goes on that nothing holds any more. (spec 8.3) */
export function afterHold({ releaseAt }: { releaseAt: number }, nowMs: number) {
  return nowMs < releaseAt ? ('pending' as const) : ('approved' as const)
}
