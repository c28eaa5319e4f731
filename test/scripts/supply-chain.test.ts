// What the program is made of beside its own code: pinned by hash, under licences that were looked
// at, each with a reason, and without anybody's program run when it is installed.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

type Locked = {
  version: string
  integrity?: string
  license?: string
  dev?: boolean
  resolved?: string
}
const locked: [path: string, one: Locked][] = Object.entries<Locked>(
  JSON.parse(read('package-lock.json')).packages,
).filter(([path]) => path !== '')
const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json'))
const direct = { ...dependencies, ...optionalDependencies, ...devDependencies } as Record<
  string,
  string
>

test('every package is pinned by a hash, and comes from no address of its own', () => {
  const loose = locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  assert.equal(loose, [])
  assert.equal(
    locked.filter(([, { resolved }]) => resolved !== undefined),
    [],
  )
})

test('whoever is named by us is named with one version', () => {
  assert.equal(
    Object.entries(direct).filter(
      ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    ),
    [],
  )
})

test('no program of others runs when they are installed', () => {
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m)
})

test('each of them has a line why, in decision 2', () => {
  const text = read('src/DECISIONS.md')
  const lines = text.slice(text.indexOf('## 2. '), text.indexOf('\n## 3. '))
  const own = Object.keys(direct).filter((name) => !name.startsWith('@types/'))
  const without = own.filter((name) => !lines.includes(name))
  assert.equal(without, [])
})

/** Free for whoever gets the program, also when it is sold. */
const free = new Set([
  ...['MIT', 'MIT-0', 'Apache-2.0', '0BSD', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'OFL-1.1'],
  ...['(BSD-3-Clause OR GPL-2.0)', '(MIT OR CC0-1.0)'],
])

/** Others, as they are and unchanged: whoever wants another of them makes the program from here. */
const looked: Readonly<Record<string, RegExp>> = {
  // libvips, which draws pictures, in files of its own; and what finds the frames of FLAC and Ogg.
  'LGPL-3.0-or-later': /^(@img\/sharp-.*|codec-parser)$/,
  'Apache-2.0 AND LGPL-3.0-or-later': /^@img\/sharp-/,
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': /^@img\/sharp-/,
  'MPL-2.0': /^mediabunny$/,
}

test('what runs is under licences that were looked at', () => {
  const odd = locked
    .filter(([, { dev }]) => !dev)
    .map(([path, { license = 'none' }]) => ({ name: path.split('node_modules/').at(-1), license }))
    .filter(({ name, license }) => !free.has(license) && !looked[license]?.test(name ?? ''))
  assert.equal(odd, [])
})

test.run()
