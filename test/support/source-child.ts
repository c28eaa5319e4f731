import { fileURLToPath } from 'node:url'
import type { ChildProgram } from '../../src/extract/sandbox/start-child.ts'

/** The extraction child out of the sources, of which a test can replace a part. */
export function sourceChild(): ChildProgram {
  const at = (place: string) => new URL(`../../${place}`, import.meta.url)
  const readable = ['src', 'node_modules', 'package.json'].map((place) => fileURLToPath(at(place)))
  return { url: at('src/workers/extract-child.ts'), readable }
}
