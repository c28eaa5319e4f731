// The processor time of test files: it says what a test costs, also on a busy machine.
import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second for programs, whatever the kernel does inside. */
const msPerTick = 10
/** Of what follows the name of the program in proc_pid_stat(5): cutime and cstime. */
const [childrenUser, childrenSystem] = [13, 14]

/**
 * Gives, each time, the milliseconds that children took which ended since the last time, with the
 * programs that they started and waited for; 0 where nobody counts. Asked after each child, it is
 * that one's, but for another that ended in the same moment.
 */
export function openProcessorMeter(): () => number {
  let before = childrenMs()
  return () => {
    const now = childrenMs()
    const spent = now - before
    before = now
    return spent
  }
}

/** What all children took that have ended by now, with what they waited for. */
export function childrenMs(): number {
  try {
    const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(/.*\) /)
    const counted = fields.split(' ')
    return msPerTick * (Number(counted[childrenUser]) + Number(counted[childrenSystem]))
  } catch {
    return 0
  }
}
