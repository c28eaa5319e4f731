// scripts/client-types: writes src/client/generated from the OpenAPI documents of this source tree.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { clientText, covered } from './generate.ts'

const root = resolve(import.meta.dirname, '../..')

for (const one of covered) {
  const file = join(root, `src/client/generated/${one.file}.ts`)
  writeFileSync(file, clientText(one))
  const biome = join(root, 'node_modules/.bin/biome')
  execFileSync(biome, ['format', '--config-path', join(root, 'scripts/lint.json'), '--write', file])
  console.log(`src/client/generated/${one.file}.ts`)
}
