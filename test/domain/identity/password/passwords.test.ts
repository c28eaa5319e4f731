import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  openPasswords,
  PASSWORD_COST,
  requireGoodPassword,
} from '../../../../src/domain/identity/password/passwords.ts'
import { refusalOf } from '../../../support/open-test-identity.ts'

const cheap = { logN: 10, r: 8, p: 1 }

test('a hash carries its cost and a salt of its own', async () => {
  const passwords = openPasswords(cheap)
  const first = await passwords.hash('a violin in the attic')
  const second = await passwords.hash('a violin in the attic')
  assert.match(first, /^\$scrypt\$ln=10,r=8,p=1\$[A-Za-z0-9+/=]{24}\$[A-Za-z0-9+/=]{44}$/)
  assert.is.not(first, second)
})

test('the cost is what OWASP names for scrypt with 32 MiB', () => {
  assert.equal(PASSWORD_COST, { logN: 15, r: 8, p: 3 })
})

test('the right password fits and is not outdated', async () => {
  const passwords = openPasswords(cheap)
  const hash = await passwords.hash('a violin in the attic')
  assert.equal(await passwords.verify({ password: 'a violin in the attic', hash }), {
    fits: true,
    outdated: false,
  })
})

test('another password does not fit', async () => {
  const passwords = openPasswords(cheap)
  const hash = await passwords.hash('a violin in the attic')
  assert.is((await passwords.verify({ password: 'A violin in the attic', hash })).fits, false)
})

test('a hash of another cost still fits and is outdated', async () => {
  const hash = await openPasswords({ logN: 9, r: 8, p: 1 }).hash('a violin in the attic')
  assert.equal(await openPasswords(cheap).verify({ password: 'a violin in the attic', hash }), {
    fits: true,
    outdated: true,
  })
})

test('the same letters in another Unicode form fit', async () => {
  const passwords = openPasswords(cheap)
  const hash = await passwords.hash('Grüße aus Zürich'.normalize('NFC'))
  assert.is(
    (await passwords.verify({ password: 'Grüße aus Zürich'.normalize('NFD'), hash })).fits,
    true,
  )
})

test('who has a session is hashed for ahead of a flood, which is refused in part', async () => {
  const passwords = openPasswords({ logN: 13, r: 8, p: 1 })
  const done: string[] = []
  const flood = Array.from({ length: 80 }, () =>
    passwords.verifyNobody('x').then(
      () => done.push('flood'),
      () => done.push('refused'),
    ),
  )
  const own = passwords.hash('a violin in the attic', 'known').then(() => done.push('own'))
  await own
  const before = done.filter((one) => one === 'flood').length
  assert.ok(before <= 10, `${before} of the flood went before`)
  await Promise.all(flood)
  assert.is(done.filter((one) => one === 'flood').length, 66)
})

test('nobody has a password', async () => {
  assert.equal(await openPasswords(cheap).verifyNobody('a violin in the attic'), { fits: false })
})

test('a flood is refused as saturated and the rest is served', async () => {
  const passwords = openPasswords(cheap)
  const flood = Array.from({ length: 80 }, () => passwords.hash('a violin in the attic'))
  const outcomes = await Promise.allSettled(flood)
  const refused = outcomes.filter((one) => one.status === 'rejected')
  assert.is(refused.length, 80 - 66)
  assert.ok(refused.every((one) => one.reason.name === 'Saturated'))
})

const rule: [password: string, refusal: string][] = [
  ['elevenchars', 'InvalidInput password too_short'],
  ['twelve chars', 'not refused'],
  ['é'.repeat(11).normalize('NFD'), 'InvalidInput password too_short'],
  ['😀'.repeat(11), 'InvalidInput password too_short'],
  ['😀'.repeat(128), 'not refused'],
  ['x'.repeat(129), 'InvalidInput password too_long'],
  ['PassWord1234', 'InvalidInput password too_common'],
  ['123456789012', 'InvalidInput password too_common'],
  ['tab\tand\u0000nul', 'InvalidInput password too_short'],
  ['tab\tand\u0000nul bytes', 'not refused'],
]

for (const [password, refusal] of rule) {
  test(`the password ${JSON.stringify(password).slice(0, 40)}: ${refusal}`, async () => {
    assert.is(await refusalOf(() => requireGoodPassword('password', password)), refusal)
  })
}

test.run()
