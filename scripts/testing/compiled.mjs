// What a test imports of src, and the threads and children that this starts, are compiled: a source
// is read from a thousand files. `--import` hands it on with the folder of the program:
// compiled.mjs?program=<folder of scripts/packaging/test-program.ts>.
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = new URL(import.meta.url).searchParams.get('program')
const root = new URL('../../', import.meta.url).href
const sources = `${root}src/`
const main = `${sources}main.ts`
// What browsers run is no part of the program.
const browsers = `${sources}console/`
const program = pathToFileURL(join(folder, 'kontor.cjs')).href
const modules = join(folder, 'modules.cjs')
const mark = '?compiled'
const require = createRequire(import.meta.url)

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    if (found.url === main) return { url: program, format: 'commonjs', shortCircuit: true }
    const isImported = context.parentURL !== undefined && !context.parentURL.startsWith(sources)
    const isOurs = found.url.startsWith(sources) && !found.url.startsWith(browsers)
    const isSource = isOurs && found.url.endsWith('.ts')
    return isSource && isImported ? { ...found, url: found.url + mark, format: 'module' } : found
  },
  load(url, context, next) {
    if (!url.endsWith(mark)) return next(url, context)
    const name = url.slice(root.length, -mark.length)
    return { format: 'module', source: passedOn(name), shortCircuit: true }
  },
})

/** A module that hands on what the compiled one of that name exports. */
function passedOn(name) {
  const found = `createRequire(import.meta.url)(${JSON.stringify(modules)}).modules['${name}']()`
  const lines = Object.keys(require(modules).modules[name]()).map((key) =>
    key === 'default' ? 'export default its.default' : `export const ${key} = its.${key}`,
  )
  const head = ["import { createRequire } from 'node:module'", `const its = ${found}`]
  return [...head, ...lines].join('\n')
}
