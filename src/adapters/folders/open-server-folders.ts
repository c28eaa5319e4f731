import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { Conflict } from '../../base/errors.ts'
import type { ServerFolders } from '../../domain/folders/ports.ts'
import { lookBelow, openFolderBelow, realFolder } from './source-folder.ts'

/** The folders that settings name. One that has to do with the server's own files opens nothing. */
export function openServerFolders({ dataDir }: { dataDir: string }): ServerFolders {
  async function requireApart(root: string): Promise<void> {
    const [ours, theirs] = [await realpath(dataDir), await realFolder(root)]
    if (!isWithin(ours, { of: theirs }) && !isWithin(theirs, { of: ours })) return
    throw new Conflict({
      reason: 'data_folder',
      message: "This folder lies in the server's own, or around it: nothing is read there.",
    })
  }
  return {
    async open(place) {
      await requireApart(place.root)
      return await openFolderBelow(place)
    },
    async look(place) {
      await requireApart(place.root)
      return await lookBelow(place)
    },
  }
}

function isWithin(path: string, { of }: { of: string }): boolean {
  return path === of || path.startsWith(of.endsWith(sep) ? of : `${of}${sep}`)
}
