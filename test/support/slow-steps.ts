// Loaded before a program (--import): every pause between two steps, and every copy of a file, is
// told on stderr and waits for a signal, so that the signal meets the work in the middle. It stands
// on what Node gives alone, which the compiled program asks for as well.
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

/** Said in the middle of the work. */
export const paused = 'paused'

/**
 * Of a program's command line: its own steps, or the files that a thread of it copies. They wait
 * until SIGTERM has come, or for a minute: then a second signal is what ends the program.
 */
export function slowed(what: 'steps' | 'files', until: 'asked' | 'killed'): string[] {
  const url = pathToFileURL(import.meta.filename)
  url.search = `${what}=${until}`
  return ['--import', url.href]
}

const channel = 'asked to stop'
const given = new URL(import.meta.url).searchParams
const [what, until] = [...given][0] ?? []
if (what === 'steps' && isMainThread) slowSteps(until === 'killed' ? aMinute : onceAsked(signalled))
if (what === 'files' && !isMainThread) slowCopies(until === 'killed' ? aMinute : onceAsked(told))
if (what === 'files' && isMainThread) void signalled().then(tellThreads)

function slowSteps(pause: () => Promise<void>) {
  const step = async <T>(value?: T) => {
    tell()
    await pause()
    return value
  }
  timers.setImmediate = step as typeof timers.setImmediate
  globalThis.setImmediate = ((run: () => void) => void step().then(run)) as never
  syncBuiltinESMExports()
}

function slowCopies(pause: () => Promise<void>) {
  const { copyFile } = promises
  promises.copyFile = async (...given) => {
    tell()
    await pause()
    return copyFile(...given)
  }
  syncBuiltinESMExports()
}

async function aMinute() {
  await timers.setTimeout(60_000)
}

/** The first pause waits for it; by the end of each the program has taken the signal, too. */
function onceAsked(asked: () => Promise<unknown>) {
  const first = asked()
  return async () => {
    // A signal that is waited for keeps no program running.
    await Promise.race([first, aMinute()])
    await timers.setTimeout(300)
  }
}

function signalled(): Promise<unknown> {
  return once(process, 'SIGTERM')
}

function tellThreads() {
  const threads = new BroadcastChannel(channel)
  threads.postMessage(true)
  threads.close()
}

function told(): Promise<unknown> {
  const main = new BroadcastChannel(channel)
  const { promise, resolve } = Promise.withResolvers<void>()
  main.onmessage = () => {
    main.close()
    resolve()
  }
  main.unref()
  return promise
}

/** At once, also out of a thread. */
function tell() {
  writeSync(2, `${paused}\n`)
}
