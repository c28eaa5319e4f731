// Loaded into a server before its program: measures how long its main thread keeps the event loop.
// What counts is the time in which that thread works or waits for something of its own: a disk, a
// process that starts. The time in which it could work and others have the processor is taken off:
// a machine that is busy with other things makes every turn long. Begins when the file that it
// writes to appears.
import { existsSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const everyMs = 10
const file = process.env.LOOP_METER_FILE

/** Of the longest stretch between two looks. */
export type LoopStalls = {
  /** Processor time of the main thread. */
  cpuMs: number
  /** Time that passed, without that in which the thread waited for a processor (Linux only). */
  heldMs: number
  /** Time that passed, whoever used it. */
  wallMs: number
  looks: number
}

if (file !== undefined && isMainThread) {
  const stalls: LoopStalls = { cpuMs: 0, heldMs: 0, wallMs: 0, looks: 0 }
  let last: ReturnType<typeof reading> | undefined
  setInterval(() => {
    const now = reading()
    if (last === undefined && !existsSync(file)) return
    const isWritten = last !== undefined && note(stalls, { file, from: last, to: now })
    // What it wrote is nothing of the server's.
    last = isWritten ? reading() : now
  }, everyMs).unref()
}

function reading() {
  const { user, system } = process.threadCpuUsage()
  return { cpuMs: (user + system) / 1000, wallMs: performance.now(), queuedMs: queuedMs() }
}

const schedstat = isMainThread ? openedSchedstat() : undefined
const line = Buffer.alloc(100)

function openedSchedstat(): number | undefined {
  try {
    return openSync('/proc/thread-self/schedstat', 'r')
  } catch {
    return undefined
  }
}

/** How long this thread has been ready to run without a processor, in all. */
function queuedMs(): number {
  if (schedstat === undefined) return 0
  const size = readSync(schedstat, line, 0, line.length, 0)
  return Number(line.toString('latin1', 0, size).split(' ')[1]) / 1e6
}

type Reading = ReturnType<typeof reading>

/** What is beyond the stretch that a look waits for anyway. Gives whether it was written down. */
function note(
  stalls: LoopStalls,
  { file, from, to }: { file: string; from: Reading; to: Reading },
): boolean {
  stalls.looks += 1
  const before = { ...stalls }
  const wallMs = to.wallMs - from.wallMs - everyMs
  const heldMs = wallMs - (to.queuedMs - from.queuedMs)
  stalls.wallMs = Math.max(stalls.wallMs, wallMs)
  stalls.cpuMs = Math.max(stalls.cpuMs, to.cpuMs - from.cpuMs - everyMs)
  stalls.heldMs = Math.max(stalls.heldMs, heldMs)
  const isLonger =
    stalls.cpuMs > before.cpuMs || stalls.heldMs > before.heldMs || stalls.wallMs > before.wallMs
  if (!isLonger && stalls.looks % 100 !== 1) return false
  // Whoever reads it meanwhile finds one of the two.
  writeFileSync(`${file}.next`, JSON.stringify(stalls))
  renameSync(`${file}.next`, file)
  return true
}
