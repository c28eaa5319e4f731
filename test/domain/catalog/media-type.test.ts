import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { InvalidInput } from '../../../src/base/errors.ts'
import { requireMediaType } from '../../../src/domain/catalog/media-type.ts'
import { processorMs } from '../../support/processor-time.ts'

const taken = [
  'application/pdf',
  'text/plain; charset=utf-8',
  'text/plain;charset="utf-8";format=flowed',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'image/svg+xml',
  'APPLICATION/PDF',
]

for (const text of taken) {
  test(`takes ${text}`, () => {
    requireMediaType(text)
  })
}

const refused = [
  '',
  'pdf',
  'application/',
  '/pdf',
  'text/*',
  '*/*',
  'text/html, text/plain',
  'text/plain;',
  'text/plain; charset',
  'text /plain',
  'text/plain\r\nX-Injected: 1',
  'text/plain; a="b\nc"',
  'text/plän',
  `text/${'a'.repeat(128)}`,
  `text/plain; a=${'b'.repeat(255)}`,
]

function assertRefused(text: string): void {
  try {
    requireMediaType(text)
    assert.unreachable()
  } catch (error) {
    const { name, field, reason } = error as InvalidInput
    assert.equal([name, field, reason], ['InvalidInput', 'content_type', 'not_a_media_type'])
  }
}

for (const text of refused) {
  test(`refuses ${JSON.stringify(text.slice(0, 40))}`, () => {
    assertRefused(text)
  })
}

test('a hostile text is refused at once', async () => {
  const ms = await processorMs(() => {
    assertRefused(`text/plain${'; a=b'.repeat(50)}!\u0000`)
    assertRefused(`text/plain; a="${' '.repeat(200_000)}`)
  })
  assert.ok(ms < 100, `${ms} ms`)
})

test.run()
