import { constants } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { pictureThreadPath } from '../../base/assets.ts'
import { networkGlobals, powers } from '../child/powers.ts'

/**
 * So many threads has the engine at work on a picture, and one more when it begins with the next
 * before it has put one away; each costs as much as a small picture. WebP takes five, of a TIFF
 * there may be hundreds of pages. When there are too few the child ends.
 */
export const threadsFor = { webp: 6, tiff: 8, others: 5 } as const

/**
 * A thread of the engine, started ahead of its work: it gets any only when the code of the engine
 * is loaded, and from then on there is nothing else that it could use. It is no program of its own:
 * without modules and types it starts in half the time.
 */
export function startPictureThread(): Worker {
  const code = `
    const { constants } = require('node:fs')
    process.binding = () => ({ fs: constants })
    require(${JSON.stringify(pictureThreadPath())})
    for (const scope of ['worker', 'fs.write', 'fs.read']) process.permission?.drop(scope)
    for (const name of ${JSON.stringify(networkGlobals)}) delete globalThis[name]
    for (const name of ${JSON.stringify([...powers, 'getBuiltinModule'])}) delete process[name]
    const module = require('node:module')
    module.registerHooks({ resolve: () => { throw new Error('nothing is for this thread') } })
    delete module.registerHooks`
  const thread = new Worker(code, { eval: true, workerData: threadMark, env: {} })
  thread.unref()
  // A picture that waits for it in vain ends at its limit of time.
  thread.on('error', () => {})
  return thread
}

/** By it the engine's own code knows that it runs in one of its threads. */
const threadMark = 'em-pthread'

/**
 * The engine starts its threads by the name `Worker`, in the middle of a picture. What it gets are
 * those that were started before the process gave its powers up, and none after the last of them.
 */
export function standInWorker(threads: Worker[]): void {
  const take = function take(): Worker {
    const thread = threads.pop()
    if (!thread) throw new Error('the engine for pictures has no thread left')
    return thread
  }
  Object.defineProperty(globalThis, 'Worker', { value: take, configurable: true })
}

/**
 * What the engine's code asks of Node's insides when it is loaded: numbers that stand in `fs`, too.
 * A process with permissions has no way in.
 */
export function standInBinding(): void {
  const value = () => ({ fs: constants })
  Object.defineProperty(process, 'binding', { value, configurable: true })
}
