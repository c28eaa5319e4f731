import { readdirSync, readFileSync } from 'node:fs'

export type ProcessStat = { name: string; state: string; parent: number; niceness: number }

/** What Linux says of a process or thread; undefined for one that is gone. */
export function statOf(folder: string): ProcessStat | undefined {
  try {
    const stat = readFileSync(`${folder}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    const fields = stat.slice(end + 2).split(' ')
    return {
      name: stat.slice(stat.indexOf('(') + 1, end),
      state: fields[0] ?? '',
      parent: Number(fields[1]),
      niceness: Number(fields[16]),
    }
  } catch {
    return undefined
  }
}

/** The shell that ends those who read files, and what compiled for an earlier test. */
const others = new Set(['sh', 'esbuild'])

/** The processes that read files for this one. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      const stat = statOf(`/proc/${each}`)
      return stat?.parent === pid && !others.has(stat.name)
    })
}

/** A zombie that nobody has collected yet is dead, too. */
export function isRunning(pid: number): boolean {
  const stat = statOf(`/proc/${pid}`)
  return stat !== undefined && !/[ZX]/.test(stat.state)
}
