import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { childProgram } from '../../src/extract/sandbox/child-program.ts'
import type { ChildProgram } from '../../src/extract/sandbox/start-child.ts'
import { sourceChild } from './source-child.ts'
import { temporaryFolder } from './temporary-folder.ts'

/**
 * The real extraction child with a text reader that went bad: the script runs in its place, where a
 * flaw in a reader would let it run. What `results` holds at its end becomes the text of the file,
 * as JSON; `refusal(deed)` is what stopped a deed, or `allowed`.
 */
export function hostileReader(script: string): ChildProgram & Disposable {
  const folder = temporaryFolder()
  const file = join(folder.path, 'child.mjs')
  const program = sourceChild()
  const reader = `
import { createRequire } from 'node:module'
const require = createRequire(${JSON.stringify(import.meta.url)})
const results = {}
const refusal = async (deed) => {
  try { await deed(); return 'allowed' } catch (error) { return error.code ?? error.name }
}
export async function* readText() {
${script}
  yield { kind: 'prose', text: JSON.stringify(results) }
}
`
  writeFileSync(
    file,
    `import { registerHooks } from 'node:module'
const source = ${JSON.stringify(reader)}
registerHooks({
  load: (url, context, next) =>
    url.endsWith('/read-text.ts')
      ? { format: 'module', source, shortCircuit: true }
      : next(url, context),
})
await import(${JSON.stringify(program.url.href)})
`,
  )
  return {
    url: pathToFileURL(file),
    readable: [...program.readable, `${folder.path}/*`],
    codeCache: childProgram().codeCache,
    // What holds without the wall of the kernel; the script knows itself by its number.
    walled: false,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}
