// What a test's own process starts, and what is started by that, is compiled: threads, children,
// and the program where a test's own one only adds to it. `--import` hands it on with the folder:
// compiled-workers.mjs?program=<folder of scripts/packaging/test-program.ts>.
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const entry = new URL('../../src/base/entry.ts', import.meta.url).href
const main = new URL('../../src/main.ts', import.meta.url).href
const { searchParams, search } = new URL(import.meta.url)
const standIn = new URL(`compiled-entry.ts${search}`, import.meta.url).href
const program = pathToFileURL(join(searchParams.get('program'), 'kontor.cjs')).href

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    if (found.url === main) return { url: program, format: 'commonjs', shortCircuit: true }
    const isMeant = found.url === entry && context.parentURL !== standIn
    return isMeant ? { ...found, url: standIn } : found
  },
})
