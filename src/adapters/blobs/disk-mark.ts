import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../../base/write-whole.ts'
import { type Marking, PlaceRefused } from './admission.ts'
import { markIn, markName, type PlaceMark, textOfMark, wordOfLoss } from './place-mark.ts'

export function markingOf(folder: string): Marking {
  const file = join(folder, markName)
  return {
    read: () => readDiskMark(folder),
    // The lock of the data folder keeps others off.
    put: async (mark) => writeWhole({ file, text: textOfMark(mark) }),
    remedy: `Put the files of this one into ${folder}, or mount the disk that has them there.`,
  }
}

/** What was put there out of a backup is what the records in it know, whatever it lacked then. */
export function markRestored(folder: string, mark: PlaceMark): void {
  writeWhole({ file: join(folder, markName), text: textOfMark(mark) })
}

/** Undefined: there is none. */
export async function readDiskMark(folder: string): Promise<PlaceMark | undefined> {
  const file = join(folder, markName)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (text === undefined) return undefined
  const mark = markIn(text)
  if (mark) return mark
  throw new PlaceRefused(`${file} is not what Kontor writes there: remove it.`)
}

/** What whoever runs the server may do where the folder is not the one that held the files. */
export function remedyOnDisk(folder: string): string {
  return (
    `Mount the disk that belongs at ${folder}, or put the files back there out of a backup. ` +
    wordOfLoss
  )
}
