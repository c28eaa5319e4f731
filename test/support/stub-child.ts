import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ChildProgram } from '../../src/extract/sandbox/start-child.ts'
import { temporaryFolder } from './temporary-folder.ts'

/**
 * A child that runs this script instead of reading the file. The script has `say(line)`, which
 * writes a line to the parent, `job`, the line that it was given, and `fs`.
 */
export function stubChild(script: string): ChildProgram & Disposable {
  const folder = temporaryFolder()
  const file = join(folder.path, 'child.mjs')
  writeFileSync(
    file,
    `import * as fs from 'node:fs'
const say = (line) => fs.writeSync(5, JSON.stringify(line) + '\\n')
const begin = { begin: { contentType: 'text/plain', modality: 'text' } }
const block = (text) => ({ block: { kind: 'prose', text } })
const end = (title) => ({
  endExtract: {
    contentType: 'text/plain', modality: 'text', title, pageCount: null, warnings: [],
  },
})
const [job] = fs.readFileSync(3, 'utf8').split('\\n')
${script}
`,
  )
  return {
    url: pathToFileURL(file),
    readable: [`${folder.path}/*`],
    // It is known by its number, which it has another one of behind the wall.
    walled: false,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}
