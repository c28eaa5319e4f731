import type { ObjectRecord } from '../object.ts'

/** An object as an event names it. */
export function aboutObject({ objectId, datasetId }: Pick<ObjectRecord, 'objectId' | 'datasetId'>) {
  return { object_id: objectId, dataset_id: datasetId }
}
