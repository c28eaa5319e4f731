import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { childNiceness } from '../limits.ts'

/**
 * Gives a child a lower priority than ours. On Linux each thread has one of its own and hands it on
 * to those that it starts. The thread that starts children keeps the common one: while it makes a
 * process, it holds a lock on our memory that the serving thread may need.
 */
export function lowerPriority(pid: number): void {
  const low = Math.min(constants.priority.PRIORITY_LOW, getPriority() + childNiceness)
  for (const id of threadsOf(pid)) {
    try {
      setPriority(id, low)
    } catch {
      // It is gone.
    }
  }
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}
