import type { Db } from '../../../store/tx.ts'
import { listLicencesAfter } from '../queries.ts'

const sliceRows = 500

/** The transaction of every licence, in slices. */
export function* namedRecords(db: Db): Generator<{ what: string; transactionHash: string }[]> {
  let after = 0
  for (;;) {
    const licences = listLicencesAfter(db, { after, limit: sliceRows })
    yield licences.map(({ assetId, transactionHash }) => {
      return { what: `the licence on ${assetId}`, transactionHash }
    })
    after = licences.at(-1)?.microipNo ?? after
    if (licences.length < sliceRows) return
  }
}
