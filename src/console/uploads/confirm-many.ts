import { kontor } from '../api/kontor.ts'
import type { Item } from './item.ts'
import { remember } from './memory.ts'
import { persist } from './plan-files.ts'
import { announceAnew } from './send-file.ts'

/**
 * Has the server take files of one dataset that it has all bytes of. What it refuses fails by
 * itself, with its sentence; one that it took before, whose answer was lost, is taken; one that is
 * gone is announced anew.
 */
export async function confirmMany(items: readonly Item[], until: AbortSignal): Promise<void> {
  const [{ datasetId } = { datasetId: '' }] = items
  const asked = { dataset_id: datasetId, object_ids: items.map(({ objectId }) => objectId) }
  const idempotencyKey = crypto.randomUUID()
  const { refused } = await persist(
    () => kontor.confirmUploads(asked, { signal: until, idempotencyKey }),
    until,
  )
  const refusals = new Map(
    refused
      .filter(({ error }) => error.details.reason !== 'already_confirmed')
      .map(({ object_id: id, error }) => [id, error]),
  )
  const taken = items.filter(({ objectId }) => !refusals.has(objectId))
  await remember(taken.map(({ name, objectId }) => [name, { objectId, isDone: true }]))
  for (const item of taken) item.become('done')
  for (const item of items.filter(({ state }) => state !== 'done')) {
    const { code, message } = refusals.get(item.objectId) ?? {}
    if (code === 'not_found') await announceAnew(item)
    else {
      Object.assign(item, { isSent: false, problem: message ?? '' })
      item.become('failed')
    }
  }
}
