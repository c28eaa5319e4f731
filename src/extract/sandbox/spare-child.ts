import { spareAfterMs, spareIdleMs } from '../limits.ts'
import { type ChildSetup, keyOf, type RunningChild } from './run-child.ts'

/**
 * A child that is started before its file comes and waits for it: it belongs to nobody yet. There
 * is one while files come one after the other, and none a few seconds later.
 */
export function openSpare(run: (setup: ChildSetup) => RunningChild) {
  let spare: { child: RunningChild; key: string; timer: NodeJS.Timeout } | undefined
  let last = { key: '', ms: 0 }

  function drop() {
    clearTimeout(spare?.timer)
    spare?.child.kill()
    spare = undefined
  }
  function start(setup: ChildSetup) {
    const child = run({ ...setup, fd: undefined, outFd: undefined })
    const timer = setTimeout(drop, spareIdleMs)
    spare = { child, key: keyOf(setup), timer }
    void child.ended.then(() => {
      if (spare?.child === child) drop()
    })
  }

  return {
    take(setup: ChildSetup): RunningChild | undefined {
      if (spare?.key !== keyOf(setup)) return undefined
      const { child } = spare
      clearTimeout(spare.timer)
      spare = undefined
      return child
    },
    /** After a second file in a short time a third one is likely. */
    prepare(setup: ChildSetup): void {
      const [key, ms] = [keyOf(setup), performance.now()]
      const isRow = last.key === key && ms - last.ms < spareAfterMs
      last = { key, ms }
      if (!isRow || spare?.key === key) return
      drop()
      start(setup)
    },
  }
}
