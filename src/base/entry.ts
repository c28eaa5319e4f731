import { isSea } from 'node:sea'
import { fileURLToPath } from 'node:url'

/**
 * Where the other programs of this process tree lie: worker threads and the extraction child.
 * Packaging replaces KONTOR_BUNDLE and puts the bundles beside the main one.
 */
declare const KONTOR_BUNDLE: boolean | undefined

export type EntryName =
  | 'search'
  | 'hot'
  | 'vector'
  | 'extract-child'
  | 'child-host'
  | 'model-child'
  | 'language'
  | 'checkpoint'
  | 'assemble-blob'
  | 'backup'
  | 'portability'
  | 'check-database'
  | 'doctor'
  | 'reading'
  | 'describe'

export function entryUrl(name: EntryName): URL {
  if (isBundled()) return new URL(`./worker-${name}.cjs`, import.meta.url)
  return new URL(`../workers/${name}.ts`, import.meta.url)
}

export function isBundled(): boolean {
  return typeof KONTOR_BUNDLE !== 'undefined' && KONTOR_BUNDLE
}

/** What the executable needs on its command line to run this program again as a process. */
export function programArguments(): string[] {
  if (isSea()) return []
  const main = isBundled() ? './kontor.cjs' : '../main.ts'
  return [...process.execArgv, fileURLToPath(new URL(main, import.meta.url))]
}

/** With it the single file runs a bundle of its own instead of the command line. */
export const childWord = 'run-unpacked'

/**
 * How the executable is started on another program of ours with options of Node. The single file
 * has no command line for those: they come in the environment.
 */
export function childCommand(child: {
  program: string | URL
  flags: readonly string[]
  rest: readonly string[]
}): { args: string[]; env: Record<string, string> } {
  const { program, flags, rest } = child
  const file = fileURLToPath(program)
  if (!isSea()) return { args: [...flags, file, ...rest], env: {} }
  const env = { NODE_OPTIONS: flags.map(quoted).join(' ') }
  return { args: [childWord, file, ...rest], env }
}

function quoted(flag: string): string {
  return `"${flag.replace(/["\\]/g, '\\$&')}"`
}
