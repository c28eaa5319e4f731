// Stands in for src/base/entry.ts where compiled-workers.mjs says so: threads and children are the
// compiled ones, which load in a sixth of the time of the sources. All else is as it is there.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EntryName } from '../../src/base/entry.ts'

export * from '../../src/base/entry.ts'

const folder = new URL(import.meta.url).searchParams.get('program') as string

export function entryUrl(name: EntryName): URL {
  return pathToFileURL(join(folder, `worker-${name}.cjs`))
}
