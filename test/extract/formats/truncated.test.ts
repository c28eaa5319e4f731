// Files that were cut off, in every format: what is left is read, or refused with a reason.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ExtractFailed } from '../../../src/domain/ingest/ports.ts'
import { inspectBytes, readBytes } from '../../support/read-bytes.ts'

const folder = resolve(import.meta.dirname, '../../../data/demo')
const examples = new Map(
  readdirSync(folder)
    .filter((name) => !/^(README|manifest)/.test(name))
    .map((name) => [extname(name), name]),
)
/** These cannot be understood in part. */
const wholeOnly = ['.json', '.pdf']

for (const [extension, filename] of examples) {
  const whole = readFileSync(`${folder}/${filename}`)
  test(`${extension} cut off after every tenth`, async () => {
    for (let tenths = 1; tenths < 10; tenths++) {
      const bytes = whole.subarray(0, Math.floor((whole.length * tenths) / 10))
      const outcome = await readBytes({ bytes, filename }).catch((error) => error)
      if (wholeOnly.includes(extension)) assert.instance(outcome, ExtractFailed)
      else assert.ok(outcome.texts.length > 0, `${tenths} tenths`)
      const { failure } = await inspectBytes({ bytes, filename })
      assert.is(failure === null, !(outcome instanceof ExtractFailed), `${tenths} tenths`)
    }
  })
}

test('there is an example of every format', () => {
  assert.equal([...examples.keys()].sort(), [
    '.csv',
    '.html',
    '.json',
    '.jsonl',
    '.md',
    '.mp4',
    '.pdf',
    '.txt',
  ])
})

test.run()
