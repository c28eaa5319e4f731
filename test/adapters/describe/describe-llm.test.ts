import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openLlmDescriber } from '../../../src/adapters/describe/llm-thread.ts'
import { DescriberFailed } from '../../../src/domain/microip/index.ts'
import { type ModelReply, openLanguageModel } from '../../support/open-language-model.ts'
import { refusal } from '../../support/refusal.ts'

const good = {
  long_summary: 'A report on heat pumps.',
  tags: ['heat pump'],
  category: 'document',
  questions: ['How does a heat pump work?'],
  quality: 'standard',
}

/** Longer than any machine needs. */
const timeoutMs = 120_000

/** A describer that asks a service which answers as it is told. */
async function openModel(replyTo: Parameters<typeof openLanguageModel>[0]) {
  const model = await openLanguageModel(replyTo)
  const describer = openLlmDescriber({ url: model.url, model: 'small', timeoutMs })
  const asset = { name: 'Pumps', description: '', category: 'document', text: 'Heat.' } as const
  return {
    asked: () => model.asked.map(({ body }) => body),
    sentBytes: model.sentBytes,
    describe: () => describer.describe(asset, new AbortController().signal),
    [Symbol.asyncDispose]: () => model[Symbol.asyncDispose](),
  }
}

test('a description that fits the schema is taken', async () => {
  await using model = await openModel(() => ({ content: JSON.stringify(good) }))
  const { longSummary, tags, quality } = await model.describe()
  assert.equal([longSummary, tags, quality], [good.long_summary, good.tags, good.quality])
  assert.is(model.asked()[0].response_format.type, 'json_schema')
})

test('thoughts and fences around the answer are taken away', async () => {
  const content = `<think>Let me see {"x":1}</think>\n\`\`\`json\n${JSON.stringify(good)}\n\`\`\``
  await using model = await openModel(() => ({ content }))
  assert.equal((await model.describe()).tags, good.tags)
})

test('a service without schemas is asked in a plainer way', async () => {
  await using model = await openModel((asked) =>
    asked.response_format === undefined ? { content: JSON.stringify(good) } : { status: 400 },
  )
  assert.equal((await model.describe()).tags, good.tags)
  assert.equal(
    model.asked().map((one) => one.response_format?.type),
    ['json_schema', 'json_object', undefined],
  )
})

test('an answer that does not fit may be mended once', async () => {
  await using model = await openModel((_, turn) => ({
    content: turn === 1 ? JSON.stringify({ ...good, category: 'music' }) : JSON.stringify(good),
  }))
  assert.equal((await model.describe()).category, 'document')
  assert.match(model.asked()[1].messages.at(-1).content, /category/)
})

const broken: [why: string, reply: ModelReply][] = [
  ['nonsense', { content: 'I would rather not.' }],
  ['an error', { status: 500 }],
  ['no credential', { status: 401 }],
  ['another shape', { body: '{"error":"x"}' }],
  ['no JSON', { body: '<html>' }],
]
for (const [why, reply] of broken) {
  test(`a service that answers with ${why} has failed, and says so`, async () => {
    await using model = await openModel(() => reply)
    assert.instance(await refusal(model.describe()), DescriberFailed)
  })
}

test('an answer without end is not read to it', async () => {
  await using model = await openModel(() => ({ endless: true }))
  const asking = model.describe()
  assert.instance(await refusal(asking), DescriberFailed)
  assert.ok(model.sentBytes() < 16 * 1024 * 1024, `${model.sentBytes()} bytes were taken`)
})

test('what a service answers is not worked on in the thread that serves', async () => {
  // For each opening one, a pattern that looks for its end reads on to the end of everything.
  const content = '<think>'.repeat(30_000) + '\n'.repeat(30_000)
  await using model = await openModel(() => ({ content }))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  assert.instance(await refusal(model.describe()), DescriberFailed)
  delay.disable()
  assert.ok(delay.max / 1e6 < 1_000, `the thread stood still for ${delay.max / 1e6} ms`)
})

test('a service that is not there has failed', async () => {
  const describer = openLlmDescriber({ url: 'http://127.0.0.1:1/v1', model: 'x', timeoutMs })
  const asset = { name: 'a', description: '', category: 'other', text: 'b' } as const
  const asking = describer.describe(asset, new AbortController().signal)
  assert.instance(await refusal(asking), DescriberFailed)
})

test.run()
