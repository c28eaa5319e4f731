import { NotFound } from '../../../base/errors.ts'
import type { Caller } from '../../catalog/index.ts'
import type { ReportsRoom } from '../room.ts'
import { type DatasetHoldings, findDatasetHoldings, type Holdings, sumHoldings } from './queries.ts'

/** What the caller offers, in six numbers (spec 2.2, Provider dashboard). */
export function providerDashboard({ reading }: ReportsRoom, caller: Caller): Promise<Holdings> {
  return sumHoldings(reading, caller)
}

/** The same for one dataset. Throws NotFound for an unknown, foreign and deleted one alike. */
export function datasetAnalytics(
  { store }: ReportsRoom,
  caller: Caller,
  { datasetId }: { datasetId: string },
): DatasetHoldings {
  const holdings = findDatasetHoldings(store.db, caller, datasetId)
  if (!holdings) throw new NotFound('dataset')
  return holdings
}
