import { Conflict, NotFound } from '../../base/errors.ts'
import { type DatasetId, newId } from '../../base/ids.ts'
import type { Command } from '../command.ts'
import { actorOf, requirePlatformAdmin } from '../identity/index.ts'
import type { Sample } from './ports.ts'
import { deleteStep, findStep, putStep } from './queries.ts'
import type { FirstHourRoom } from './room.ts'

/** Under this name the files are remembered as an import. */
const sampleFolder = 'samples:'

/** The dataset with the samples; undefined where there is none, or it was deleted elsewhere. */
export function samplesNow({ store, catalog }: FirstHourRoom): DatasetId | undefined {
  const said = findStep(store.db, 'samples')?.said.dataset_id as DatasetId | undefined
  if (said === undefined) return undefined
  try {
    return catalog.requireImportable(said)
  } catch {
    return undefined
  }
}

/**
 * Puts the sample documents into a private dataset of the asker's tenant and lets them into the
 * index. Throws Forbidden, Conflict while they are there.
 */
export async function addSamples(
  room: FirstHourRoom,
  cmd: Command,
): Promise<{ datasetId: DatasetId }> {
  const { principal, write } = cmd
  requirePlatformAdmin(principal)
  const { catalog, clock, house } = room
  const request = { name: 'Samples', sourceModality: 'mixed', visibility: 'private' } as const
  const description = 'Invented documents, to try things with. They can be taken away again.'
  const remembering: Command['write'] = (fn) =>
    write((tx) => {
      if (samplesNow(room)) throw isThere()
      const made = fn(tx)
      const said = { dataset_id: (made as { datasetId: string }).datasetId }
      putStep(tx, { step: 'samples', ok: true, said, atMs: clock.nowMs() })
      return made
    })
  const made = await catalog.createDataset(
    { ...cmd, write: remembering },
    { ...request, description },
  )
  const actor = actorOf(principal)
  for (const sample of house.samples()) {
    const place = { datasetId: made.datasetId, folder: sampleFolder, path: sample.filename }
    await take(room, { ...place, sample, actor })
  }
  return { datasetId: made.datasetId }
}

type Taking = {
  datasetId: DatasetId
  folder: string
  path: string
  sample: Sample
  actor: ReturnType<typeof actorOf>
}

async function take(
  { catalog, review, clock, store }: FirstHourRoom,
  { sample, ...place }: Taking,
): Promise<void> {
  const { contentType, title, tags } = sample
  const command = () => ({ requestId: newId('req', clock.nowMs()), write: store.write })
  const words = { title, folder: null, tags: [...tags], userText: null }
  const source = inOne(sample.bytes)
  const file = { ...place, contentType, source, words }
  const { objectId } = await catalog.importFile(command(), file)
  await review.approveAsOperator(command(), { objectId })
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Takes them away with their dataset. Throws Forbidden, NotFound where there are none. */
export async function removeSamples(room: FirstHourRoom, cmd: Command): Promise<void> {
  requirePlatformAdmin(cmd.principal)
  const datasetId = samplesNow(room)
  if (datasetId === undefined) throw new NotFound('sample dataset')
  const forgetting: Command['write'] = (fn) =>
    cmd.write((tx) => {
      deleteStep(tx, 'samples')
      return fn(tx)
    })
  await room.catalog.deleteDataset({ ...cmd, write: forgetting }, { datasetId })
}

function isThere(): Conflict {
  const message = 'The samples are there already.'
  return new Conflict({ reason: 'samples_there', message })
}
