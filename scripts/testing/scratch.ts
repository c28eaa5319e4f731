// Where tests keep their temporary folders: in memory, where that is large enough. What they write
// is thrown away a moment later, and a disk takes half of the time that they wait.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'kontor-tests-'
const bytesLeast = 6 * 1024 ** 3

/** A folder for one run, taken away when disposed of; undefined: where tests are wont to. */
export function openScratch(): { path: string; [Symbol.dispose](): void } | undefined {
  if (process.env.TMPDIR !== undefined || !isFit()) return undefined
  sweep()
  const path = mkdtempSync(join(memory, `${prefix}${process.pid}-`))
  // As /tmp is: tests do things as other users, too.
  chmodSync(path, 0o1777)
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Programs start from there, too. */
function isFit(): boolean {
  try {
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
    const [, , type, options = ''] =
      mounts.map((line) => line.split(' ')).findLast(([, place]) => place === memory) ?? []
    if (type !== 'tmpfs' || options.split(',').includes('noexec')) return false
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= bytesLeast && freeMemoryBytes() >= bytesLeast
  } catch {
    return false
  }
}

function freeMemoryBytes(): number {
  const found = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))
  return Number(found?.[1] ?? 0) * 1024
}

/** A run that was killed could take nothing away. */
function sweep(): void {
  for (const name of readdirSync(memory)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(memory, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
