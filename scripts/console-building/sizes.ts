// What a browser loads, and what it weighs on the way: gzip, which every browser takes.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ConsolePage } from '../../src/base/assets.ts'

export type Sized = { name: string; raw: number; gzip: number }
export type Sizes = {
  files: readonly Sized[]
  /** Scripts that come before anything is drawn. */
  first: number
  styles: number
  /** The largest script that is loaded later. */
  later: Sized
  /** Every script in one language, the wordiest: nobody loads two. */
  all: number
  /** On the disk, with what is compressed beside. */
  onDisk: number
}

export function sizesOf(folder: string): Sizes {
  const names = readdirSync(folder)
  const page = JSON.parse(readFileSync(join(folder, 'page.json'), 'utf8')) as ConsolePage
  const files = names
    .filter((name) => !/\.(br|gz|json)$/.test(name))
    .map((name) => ({ name, path: join(folder, name) }))
    .map(({ name, path }) => ({ name, raw: sizeOf(path), gzip: gzipSizeOf(path) }))
    .sort((a, b) => b.gzip - a.gzip)
  const scripts = files.filter(({ name }) => name.endsWith('.js'))
  const atFirst = new Set([page.entry, page.theme, ...page.preloads])
  const [later] = scripts.filter(({ name }) => !atFirst.has(name))
  return {
    files,
    first: sumOf(scripts.filter(({ name }) => atFirst.has(name))),
    styles: sumOf(files.filter(({ name }) => name.endsWith('.css'))),
    later: later ?? { name: 'none', raw: 0, gzip: 0 },
    all: sumOf(scripts) - silentIn(scripts),
    onDisk: names.reduce((sum, name) => sum + sizeOf(join(folder, name)), 0),
  }
}

/** What all languages but the wordiest weigh. English is in the program. */
function silentIn(scripts: readonly Sized[]): number {
  const others = ['ar', 'de', 'es', 'fr']
  const sums = others.map((tag) => sumOf(scripts.filter(({ name }) => name.startsWith(`${tag}-`))))
  return sums.reduce((sum, one) => sum + one, 0) - Math.max(...sums)
}

function gzipSizeOf(file: string): number {
  return sizeOf(existsSync(`${file}.gz`) ? `${file}.gz` : file)
}

function sizeOf(file: string): number {
  return statSync(file).size
}

function sumOf(files: readonly Sized[]): number {
  return files.reduce((sum, { gzip }) => sum + gzip, 0)
}
