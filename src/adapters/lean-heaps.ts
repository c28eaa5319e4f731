import { setFlagsFromString } from 'node:v8'

const lookEveryMs = 1_000
const quietLooks = 30
/** Of one processor. */
const busyShare = 0.25
/** Of a processor: what a start takes twice over, however long it has to wait for it. */
const startMs = 4_000

/** Whether memory counts for more than speed, from how much processor time the process has had. */
export function openPace() {
  let beforeMs = 0
  let quiet = quietLooks
  return {
    isIdle(processorMs: number): boolean {
      const isBusy = processorMs - beforeMs > busyShare * lookEveryMs
      beforeMs = processorMs
      quiet = isBusy && processorMs > startMs ? 0 : quiet + 1
      return quiet >= quietLooks
    },
  }
}

/**
 * V8 lets the heap of each thread grow to twice of what is in use, and further, before it looks for
 * garbage: after a start that is a quarter of the process. Told to favour size it looks earlier.
 * That costs speed under load, so it is told so only while there is none, and while it starts.
 */
export function openLeanHeaps(): Disposable {
  const pace = openPace()
  let isLean = true
  const tell = () => setFlagsFromString(isLean ? '--optimize-for-size' : '--no-optimize-for-size')
  const look = () => {
    const { user, system } = process.cpuUsage()
    const isIdle = pace.isIdle((user + system) / 1_000)
    if (isIdle === isLean) return
    isLean = isIdle
    tell()
  }
  tell()
  const timer = setInterval(look, lookEveryMs).unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      setFlagsFromString('--no-optimize-for-size')
    },
  }
}
