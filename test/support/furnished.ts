// Data folders with people in them, and no server: each is furnished once in a process, and copied.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fakeClock } from './fake-clock.ts'
import { openTestApp, type Party, type TestApp, type TestAppOptions } from './open-test-app.ts'
import { temporaryFolder } from './temporary-folder.ts'

type Furnished<T> = { app: TestApp; found: T }
type Made<T> = { from: string; found: T; nowMs: number; operator: Party | undefined }

/**
 * Opens an application in a folder of its own, as the first one was left by `furnish`, and at the
 * time that it was there: what people did there by HTTP costs more than all of a start. For who asks
 * for nothing that would have made a difference to them.
 */
export function furnished<T>(furnish: (app: TestApp) => Promise<T>, options: TestAppOptions) {
  let made: Promise<Made<T>> | undefined

  async function make(): Promise<Made<T>> {
    const folder = temporaryFolder()
    process.once('exit', () => folder[Symbol.dispose]())
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
