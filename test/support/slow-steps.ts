// Loaded before a program (--import): every pause between two steps, and every copy of a file,
// takes so long and is told on stderr, so that a signal meets the work in the middle. It stands on
// what Node gives alone, which the compiled program asks for as well.
import { writeSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'

/** Said in the middle of the work. */
export const paused = 'paused'

/** Of a program's command line: its own steps, or the files that a thread of it copies. */
export function slowed(what: 'steps' | 'files', { pauseMs }: { pauseMs: number }): string[] {
  const url = pathToFileURL(import.meta.filename)
  url.search = `${what}=${pauseMs}`
  return ['--import', url.href]
}

const asked = new URL(import.meta.url).searchParams
if (asked.has('steps') && isMainThread) slowSteps(Number(asked.get('steps')))
if (asked.has('files') && !isMainThread) slowCopies(Number(asked.get('files')))

function slowSteps(pauseMs: number) {
  const pause = <T>(value?: T) => {
    tell()
    return timers.setTimeout(pauseMs, value)
  }
  timers.setImmediate = pause as typeof timers.setImmediate
  globalThis.setImmediate = ((run: () => void) => void pause().then(run)) as never
  syncBuiltinESMExports()
}

function slowCopies(pauseMs: number) {
  const { copyFile } = promises
  promises.copyFile = async (...given) => {
    tell()
    await timers.setTimeout(pauseMs)
    return copyFile(...given)
  }
  syncBuiltinESMExports()
}

/** At once, also out of a thread. */
function tell() {
  writeSync(2, `${paused}\n`)
}
