// Many files one after the other: children that are there before their file, texts that are read
// once, and the priority with which all of it runs.
import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { childProgram } from '../../../src/adapters/extract/child-program.ts'
import { openExtractRunner } from '../../../src/adapters/extract/extract-runner.ts'
import type { Block, Extractor } from '../../../src/domain/ingest/ports.ts'
import { makePages, makePdf } from '../../support/make-pdf.ts'
import { childrenOf, statOf } from '../../support/processes.ts'
import { openBytes, type TestFile } from '../../support/read-bytes.ts'
import { stubChild } from '../../support/stub-child.ts'

async function inspect(extractor: Extractor, file: TestFile, key: string) {
  using open = openBytes(file)
  return await extractor.inspect({ fd: open.fd, claims: open.claims, key })
}

async function extract(extractor: Extractor, file: TestFile, key: string) {
  using open = openBytes(file)
  const blocks: Block[] = []
  const job = { fd: open.fd, claims: open.claims, key }
  const extraction = await extractor.extract(job, async (some) => void blocks.push(...some))
  return { extraction, blocks }
}

test('what an inspection read is not read by a second child', async () => {
  const pdf = { bytes: await makePdf({ pages: makePages(3) }) }
  const alone = await extract(openExtractRunner({ program: childProgram() }), pdf, 'a')
  const extractor = openExtractRunner({ program: childProgram(), ahead: true })
  await inspect(extractor, pdf, 'a')
  // Other bytes: whoever looks at them has read the file again.
  const kept = await extract(extractor, { ...pdf, bytes: '%PDF-1.4 other' }, 'a')
  assert.equal(kept, alone)
})

test('the second extraction of a file reads it again', async () => {
  const extractor = openExtractRunner({ program: childProgram(), ahead: true })
  const file = { bytes: 'The first text.', filename: 'a.txt' }
  await inspect(extractor, file, 'a')
  await extract(extractor, file, 'a')
  const { blocks } = await extract(extractor, { ...file, bytes: 'The second text.' }, 'a')
  assert.is(blocks[0]?.text, 'The second text.')
})

test('a file that is called otherwise meanwhile is read again', async () => {
  const extractor = openExtractRunner({ program: childProgram(), ahead: true })
  const bytes = 'a,b\n1,2'
  await inspect(extractor, { bytes, filename: 'a.txt' }, 'a')
  const { blocks } = await extract(extractor, { bytes, filename: 'a.csv' }, 'a')
  assert.is(blocks[0]?.text, 'a: 1; b: 2')
})

test('a file that fails after its inspection fails with its own reason', async () => {
  const extractor = openExtractRunner({
    program: childProgram(),
    limits: { textCharsMax: 100_000 },
    ahead: true,
  })
  const file = { bytes: 'word '.repeat(50_000), filename: 'a.txt' }
  const { failure } = await inspect(extractor, file, 'a')
  assert.is(failure, null)
  const error = await extract(extractor, file, 'a').catch((thrown) => thrown)
  assert.is(error.code, 'too_much_text')
})

test('every file of many has its own text', async () => {
  const extractor = openExtractRunner({ program: childProgram(), ahead: true })
  for (let i = 0; i < 5; i++) {
    const file = { bytes: `Text number ${i}.`, filename: 'a.txt' }
    const { textSample } = await inspect(extractor, file, `${i}`)
    assert.is(textSample, `Text number ${i}.`)
  }
})

test('the third of several files is read by a child that waited for it', async () => {
  using program = stubChild('say(begin); say(end(String(process.pid)))')
  const extractor = openExtractRunner({ program, ahead: true })
  const waited: boolean[] = []
  for (const key of ['a', 'b', 'c']) {
    const before = childrenOf(process.pid).map(String)
    const { extraction } = await extract(extractor, { bytes: 'x', filename: 'a.txt' }, key)
    waited.push(before.includes(extraction.title ?? ''))
    // Until the one for the next file is there.
    for (let i = 0; i < 40 && childrenOf(process.pid).length === 0; i++) await delay(20)
  }
  assert.equal(waited, [false, false, true])
})

test('a child that waits in vain is gone after some seconds', async () => {
  using program = stubChild('say(begin); say(end(null))')
  const extractor = openExtractRunner({ program, ahead: true })
  for (const key of ['a', 'b']) await extract(extractor, { bytes: 'x', filename: 'a.txt' }, key)
  const waiting = () => childrenOf(process.pid).length
  assert.is(waiting(), 1)
  for (let i = 0; i < 200 && waiting() > 0; i++) await delay(50)
  assert.is(waiting(), 0)
})

test('every thread of a child has a lower priority than ours', async () => {
  using program = stubChild('setInterval(() => {}, 1000)')
  const extractor = openExtractRunner({ program, limits: { wallMs: 2_000 } })
  const work = extract(extractor, { bytes: 'x', filename: 'a.txt' }, 'a').catch(() => {})
  await delay(700)
  const [child = 0] = childrenOf(process.pid)
  const niceness = nicenessOf(child)
  await work
  assert.ok(niceness.length > 1)
  assert.equal([...new Set(niceness)], [Math.min(19, getPriority() + 10)])
})

function nicenessOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map(
    (task) => statOf(`/proc/${pid}/task/${task}`)?.niceness ?? Number.NaN,
  )
}

test.run()
