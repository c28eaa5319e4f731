import { newId } from '../../base/ids.ts'
import { type Lamports, lamportsOf, solOf } from '../../base/lamports.ts'
import { type FolderCommand, requireOption, UsageError } from '../command.ts'

/** What a person paid in elsewhere, where the local chain does not take people's word for it. */
export const balanceCredit: FolderCommand = {
  name: 'balance credit',
  use: 'write',
  summary: "put SOL on a person's balance on the local chain",
  examples: ['kontor balance credit --email ada@example.eu --sol 2.5 --reason "paid in cash"'],
  operand: 'email',
  options: {
    email: { type: 'string', help: 'address that they log in with', value: '<address>' },
    sol: { type: 'string', help: 'how much, with at most 9 decimals', value: '<amount>' },
    reason: { type: 'string', help: 'why' },
  },
  async act(app, values) {
    const { identity, wallet, chain } = app.rooms
    if (chain.remote) {
      throw new UsageError(
        `Deposits are read from ${chain.remote.name}: nobody is credited by hand.`,
      )
    }
    const user = identity.userNamed(requireOption(values, 'email'))
    const amountLamports = amountIn(requireOption(values, 'sol'))
    const reason = requireOption(values, 'reason')
    const { userId, tenantId } = user
    const { balanceLamports } = await wallet.creditDeposit(
      { requestId: newId('req', app.clock.nowMs()), write: app.store.write },
      { userId, tenantId, amountLamports, reason },
    )
    const balance = solOf(balanceLamports)
    return {
      lines: [`${user.email} has ${balance} SOL.`],
      data: { user_id: userId, amount: solOf(amountLamports), balance },
    }
  },
}

function amountIn(text: string): Lamports {
  const amount = /^\d+(\.\d{1,9})?$/.test(text) ? lamportsOf(Number(text)) : undefined
  if (amount !== undefined) return amount
  throw new UsageError('--sol must be an amount like 2.5, with at most 9 decimals.')
}
