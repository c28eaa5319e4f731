import { InvalidInput } from '../../../base/errors.ts'
import { type Lamports, solOf } from '../../../base/lamports.ts'
import { amountMaxLamports, depositMinLamports, withdrawalMinLamports } from '../limits.ts'

const least = { deposit: depositMinLamports, withdrawal: withdrawalMinLamports }

/** Exactly 0.1 SOL is enough. (spec 7.3, 8; our choice) Throws InvalidInput. */
export function requireAmount(amount: Lamports, what: 'deposit' | 'withdrawal'): void {
  if (amount < least[what]) {
    const message = `Amount must be greater than ${solOf(least[what])} SOL`
    throw new InvalidInput({ field: 'amount', reason: 'too_small', message })
  }
  if (amount > amountMaxLamports) {
    const message = `Amount must be at most ${solOf(amountMaxLamports)} SOL`
    throw new InvalidInput({ field: 'amount', reason: 'too_large', message })
  }
}
