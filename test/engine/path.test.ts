// The way of a search through the files, as src/engine/ENGINE.md tells it to newcomers.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Step = { file: string; functions: string[] }

/** The numbered lines of the page: a file, and behind the colon the functions that act there. */
function stepsOf(page: string): Step[] {
  return [...page.matchAll(/^\d+\. `(src\/[^`]+\.ts)`: (.*)$/gm)].map(
    ([, file = '', says = '']) => ({
      file,
      functions: [...says.matchAll(/`(\w+)` (?!\*)/g)].flatMap(([, name]) =>
        name === undefined || /^[A-Z]/.test(name) ? [] : [name],
      ),
    }),
  )
}

const steps = stepsOf(read('src/engine/ENGINE.md'))

function importsOf(file: string): string[] {
  return [...read(file).matchAll(/from '(\.[^']+)'/g)].map(([, target = '']) =>
    join(file, '..', target),
  )
}

/** By an import, also through the door of a folder, or by the name of a thread's program. */
function leadsTo(from: string, to: string): boolean {
  const worker = /^src\/workers\/([\w-]+)\.ts$/.exec(to)?.[1]
  if (worker !== undefined) return read(from).includes(`entryUrl('${worker}')`)
  const doors = importsOf(from).filter((target) => target.endsWith('/index.ts'))
  return [from, ...doors].some((file) => importsOf(file).includes(to))
}

test('the way from GET /search to a scored posting has six files at most', () => {
  assert.ok(steps.length >= 2 && steps.length <= 6, `${steps.length} files`)
  assert.match(read(steps[0]?.file ?? ''), /get\('\/search'/)
  assert.match(read(steps.at(-1)?.file ?? ''), /= before \+ weight \* \(norm as number\)/)
})

for (const [i, { file, functions }] of steps.entries()) {
  const next = steps[i + 1]
  test(`step ${i + 1}: the file is there with its functions and leads to the next`, () => {
    assert.ok(existsSync(join(root, file)), file)
    assert.ok(functions.length > 0)
    const text = read(file)
    for (const name of functions) {
      const isDefined = new RegExp(`function ${name}\\b|const ${name}\\b|^ {2}${name}\\(`, 'm')
      assert.match(text, isDefined)
    }
    if (next) assert.ok(leadsTo(file, next.file), `${file} does not lead to ${next.file}`)
  })
}

test('every folder of the engine is in the page', () => {
  const page = read('src/engine/ENGINE.md')
  const folders = importsOf('src/engine/index.ts').map(
    (path) => /^src\/engine\/([a-z]+)\//.exec(path)?.[1],
  )
  for (const folder of new Set(folders)) if (folder) assert.ok(page.includes(`\`${folder}/\``))
})

test.run()
