import type { Db } from '../../../store/tx.ts'
import { verifySliceRows } from '../limits.ts'
import { listEntriesAfter } from './queries.ts'

/** The transaction of every entry of a history, in slices. */
export function* namedRecords(db: Db): Generator<{ what: string; transactionHash: string }[]> {
  let after = ''
  for (;;) {
    const entries = listEntriesAfter(db, { after, limit: verifySliceRows })
    yield entries.flatMap(({ entryId, type, transactionHash }) =>
      transactionHash === null ? [] : [{ what: `${type} ${entryId}`, transactionHash }],
    )
    after = entries.at(-1)?.entryId ?? after
    if (entries.length < verifySliceRows) return
  }
}
