// Data folders with people in them, and no server: each is furnished once in a process, and copied.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { fakeClock } from './fake-clock.ts'
import { openTestApp, type Party, type TestApp, type TestAppOptions } from './open-test-app.ts'
import { temporaryFolder } from './temporary-folder.ts'

type Furnished<T> = { app: TestApp; found: T }
type Made<T> = { from: string; found: T; nowMs: number; operator: Party | undefined }

/**
 * Opens an application in a folder of its own, as the first one was left by `furnish`, and at the
 * time that it was there: what people did there by HTTP costs more than all of a start. For who
 * asks for nothing that would have made a difference to them.
 */
export function furnished<T>(furnish: (app: TestApp) => Promise<T>, options: TestAppOptions) {
  let made: Promise<Made<T>> | undefined

  async function make(): Promise<Made<T>> {
    const folder = temporaryFolder()
    atExit(folder)
    const from = join(folder.path, 'data')
    await using app = await openTestApp({ ...options, dir: from })
    const { admin } = app
    let operator: Promise<Party> | undefined
    app.admin = () => {
      operator ??= admin()
      return operator
    }
    const found = await furnish(app)
    return { from, found, nowMs: app.clock.nowMs(), operator: await operator }
  }

  return async (more: TestAppOptions = {}): Promise<Furnished<T>> => {
    made ??= make()
    const { from, found, nowMs, operator } = await made
    const folder = temporaryFolder()
    const dir = join(folder.path, 'data')
    cpSync(from, dir, { recursive: true })
    const config = { ...options.config, ...more.config }
    const parts = { ...options.parts, ...more.parts }
    const clock = fakeClock(nowMs)
    const app = await openTestApp({ clock, ...more, config, parts, dir }).catch((error) => {
      folder[Symbol.dispose]()
      throw error
    })
    const close = app[Symbol.asyncDispose]
    const closed = Object.assign(app, {
      // There is no other first one.
      ...(operator && { admin: async () => structuredClone(operator) }),
      async [Symbol.asyncDispose]() {
        await close()
        folder[Symbol.dispose]()
      },
    })
    // Somebody logs in again, and has another token.
    return { app: closed, found: structuredClone(found) }
  }
}

/** Furnishes once for each set of settings, of which one that is left out is another than none. */
export function onePer<Options, Open>(furnish: (options: Options) => Open) {
  const made = new Map<string, Open>()
  return (options: Options): Open => {
    const key = inspect(options, { depth: null, maxArrayLength: null, maxStringLength: null })
    const open = made.get(key) ?? furnish(options)
    made.set(key, open)
    return open
  }
}

/**
 * The same for settings of which many are asked for once: who asks first has an application of its
 * own, and it is furnished to be copied when somebody asks again.
 */
export function furnishedAgain<T>(furnish: (app: TestApp) => Promise<T>, options: TestAppOptions) {
  const openCopy = furnished(furnish, options)
  let isFirst = true
  return async (more: TestAppOptions = {}): Promise<Furnished<T>> => {
    if (!isFirst) return openCopy(more)
    isFirst = false
    const config = { ...options.config, ...more.config }
    const app = await openTestApp({ ...options, ...more, config })
    return { app, found: await furnish(app) }
  }
}

const leftBehind: Disposable[] = []

/** One listener for all: a process that runs many files has many of them. */
function atExit(folder: Disposable): void {
  leftBehind.push(folder)
  if (leftBehind.length > 1) return
  process.once('exit', () => {
    for (const one of leftBehind) one[Symbol.dispose]()
  })
}
