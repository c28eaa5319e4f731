import type { Db } from '../../../store/tx.ts'
import { listAccounts } from '../queries.ts'
import type { AccountName } from './account.ts'

export type Balance = AccountName & { posted: number; held: number }

/** What every account holds: the other side of a verified ledger. */
export function listBalances(db: Db): Balance[] {
  return listAccounts(db).map(({ unit, owner, kind, posted, held }) => {
    return { unit, owner: owner as Balance['owner'], kind, posted, held }
  })
}
