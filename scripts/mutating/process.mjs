// Runs test files, again and again, over sources that are full of mutants, of which one at most is
// asked for. What does not change is loaded once.
//
//   process.mjs <file with the sources as JSON: { [path]: text }>
//
// A message { mutant, isAnew, files } is answered with { ran }: what came of each file, up to the
// first that fails. `isAnew` loads all sources again, for a mutant that speaks while they are
// loaded. Mutant 0 is none, and then each file has the mutants that it reached (`hits`), those of
// them that were reached while something was loaded (`early`) and what it loads (`loads`).
import { readFileSync } from 'node:fs'
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = pathToFileURL(`${process.cwd()}/`).href
const sources = new Map(Object.entries(JSON.parse(readFileSync(process.argv[2], 'utf8'))))
const uvu = new URL('uvu.mjs', import.meta.url).href
const texts = new Map()
const imports = new Map()
let mutant = 0
let generation = 0
/** What is loaded is a mutant, whoever is asked for. */
let isStale = false
let turn = 0
let loading = 0
let hits
const early = new Set()

globalThis.__drizzle = createRequire(resolve('package.json'))('drizzle-orm')
globalThis.__mutant = (number) => {
  hits?.add(number)
  if (loading > 0) early.add(number)
  return number === mutant
}
globalThis.__loading = (step) => {
  loading += step
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'uvu') return { url: uvu, format: 'module', shortCircuit: true }
    const found = next(specifier, context)
    if (!found.url.startsWith(root) || !found.url.endsWith('.ts')) return found
    const path = found.url.slice(root.length)
    const from = pathOf(context.parentURL ?? '')
    imports.set(from, (imports.get(from) ?? new Set()).add(path))
    if (path.endsWith('.test.ts')) return { ...found, url: `${found.url}?${turn}` }
    return /^(src|test)\//.test(path) ? { ...found, url: `${found.url}?${generation}` } : found
  },
  load(url, context, next) {
    const at = url.indexOf('.ts?')
    if (at < 0 || !url.startsWith(root)) return next(url, context)
    return { format: 'module', source: textOf(url.slice(0, at + 3)), shortCircuit: true }
  },
})

function pathOf(url) {
  return url.slice(root.length).replace(/\?.*$/, '')
}

/** Which of the changed sources a file loads, itself or through others. */
function loadsOf(file) {
  const found = new Set([file])
  for (const one of found) for (const next of imports.get(one) ?? []) found.add(next)
  return [...found].filter((one) => sources.has(one))
}

function textOf(url) {
  const known = texts.get(url)
  if (known !== undefined) return known
  const path = url.slice(root.length)
  const text = sources.get(path) ?? readFileSync(fileURLToPath(url), 'utf8')
  const plain = stripTypeScriptTypes(text)
  const isSource = path.startsWith('src/')
  const found = isSource ? `;__loading(1);${plain}\n;__loading(-1)` : plain
  if (!path.endsWith('.test.ts')) texts.set(url, found)
  return found
}

/** The first test that fails, with what it says; undefined: all is well. */
async function run(file) {
  turn++
  loading = 0
  globalThis.__said = []
  globalThis.__tests = []
  try {
    await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    return { test: '', why: String(error) }
  }
  for (const { name, handler } of globalThis.__tests) {
    try {
      await handler()
    } catch (error) {
      return { test: name, why: String(error) }
    }
  }
  return globalThis.__tests.length === 0 ? { test: '', why: 'there are no tests' } : undefined
}

let current

process.on('message', async (asked) => {
  const { files, isAnew } = asked
  mutant = asked.mutant
  // A test that waits for what never comes is seen by this: nothing else is left to do.
  process.channel.unref()
  current = { ran: [] }
  for (const file of files) {
    if (isAnew || isStale) generation++
    isStale = isAnew
    hits = mutant === 0 ? new Set() : undefined
    const before = process.cpuUsage()
    const startedMs = performance.now()
    current.file = file
    process.send({ at: file })
    const failed = await run(file)
    const { user, system } = process.cpuUsage(before)
    const cpuMs = Math.round((user + system) / 1000)
    const ms = Math.round(performance.now() - startedMs)
    const told = mutant === 0 ? { hits: [...hits], early: [...early], loads: loadsOf(file) } : {}
    current.ran.push({ file, cpuMs, ms, failed, ...told })
    if (failed !== undefined) break
  }
  answer()
})

function answer() {
  if (current === undefined) return
  process.channel.ref()
  process.send({ ran: current.ran, memory: process.memoryUsage.rss() })
  current = undefined
}

/** Nothing that a test says goes on: what is left behind ends with the process. */
function fail(why) {
  if (current === undefined) return process.exit(1)
  current.ran.push({ file: current.file, cpuMs: 0, ms: 0, failed: { test: '', why } })
  process.send({ ran: current.ran, memory: Number.POSITIVE_INFINITY }, () => process.exit(1))
  current = undefined
}
process.on('uncaughtException', (error) => fail(String(error)))
process.on('unhandledRejection', (error) => fail(String(error)))
process.on('beforeExit', () => fail('it waits for ever'))
process.on('disconnect', () => process.exit(0))
