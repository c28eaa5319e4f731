// Runs test files one after the other in this process: what they all load is loaded, and made
// quick, once.
//
//   company-process.mjs <mark> <file>...
//
// On both streams a line `<mark> <n>` comes before what the n-th file prints, and on stdout
// `<mark> end <ms of a processor> <ms by the clock>` after it.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [mark, ...files] = process.argv.slice(2)
// How much room there is for what is young is for this process, and not for what a file starts.
process.execArgv = process.execArgv.filter((flag) => !flag.includes('semi-space'))

// uvu collects instead of running by itself, and is told when.
globalThis.UVU_DEFER = 1
const { exec } = await import(pathToFileURL(resolve('node_modules/uvu/dist/index.mjs')).href)

for (const [index, file] of files.entries()) {
  for (const stream of [process.stdout, process.stderr]) stream.write(`\n${mark} ${index}\n`)
  const before = process.cpuUsage()
  const startedMs = performance.now()
  globalThis.UVU_QUEUE = [[null]]
  // As it is where the file is the program.
  process.argv = [process.execPath, resolve(file)]
  await import(pathToFileURL(resolve(file)).href)
  await exec()
  const { user, system } = process.cpuUsage(before)
  const took = [(user + system) / 1000, performance.now() - startedMs].map(Math.round)
  process.stdout.write(`\n${mark} end ${took.join(' ')}\n`)
}
// Failed tests are told by their summaries; another code says that something else went wrong.
process.exitCode = 0
