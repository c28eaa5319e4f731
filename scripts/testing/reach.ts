// What a file of the tests can reach: by imports, by the workers that it starts, and by the files
// and folders that it names.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

const root = process.cwd()
/** Types alone start nothing. */
const imports = /^import (?!type )(?:[^'"]*? from )?'(\.{1,2}\/[^']+)'/gm
const exports = /^export (?!type )[^'"]*? from '(\.{1,2}\/[^']+)'/gm
const types = /^(?:import|export) type [^'"=]*'[^']*'$/gm
const late = /\bimport\(\s*['"`](\.{1,2}\/[^'"`]+)['"`]/g
const workers = /\bentryUrl\('([a-z-]+)'\)/g
const relatives = /['"`](\.{1,2}\/[^'"`$\n]*)/g
const paths = /['"`](?:\.\/)?((?:src|test|scripts|data)\/[^'"`$\s]+|[A-Z]+\.md)['"`/]/g

const read = new Map<string, readonly string[]>()

/** The files that it imports, itself alone; those of its types are not among them. */
export function importedBy(file: string): string[] {
  const text = textOf(file)
  return [imports, exports].flatMap((pattern) =>
    namesIn(text, pattern).map((name) => resolve(dirname(file), name)),
  )
}

/** Whether a file imports another one, itself or through others of the tests and the scripts. */
export function leadsTo(file: string, { wanted }: { wanted: string }): boolean {
  const inSrc = isIn('src')
  // The program itself starts nothing of ours.
  return reached(file, (one) => importedBy(one).filter((name) => !inSrc(name))).has(wanted)
}

/** Files and folders: whoever names a folder may read whatever lies below it. */
export function reachOf(file: string): Set<string> {
  return reached(file, edgesOf)
}

function reached(file: string, edges: (file: string) => readonly string[]): Set<string> {
  const found = new Set([file])
  // A set that grows is walked to its end.
  for (const one of found) for (const next of edges(one)) found.add(next)
  return found
}

function edgesOf(file: string): readonly string[] {
  const known = read.get(file)
  if (known !== undefined) return known
  const found = /\.m?[jt]s$/.test(file) ? edgesIn(file) : []
  read.set(file, found)
  return found
}

function edgesIn(file: string): string[] {
  const text = textOf(file).replace(types, '')
  const beside = (name: string) => resolve(dirname(file), name)
  const entries = namesIn(text, workers).map((name) => resolve(`src/workers/${name}.ts`))
  // The program names folders that lie elsewhere once it is packed: the tests' names alone count.
  const named = isIn('src')(file)
    ? []
    : [
        ...namesIn(text, relatives).map(beside),
        ...namesIn(text, paths).map((name) => resolve(name)),
      ]
  return [
    ...importedBy(file),
    ...namesIn(text, late).map(beside),
    ...entries,
    ...assetsOf(file),
    ...named.filter((path) => path.startsWith(`${root}/`) && existsSync(path) && !isTop(path)),
  ]
}

const assets = ['src/store/migrations', 'data/demo', 'data/models']

/**
 * Whoever asks for what ships with the program may get any of it but the manual: every server shows
 * that, and few tests look at it. They name its folder.
 */
function assetsOf(file: string): string[] {
  const isDoor = relative(root, file) === 'src/base/assets.ts'
  return isDoor ? assets.map((path) => resolve(path)) : []
}

/** Naming the whole of one of these is no dependence on each file in it. */
function isTop(path: string): boolean {
  return ['src', 'test', 'scripts', 'test/support'].includes(relative(root, path))
}

function isIn(folder: string): (path: string) => boolean {
  const start = `${resolve(folder)}/`
  return (path) => path.startsWith(start)
}

function textOf(file: string): string {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true
  return isFile ? readFileSync(file, 'utf8') : ''
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name as string)
}
