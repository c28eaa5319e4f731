// Loaded before the compiled program (--require): the clock of its main thread is ahead of the
// system's by as much as KONTOR_TEST_AHEAD_MS says. What serve-at.ts does for the sources, with
// half of the work of a start.
import { isMainThread } from 'node:worker_threads'

const aheadMs = Number(process.env.KONTOR_TEST_AHEAD_MS ?? 0)
// It is no setting, and no thread has it.
delete process.env.KONTOR_TEST_AHEAD_MS
if (isMainThread) {
  const { now } = Date
  Date.now = () => now() + aheadMs
}
