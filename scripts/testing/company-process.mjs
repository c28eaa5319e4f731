// Runs test files one after the other in this process: what they all load is loaded, and made
// quick, once. Which comes next it asks when it has ended one: a line to descriptor 3, from which
// the file's name then comes, or nothing more.
//
//   company-process.mjs <mark> <flags>
//
// The flags, as JSON, are those that a file alone is started with. What they load is loaded here,
// since Node would do so again in each thread; what a file starts in its turn has them, too.
// On both streams a line `<mark> <n>` comes before what the n-th file prints, and on stdout
// `<mark> end <ms of a processor> <ms by the clock>` after it.
import { readSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { childrenMs } from './processor.ts'

const [mark, flags] = process.argv.slice(2)
const isLoaded = process.execArgv.includes('--import')
process.execArgv = JSON.parse(flags)
for (const [at, flag] of process.execArgv.entries()) {
  const named = process.execArgv[at + 1]
  if (flag !== '--import' || isLoaded) continue
  await import(named.startsWith('file:') ? named : pathToFileURL(named).href)
}

// uvu collects instead of running by itself, and is told when.
globalThis.UVU_DEFER = 1
const guard = 3
const { exec } = await import(pathToFileURL(resolve('node_modules/uvu/dist/index.mjs')).href)

let index = 0
for (let file = nextFile(); file !== ''; file = nextFile()) {
  for (const stream of [process.stdout, process.stderr]) stream.write(`\n${mark} ${index}\n`)
  index++
  const before = spentMs()
  const startedMs = performance.now()
  globalThis.UVU_QUEUE = [[null]]
  // As it is where the file is the program.
  process.argv = [process.execPath, resolve(file)]
  await import(pathToFileURL(resolve(file)).href)
  await exec()
  const took = [spentMs() - before, performance.now() - startedMs].map(Math.round)
  process.stdout.write(`\n${mark} end ${took.join(' ')}\n`)
}
// Failed tests are told by their summaries; another code says that something else went wrong.
process.exitCode = 0

/** Of a processor, with the programs that were started here and have ended. */
function spentMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + childrenMs()
}

/** Nothing of ours runs meanwhile, neither of the last file nor of the next. */
function nextFile() {
  writeSync(guard, '\n')
  const bytes = Buffer.alloc(4096)
  return bytes.toString('utf8', 0, readSync(guard, bytes)).trimEnd()
}
