import { Conflict, NotFound } from '../../../base/errors.ts'
import type { ObjectId } from '../../../base/ids.ts'
import type { Command } from '../../command.ts'
import { getOwnDataset } from '../datasets/queries.ts'
import type { ObjectRecord } from '../object.ts'
import { deleteFound } from '../objects/delete-object.ts'
import { findOwnObject } from '../objects/queries.ts'
import { resubmitIn } from '../reviews/resubmit-object.ts'
import type { CatalogRoom } from '../room.ts'

export type ChosenObjects = { datasetId: string; objectIds: readonly string[] }

export type Deleted = { deleted: ObjectId[]; notFound: string[] }

/**
 * Deletes the chosen objects of an own dataset in one transaction. One that is not there is said
 * and keeps none of the others. Throws NotFound for the dataset.
 */
export function deleteObjects(
  room: CatalogRoom,
  cmd: Command,
  { datasetId, objectIds }: ChosenObjects,
): Promise<Deleted> {
  return cmd.write((tx) => {
    const dataset = getOwnDataset(tx, cmd.principal, datasetId)
    const outcome: Deleted = { deleted: [], notFound: [] }
    for (const id of new Set(objectIds)) {
      const object = findOwnObject(tx, cmd.principal, id)
      if (object?.datasetId !== dataset.datasetId) outcome.notFound.push(id)
      else {
        deleteFound(room, tx, { cmd, object })
        outcome.deleted.push(object.objectId)
      }
    }
    return outcome
  })
}

export type Resubmitted = {
  resubmitted: ObjectRecord[]
  refused: { objectId: string; refusal: Conflict | NotFound }[]
}

/** Likewise puts those of them into the queue again whose review expired. Throws the same. */
export function resubmitObjects(
  room: CatalogRoom,
  cmd: Command,
  { datasetId, objectIds }: ChosenObjects,
): Promise<Resubmitted> {
  return cmd.write((tx) => {
    const dataset = getOwnDataset(tx, cmd.principal, datasetId)
    const outcome: Resubmitted = { resubmitted: [], refused: [] }
    for (const objectId of new Set(objectIds)) {
      try {
        const object = findOwnObject(tx, cmd.principal, objectId)
        if (object?.datasetId !== dataset.datasetId) throw new NotFound('object')
        outcome.resubmitted.push(resubmitIn(room, tx, { cmd, objectId }))
      } catch (refusal) {
        if (!(refusal instanceof Conflict || refusal instanceof NotFound)) throw refusal
        outcome.refused.push({ objectId, refusal })
      }
    }
    return outcome
  })
}
