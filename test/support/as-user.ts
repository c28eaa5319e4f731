import { chownSync } from 'node:fs'

const [root, nobody] = [0, 65_534]

/** Root opens whatever it likes: for so long it is somebody else, whose folder this is. */
export async function asUser<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== root) return await work()
  chownSync(folder, nobody, nobody)
  process.seteuid?.(nobody)
  try {
    return await work()
  } finally {
    process.seteuid?.(root)
  }
}
