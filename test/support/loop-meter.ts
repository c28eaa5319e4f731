// Loaded into a server before its program: measures how long its main thread keeps the event loop.
// Processor time of that thread is what counts: a machine that is busy with other things makes
// every turn long, and this one none. Begins when the file that it writes to appears.
import { existsSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const everyMs = 10
const file = process.env.LOOP_METER_FILE

/** Of the longest stretch between two looks. */
export type LoopStalls = {
  /** Processor time of the main thread. */
  cpuMs: number
  /** Time that passed, whoever used it. */
  wallMs: number
  looks: number
}

if (file !== undefined && isMainThread) {
  const stalls: LoopStalls = { cpuMs: 0, wallMs: 0, looks: 0 }
  let last: ReturnType<typeof reading> | undefined
  setInterval(() => {
    const now = reading()
    if (last !== undefined) note(stalls, { file, from: last, to: now })
    else if (!existsSync(file)) return
    last = reading()
  }, everyMs).unref()
}

function reading() {
  const { user, system } = process.threadCpuUsage()
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() }
}

type Reading = ReturnType<typeof reading>

/** What is beyond the stretch that a look waits for anyway. */
function note(
  stalls: LoopStalls,
  { file, from, to }: { file: string; from: Reading; to: Reading },
) {
  stalls.looks += 1
  stalls.wallMs = Math.max(stalls.wallMs, to.wallMs - from.wallMs - everyMs)
  const cpuMs = to.cpuMs - from.cpuMs - everyMs
  if (cpuMs <= stalls.cpuMs && stalls.looks % 100 !== 1) return
  stalls.cpuMs = Math.max(stalls.cpuMs, cpuMs)
  writeFileSync(file, JSON.stringify(stalls))
}
