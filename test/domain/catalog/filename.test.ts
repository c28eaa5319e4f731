import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { InvalidInput } from '../../../src/base/errors.ts'
import { requireFilename } from '../../../src/domain/catalog/filename.ts'

const taken = [
  'report.pdf',
  'Prüfbericht (Entwurf) 2024.pdf',
  'отчёт.txt',
  '報告書.pdf',
  '.hidden',
  'a..b',
  '...',
  '~',
  'name with "quotes" and $signs; %2e%2e',
  'a'.repeat(255),
  'ü'.repeat(127),
]

for (const name of taken) {
  test(`takes ${name.slice(0, 40)}`, () => {
    requireFilename(name)
  })
}

const refused: [name: string, reason: string][] = [
  ['', 'empty'],
  ['   ', 'empty'],
  ['.', 'path'],
  ['..', 'path'],
  ['../etc/passwd', 'path'],
  ['a/b.pdf', 'path'],
  ['/etc/passwd', 'path'],
  ['..\\..\\boot.ini', 'path'],
  ['C:\\x.txt', 'path'],
  ['a\u0000.pdf', 'control_character'],
  ['a\r\nSet-Cookie: x', 'control_character'],
  ['a\u0085b', 'control_character'],
  ['a\u007fb', 'control_character'],
  ['a\u2028b', 'control_character'],
  ['invoice\u202efdp.exe', 'direction_override'],
  ['a\u2066b', 'direction_override'],
  ['a\u200fb', 'direction_override'],
  ['a\ud800b', 'not_unicode'],
  ['a'.repeat(256), 'too_long'],
  ['ü'.repeat(128), 'too_long'],
]

for (const [name, reason] of refused) {
  test(`refuses ${JSON.stringify(name.slice(0, 40))} as ${reason}`, () => {
    try {
      requireFilename(name)
      assert.unreachable()
    } catch (error) {
      const refusal = error as InvalidInput
      assert.is(refusal.name, 'InvalidInput')
      assert.is(refusal.field, 'filename')
      assert.is(refusal.reason, reason)
    }
  })
}

test.run()
