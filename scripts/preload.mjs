import { registerHooks } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { awaitCompilationsAtExit } from '../src/start/await-compilations.ts'

/**
 * Node 24 compiles on other threads. Such a compilation may wait for the main thread to collect
 * garbage while that one, at its end, waits for the compilation: then the process never ends
 * (nodejs/node#54918). What is compiled first is compiled where it runs, what is compiled again is
 * waited for. The single file is started so, too (scripts/packaging/pack.ts).
 */
setFlagsFromString('--no-concurrent-sparkplug')
awaitCompilationsAtExit()

/**
 * Loads drizzle-orm through its CommonJS files. Its ES modules import one another in circles that
 * Node links slowly: 270 ms and 170 MB in each process and thread, against 45 ms and 20 MB.
 * Only a quicker way to the same code: everything works without it, and the bundle needs none.
 */
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const isDrizzle = /\/node_modules\/drizzle-orm\/.*\.js$/.test(found.url)
    if (!isDrizzle) return found
    return { ...found, url: found.url.replace(/\.js$/, '.cjs'), format: 'commonjs' }
  },
})
