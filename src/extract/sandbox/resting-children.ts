import { filesMax, restIdleMs, restingMax, restReadyMs } from '../limits.ts'
import { type ChildSetup, keyOf, type RunningChild } from './run-child.ts'

/** Whose file a child read: it never gets one of anybody else. */
export type Owned = { setup: ChildSetup; owner: string }

type Resting = {
  key: string
  child: RunningChild
  isReady: Promise<boolean>
  timer: NodeJS.Timeout | undefined
}

/**
 * Children that ended a file well and may go on with another one of the same owner. Whatever is odd
 * about one, it is killed: it has used up its files, is not as it was before, says anything else,
 * is too large, takes too long, or waits in vain.
 */
export function openResting() {
  const resting: Resting[] = []

  function remove(one: Resting): boolean {
    clearTimeout(one.timer)
    const at = resting.indexOf(one)
    if (at >= 0) resting.splice(at, 1)
    return at >= 0
  }
  function drop(one: Resting) {
    remove(one)
    one.child.kill()
  }
  async function ready(one: Resting): Promise<boolean> {
    const late = setTimeout(() => one.child.kill(), restReadyMs)
    const isReady = await one.child.rest()
    clearTimeout(late)
    if (!isReady) drop(one)
    else if (resting.includes(one)) one.timer = setTimeout(() => drop(one), restIdleMs)
    return isReady
  }

  return {
    /** Undefined when none is there, or the one that was there did not come to rest. */
    async take(owned: Owned): Promise<RunningChild | undefined> {
      const key = keyFor(owned)
      const one = resting.find((other) => other.key === key)
      if (!one) return undefined
      remove(one)
      return (await one.isReady) ? one.child : undefined
    },
    put(owned: Owned, child: RunningChild): void {
      if (child.files() >= filesMax) {
        child.kill()
        return
      }
      const [oldest] = resting
      if (oldest && resting.length >= restingMax) drop(oldest)
      const one: Resting = {
        key: keyFor(owned),
        child,
        timer: undefined,
        isReady: Promise.resolve(false),
      }
      resting.push(one)
      one.isReady = ready(one)
      void child.ended.then(() => remove(one))
    },
  }
}

function keyFor({ setup, owner }: Owned): string {
  return JSON.stringify([owner, keyOf(setup)])
}
