import { NotFound } from '../../../base/errors.ts'
import type { Caller } from '../../catalog/index.ts'
import type { ReportsRoom } from '../room.ts'
import { type FailedObject, listFailures } from './failures.ts'
import { type DatasetHoldings, findDatasetHoldings, type Holdings, sumHoldings } from './queries.ts'

export type Dashboard = Holdings & { failures: FailedObject[] }

/** What the caller offers, in numbers (spec 2.2, Provider dashboard), and what it does not. */
export async function providerDashboard(room: ReportsRoom, caller: Caller): Promise<Dashboard> {
  const holdings = await sumHoldings(room.reading, caller)
  return { ...holdings, failures: await listFailures(room, caller) }
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
