import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { LinkInTheWay } from '../../domain/folders/ports.ts'

const { O_RDONLY, O_NOFOLLOW, O_DIRECTORY, O_NONBLOCK } = constants

/** `root` is a real path already; `path` lies below it. */
export type RealPlace = { readonly root: string; readonly path: string }

/**
 * Opens a file or a folder below a root, and nothing else. Whoever may write there can put a link
 * in the place of a folder between any two calls, so names are not believed: what was opened is
 * asked where it lies. Throws what the file system does, and LinkInTheWay.
 */
export async function openBelow(
  { root, path }: RealPlace,
  what: 'file' | 'folder',
): Promise<FileHandle> {
  const wanted = join(root, path)
  // A pipe would otherwise be waited for.
  const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | (what === 'folder' ? O_DIRECTORY : 0)
  const handle = await open(wanted, flags).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? new LinkInTheWay() : error
  })
  try {
    const stat = await handle.stat()
    const isRight = what === 'file' ? stat.isFile() : stat.isDirectory()
    if (!isRight || !(await liesAt(handle, stat, wanted))) throw new LinkInTheWay()
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The kernel says where what is open lies; elsewhere the name has to be looked up once more. */
async function liesAt({ fd }: FileHandle, stat: Stats, wanted: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/self/fd/${fd}`)) === wanted
  if ((await realpath(wanted)) !== wanted) return false
  const named = await lstat(wanted)
  return named.ino === stat.ino && named.dev === stat.dev
}

/** Another name for a folder that is open, which nobody can turn into a link. */
export function nameOf({ fd }: FileHandle, { root, path }: RealPlace): string {
  return process.platform === 'linux' ? `/proc/self/fd/${fd}` : join(root, path)
}
