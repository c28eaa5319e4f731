import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** Where systems and their administrators put programs; never a folder that a user may write to. */
const folders = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin', '/opt/local/bin']

/** Where a program of the system lies; undefined where it is not installed. */
export function systemProgram(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
