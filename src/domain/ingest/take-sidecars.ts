import type { ObjectId } from '../../base/ids.ts'
import type { Db } from '../../store/tx.ts'
import {
  isRecording,
  listSidecars,
  type ObjectForIngest,
  type ObjectRecord,
} from '../catalog/index.ts'
import { ExtractFailed, type FileKind, type TakeBlocks } from './ports.ts'
import type { Attempt, IngestDeps } from './room.ts'

/** What was taken from the files that say what is said in a recording. */
export type Sidecars = {
  objectIds: ObjectId[]
  /** Whether there was anything said in them. */
  spoken: boolean
  warnings: string[]
}

/** The approved subtitles beside an object, by which it would have to be read anew. */
export function sidecarIds(db: Db, object: ObjectRecord): ObjectId[] {
  if (!isRecording(object)) return []
  return listSidecars(db, object).map(({ objectId }) => objectId)
}

/**
 * Hands over what is said in the subtitles beside a recording, each file read in a child of its
 * own. One that cannot be read is a warning and no failure of the recording.
 */
export async function takeSidecars(
  room: IngestDeps,
  { signal }: Attempt,
  { object }: ObjectForIngest,
  { take, endFile }: { take: TakeBlocks; endFile: () => void },
): Promise<Sidecars> {
  const files = isRecording(object) ? listSidecars(room.store.db, object) : []
  const taken: Sidecars = {
    objectIds: files.map(({ objectId }) => objectId),
    spoken: false,
    warnings: [],
  }
  for (const { blobKey, filename, contentType } of files) {
    if (blobKey === null) continue
    await using local = await room.blobs.local(blobKey)
    const file = { fd: local.fd, claims: { filename, contentType }, signal }
    try {
      await room.extractor.extract(file, async (blocks) => {
        const spoken = blocks.filter(({ passage }) => passage === 'transcript')
        if (spoken.length === 0) return
        taken.spoken = true
        await take(spoken, kindOf(object))
      })
    } catch (error) {
      if (!(error instanceof ExtractFailed)) throw error
      taken.warnings.push(`The subtitles in ${filename} could not be read.`)
    }
    endFile()
  }
  return taken
}

/** What else is said in the recording is left out: the subtitles beside it were made for it. */
export function withoutSpeech(take: TakeBlocks): TakeBlocks {
  return (blocks, kind) => {
    return take(
      blocks.filter(({ passage }) => passage !== 'transcript'),
      kind,
    )
  }
}

function kindOf({ contentType, modality }: ObjectRecord): FileKind {
  return { contentType, modality }
}
