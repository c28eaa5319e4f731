import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { giveToOwner } from './owner.ts'

/** Under another name first, on the disk before it takes its own: there is never half a file. */
export function writeWhole({ file, text }: { file: string; text: string }): void {
  const draft = `${file}.new`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  giveToOwner({ file: draft, dataDir: dirname(file) })
  renameSync(draft, file)
  syncFolder(dirname(file))
}

/** So that a name made in it is there after a power cut. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
