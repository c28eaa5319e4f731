import { InvalidInput } from '../../base/errors.ts'
import { type Lamports, lamportsOf } from '../../base/lamports.ts'

/** SOL of the wire in lamports, exactly. (our choice) Throws InvalidInput for finer amounts. */
export function lamportsIn(sol: number, field: string): Lamports {
  const amount = lamportsOf(sol)
  if (amount !== undefined) return amount
  throw new InvalidInput({
    field,
    reason: 'invalid_amount',
    message: `${field} must be a number of SOL with at most 9 decimals.`,
  })
}
