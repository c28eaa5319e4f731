import { setFlagsFromString } from 'node:v8'
import { isMainThread } from 'node:worker_threads'

/**
 * Lets what is still compiled on other threads come to its end before the process does. Such a
 * compilation may need memory that only a collection by the main thread frees; `process.exit` waits
 * for the other threads without ever collecting again, so both would wait for ever
 * (nodejs/node#54918). Threads of our own are not in danger: theirs are let go.
 */
export function awaitCompilationsAtExit(): void {
  if (isMainThread) process.once('exit', awaitCompilations)
}

/** V8 does it only for who asks by a name that is not JavaScript: src/DECISIONS.md, 117. */
function awaitCompilations(): void {
  setFlagsFromString('--allow-natives-syntax')
  try {
    new Function('%FinalizeOptimization()')()
  } catch {
    // This Node has no such name, or nothing may be compiled here.
  }
}
