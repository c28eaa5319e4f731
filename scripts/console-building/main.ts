// scripts/console: makes the console and prints what its files weigh.
import { relative } from 'node:path'
import { builtConsole } from './build.ts'
import { sizesOf } from './sizes.ts'

const folder = await builtConsole()
const { files, first, styles, all } = sizesOf(folder)
for (const { name, raw, gzip } of files) {
  console.log(`${String(raw).padStart(9)}${String(gzip).padStart(9)}  ${name}`)
}
console.log(`\n${'bytes'.padStart(9)}${'gzip'.padStart(9)}  ${relative('.', folder)}`)
console.log(`scripts before the first screen ${first}, all scripts ${all}, styles ${styles} (gzip)`)
