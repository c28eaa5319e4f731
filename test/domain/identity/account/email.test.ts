import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { normaliseEmail } from '../../../../src/domain/identity/account/email.ts'
import { refusalOf } from '../../../support/open-test-identity.ts'
import { processorMs } from '../../../support/processor-time.ts'

const accepted: [text: string, email: string][] = [
  ['ada@example.eu', 'ada@example.eu'],
  ['  Ada.Lovelace+Kontor@Example.EU ', 'ada.lovelace+kontor@example.eu'],
  ["o'neill@sub.domain.example.ie", "o'neill@sub.domain.example.ie"],
  ['josé@españa.example', 'josé@españa.example'],
  ['JOSÉ@example.es'.normalize('NFD'), 'josé@example.es'],
]

for (const [text, email] of accepted) {
  test(`${text} is ${email}`, () => {
    assert.is(normaliseEmail(text), email)
  })
}

const refused = [
  '',
  'ada',
  'ada@',
  '@example.eu',
  'ada@example',
  'ada@@example.eu',
  'ada@exa mple.eu',
  'ada@-example.eu',
  'ada@example..eu',
  'ada@example.eu.',
  'a da@example.eu',
  'ada\u0000@example.eu',
  'Ada <ada@example.eu>',
  'ada@example.eu,bob@example.eu',
  `${'a'.repeat(65)}@example.eu`,
  `ada@${'x.'.repeat(130)}eu`,
]

for (const text of refused) {
  test(`${JSON.stringify(text).slice(0, 40)} is no address`, async () => {
    assert.is(await refusalOf(() => normaliseEmail(text)), 'InvalidInput email invalid_email')
  })
}

test('a long hostile text is answered at once', async () => {
  const ms = await processorMs(async () => {
    for (const count of [500_000, 120]) {
      const said = await refusalOf(() => normaliseEmail(`a@${'a-'.repeat(count)}`))
      assert.is(said, 'InvalidInput email invalid_email')
    }
  })
  assert.ok(ms < 200, `${ms} ms`)
})

test.run()
