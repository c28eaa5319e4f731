import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { settle } from '../../../src/cli/ledger/settle.ts'
import { openTestSettled } from '../../support/open-test-settled.ts'

test('a month that was settled is settled again without effect', async () => {
  await using shop = await openTestSettled()
  const { lines, data } = await settle.act(shop, { period: '2026-03' })
  assert.equal(lines, ['2026-03 was closed before: nothing was missing.'])
  assert.equal(data, { period: '2026-03', is_new: false, statements: 0, seller_credits: 0 })
})

test('without a month it is the one before this', async () => {
  await using shop = await openTestSettled()
  shop.clock.advance({ hours: 31 * 24 })
  const { lines } = await settle.act(shop, {})
  assert.equal(lines, ['2026-04 is closed: 0 statements over 0.00 EUR.'])
})

test('a check works out the statements again', async () => {
  await using shop = await openTestSettled()
  const { lines, failed } = await settle.act(shop, { period: '2026-03', check: true })
  assert.equal([lines, failed], [['Every statement of 2026-03 follows from its events.'], false])
})

test('a check of a month that is not settled says so', async () => {
  await using shop = await openTestSettled()
  const { lines, data } = await settle.act(shop, { period: '2026-04', check: true })
  assert.equal(lines, [
    '2026-04 is not settled: it has no statement. Its sums follow from its events.',
  ])
  assert.equal(data, { period: '2026-04', ok: true, settled: false, problems: [] })
})

test('a check that fails says where and fails the command', async () => {
  await using shop = await openTestSettled()
  shop.sql('DROP TRIGGER payout_statement_steps')
  shop.sql('UPDATE payout_statement SET gross_cents = 51')
  const { lines, failed } = await settle.act(shop, { period: '2026-03', check: true })
  assert.is(failed, true)
  assert.equal(lines.slice(1), [
    `  ${shop.provider.tenantId} 2026-03 shows gross 51, its events give 50`,
  ])
})

test('a preview closes nothing and says what each provider has earned so far', async () => {
  await using shop = await openTestSettled()
  await shop.call('GET', await shop.link(await shop.offer()))
  const { lines, data } = await settle.act(shop, { period: '2026-04', preview: true })
  assert.equal(lines, [
    '2026-04 so far: 1 provider.',
    `  ${shop.provider.tenantId}: gross 0.25 EUR, earned 0.15 EUR`,
  ])
  const providers = [{ tenant_id: shop.provider.tenantId, gross_credits: 25, seller_credits: 15 }]
  assert.equal(data, { period: '2026-04', ok: true, problems: [], providers })
  const closed = shop.store.raw.prepare('SELECT period FROM closed_period').pluck().all()
  assert.equal(closed, ['2026-03'])
})

for (const period of ['2026', 'march', '2026-13']) {
  test(`${period} is refused`, async () => {
    await using shop = await openTestSettled()
    const settling = settle.act(shop, { period }).then(
      () => 'done',
      (error) => error.message,
    )
    assert.is(await settling, 'period must be a month such as 2026-10.')
    for (const look of ['check', 'preview']) {
      const looking = settle.act(shop, { period, [look]: true }).then(
        () => 'done',
        (error) => error.message,
      )
      assert.is(await looking, '--period must be a month such as 2026-10.')
    }
  })
}

test.run()
