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
  | 'language'
  | 'checkpoint'
  | 'assemble-blob'

export function entryUrl(name: EntryName): URL {
  if (isBundled()) return new URL(`./worker-${name}.cjs`, import.meta.url)
  return new URL(`../workers/${name}.ts`, import.meta.url)
}

export function isBundled(): boolean {
  return typeof KONTOR_BUNDLE !== 'undefined' && KONTOR_BUNDLE
}

/** What Node needs on its command line to run this program again as a process of its own. */
export function programArguments(): string[] {
  const main = isBundled() ? './kontor.cjs' : '../main.ts'
  return [...process.execArgv, fileURLToPath(new URL(main, import.meta.url))]
}
