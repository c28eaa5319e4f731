import type { ObjectRecord } from '../object.ts'

/** An object as an event names it. */
export function aboutObject({
  objectId,
  datasetId,
  filename,
}: Pick<ObjectRecord, 'objectId' | 'datasetId' | 'filename'>) {
  return { object_id: objectId, dataset_id: datasetId, filename }
}
