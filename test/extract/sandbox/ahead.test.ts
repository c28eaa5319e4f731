// Many files one after the other: children that are there before their file, texts that are read
// once, and the priority with which all of it runs.
import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Block, Extractor } from '../../../src/domain/ingest/ports.ts'
import { openExtractRunner } from '../../../src/extract/extract-runner.ts'
import { childProgram } from '../../../src/extract/sandbox/child-program.ts'
import { makePages, makePdf } from '../../support/make-pdf.ts'
import { childrenOf, statOf } from '../../support/processes.ts'
import { openBytes, type TestFile } from '../../support/read-bytes.ts'
import { refusal } from '../../support/refusal.ts'
import { stubChild } from '../../support/stub-child.ts'
import { until, untilSo } from '../../support/until.ts'

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
  let tries = 0
  // A busy machine may be too slow for it, and then nothing is kept.
  const kept = await until('a text is kept', async () => {
    const key = `${tries++}`
    await inspect(extractor, pdf, key)
    // Other bytes: whoever looks at them has read the file again.
    return extract(extractor, { ...pdf, bytes: '%PDF-1.4 other' }, key).catch(() => undefined)
  })
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

/** Reads files one after the other until one was read by a child that had waited for it. */
async function waitedFor(extractor: Extractor): Promise<boolean[]> {
  const waited: boolean[] = []
  await untilSo('a child waits for its file', async () => {
    const before = childrenOf(process.pid).map(String)
    const file = { bytes: 'x', filename: 'a.txt' }
    const { extraction } = await extract(extractor, file, `${waited.length}`)
    waited.push(before.includes(extraction.title ?? ''))
    return waited.at(-1) === true
  })
  return waited
}

test('the third of several files, or a later one, is read by a child that waited', async () => {
  using program = stubChild('say(begin); say(end(String(process.pid)))')
  const waited = await waitedFor(openExtractRunner({ program, ahead: true }))
  assert.equal(waited.slice(0, 2), [false, false])
})

test('a child that waits in vain is gone after some seconds', async () => {
  using program = stubChild('say(begin); say(end(String(process.pid)))')
  await waitedFor(openExtractRunner({ program, ahead: true }))
  await untilSo('nobody waits', () => childrenOf(process.pid).length === 0)
})

test('every thread of a child has a lower priority than ours', async () => {
  using program = stubChild("say(begin); say(block('a')); setInterval(() => {}, 1000)")
  const extractor = openExtractRunner({ program })
  await untilSo('the children before it are gone', () => childrenOf(process.pid).length === 0)
  using open = openBytes({ bytes: 'x', filename: 'a.txt' })
  let niceness: number[] = []
  const work = extractor.extract({ fd: open.fd, claims: open.claims }, async () => {
    niceness = childrenOf(process.pid).flatMap(nicenessOf)
    throw new Error('that was all')
  })
  assert.is((await refusal(work)).message, 'that was all')
  assert.ok(niceness.length > 1)
  assert.equal([...new Set(niceness)], [Math.min(19, getPriority() + 10)])
})

function nicenessOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map(
    (task) => statOf(`/proc/${pid}/task/${task}`)?.niceness ?? Number.NaN,
  )
}

test.run()
