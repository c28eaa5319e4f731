/** By this a place of files is one installation's, and told from another one of the same name. */
export type PlaceMark = { installation: string; place: string }

/** An object of a bucket (with its prefix), a file in the folder of the disk. */
export const markName = 'kontor-installation.json'

const kind = 'kontor files 1'

export function textOfMark(mark: PlaceMark): string {
  return `${JSON.stringify({ kind, ...mark })}\n`
}

/** Undefined: it is not what Kontor writes. Those of before have no id but the installation's. */
export function markIn(text: string): PlaceMark | undefined {
  try {
    const mark = JSON.parse(text) as Record<string, unknown>
    const { installation, place = installation } = mark
    if (mark.kind !== kind) return undefined
    if (typeof installation === 'string' && typeof place === 'string') {
      return { installation, place }
    }
  } catch {
    // As one that says something else.
  }
  return undefined
}

/** What is left where no file comes back. */
export const wordOfLoss =
  'Where the files are lost for good, kontor blobs accept takes the place as it is.'
