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

const root = new URL('../', import.meta.url).href
const foreign = new URL('node_modules/', root).href
const drizzle = new URL('drizzle-orm/', foreign).href

/**
 * Says at once where two kinds of modules are, which Node asks the disk for. Only a quicker way to
 * the same code: everything works without it, and the bundle needs none.
 *
 * - drizzle-orm, through its CommonJS files: its ES modules import one another in circles that Node
 *   links slowly. Its package.json has 179 kB, and Node reads the exports out of it once more for
 *   each `require` within the package.
 * - Sources of ours that name one another with their ending.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context
    if (specifier === 'drizzle-orm' || specifier.startsWith('drizzle-orm/')) {
      return at(new URL(`../${specifier}/index.cjs`, drizzle), 'commonjs')
    }
    const isNear = specifier.startsWith('./') || specifier.startsWith('../')
    if (isNear && parentURL.startsWith(root)) {
      const url = new URL(specifier, parentURL)
      const isOurs = !parentURL.startsWith(foreign)
      if (isOurs && url.pathname.endsWith('.ts')) return at(url, 'module-typescript')
      if (parentURL.startsWith(drizzle) && url.pathname.endsWith('.cjs')) return at(url, 'commonjs')
    }
    return next(specifier, context)
  },
})

function at({ href: url }, format) {
  return { url, format, shortCircuit: true }
}
