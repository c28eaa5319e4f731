// Two reviewers at one queue: the keys, a colleague who was faster, and names that want to be more.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson } from '../../support/console/person.ts'
import { openTestProvider, type TestProvider } from '../../support/open-test-provider.ts'
import { untilSo } from '../../support/until.ts'

const hostile = '<img src=x onerror=alert(1)>.txt'
const names = ['first.txt', hostile, `${'ü'.repeat(125)}.txt`, 'fourth.txt', 'fifth.txt']

flow('two reviewers decide by keys; the second is told who was first', async (b) => {
  await using app = await openTestProvider()
  const { store, names: tokens } = app
  const colleague = await app.signUp('Colleague')
  store.raw.exec(`UPDATE user SET is_platform_admin = 1 WHERE user_id = '${colleague.userId}'`)
  const mine = await app.dataset()
  for (const filename of names) {
    await app.staged(mine, { filename })
    app.clock.advance({ seconds: 1 })
  }
  const { email } = (await app.call('GET', '/v1/me', { as: tokens.admin })).body.data.user
  await using ada = await openPerson(b, app)
  await ada.enters('/review', { email })
  await ada.sees('5 files wait')
  await ada.sees('Dataset')
  assert.equal(await axeFindings(ada.page), [])
  const ids = await app.call('GET', '/v1/admin/review/queue', { as: colleague.token })
  const [, second, third] = ids.body.data.items
  assert.is(ids.body.data.items[0].claim?.is_mine, false)
  await ada.page.keyboard.press('j')
  await ada.sees(hostile)
  assert.equal(await axeFindings(ada.page), [])
  const decisions = [{ object_id: second.object_id, decision: 'approved' }]
  const body = { decisions }
  await app.call('POST', '/v1/admin/review/decisions', { as: colleague.token, body })
  // The page has heard of it: what is before her is still what she decides on, and nothing else.
  await ada.sees('4 files wait')
  await ada.page.keyboard.press('a')
  await ada.sees('This object is approved already.')
  await ada.page.keyboard.press('r')
  await ada.sees('There is no way back from a decision.')
  assert.equal(await axeFindings(ada.page), [])
  await ada.page.keyboard.press('1')
  await ada.page.keyboard.press('Enter')
  await ada.sees('is rejected')
  await ada.sees('3 files wait')
  const shown = await app.call('GET', `/v1/objects/${third.object_id}`, { as: tokens.owner })
  assert.equal(
    [shown.body.data.status, shown.body.data.review_reason],
    ['rejected', 'The file cannot be read.'],
  )
  for (const key of ['x', 'k', 'x', 'a'] as const) await ada.page.keyboard.press(key)
  await ada.sees('Approved: 2')
  await ada.press('Decided')
  await ada.sees('The file cannot be read.')
  assert.equal(await axeFindings(ada.page), [])
  await ada.page.setViewport({ width: 360, height: 800 })
  const wide = 'document.documentElement.scrollWidth > innerWidth'
  assert.is(await ada.page.evaluate(wide), false)
  // A file that she only passes by may be decided before her claim to it comes.
  const passed = ids.body.data.items.map(
    ({ tenant_id, object_id }: { tenant_id: string; object_id: string }) =>
      `409 /v1/admin/review/objects/${tenant_id}/${object_id}/claim`,
  )
  ada.quiet(passed)
})

flow('a file that comes before the one that is looked at takes no key from it', async (b) => {
  await using app = await openTestProvider()
  const mine = await app.dataset()
  await app.staged(mine, { filename: 'looked at.txt' })
  const { email } = (await app.call('GET', '/v1/me', { as: app.names.admin })).body.data.user
  await using ada = await openPerson(b, app)
  await ada.enters('/review?sort=newest', { email })
  await ada.sees('looked at.txt')
  app.clock.advance({ seconds: 1 })
  await app.staged(mine, { filename: 'newer.txt' })
  await ada.sees('2 files wait')
  let decisions = 0
  ada.page.on('request', (request) => {
    if (request.url().endsWith('/v1/admin/review/decisions')) decisions++
  })
  await ada.page.keyboard.down('a')
  await ada.sees('looked at.txt is approved')
  await ada.sees('1 file waits')
  // The key is still down, and the next file is before her.
  await ada.page.keyboard.down('a')
  await ada.page.keyboard.up('a')
  await ada.page.keyboard.press('r')
  await ada.sees('There is no way back from a decision.')
  // A reason of two lines that begins with a digit is written, and decides on nothing.
  for (const key of ['3', ' ', 'x', 'Enter', 'a'] as const) await ada.page.keyboard.press(key)
  const reason = await ada.page.evaluate("document.querySelector('textarea').value")
  assert.is(reason, '3 x\na')
  assert.is(decisions, 1)
  ada.quiet()
})

flow('what is chosen and no longer in the list is neither told nor decided on', async (b) => {
  await using app = await openTestProvider()
  const mine = await app.dataset()
  await app.staged(mine, { filename: 'one.txt' })
  app.clock.advance({ seconds: 1 })
  await app.staged(mine, { filename: 'two.txt' })
  const { email } = (await app.call('GET', '/v1/me', { as: app.names.admin })).body.data.user
  await using ada = await openPerson(b, app)
  await ada.enters('/review', { email })
  await ada.sees('2 files wait')
  await ada.page.keyboard.press('x')
  await ada.sees('1 chosen')
  await ada.page.locator('search input').fill('two')
  await ada.sees('1 file waits')
  // What she looked at is not what she looks for.
  const listed = () => ada.page.evaluate("document.querySelector('.queue').innerText")
  await untilSo('it is left out', async () => !/one\.txt/.test(String(await listed())))
  await ada.sees('two.txt')
  const isTold = () => ada.page.evaluate("document.querySelector('.verdict').innerText")
  await untilSo('nothing is told to be chosen', async () => !/chosen/.test(String(await isTold())))
  ada.quiet()
})

const many = 250

flow('a queue goes on beyond its hundredth file, and all of it is decided at once', async (b) => {
  await using app = await openTestProvider()
  const mine = await app.dataset()
  seed(app, mine)
  const { email } = (await app.call('GET', '/v1/me', { as: app.names.admin })).body.data.user
  await using ada = await openPerson(b, app)
  await ada.enters(`/review?object=${idOf(149)}`, { email })
  await ada.sees('250 files wait')
  const lines = () => ada.page.evaluate("document.querySelectorAll('.queue-line').length")
  const shown = () => ada.page.evaluate("document.querySelector('#candidate')?.innerText")
  await untilSo('it is before her', async () => (await shown()) === 'Act 149.txt')
  await ada.press('Show more')
  await untilSo('the second hundred', async () => (await lines()) === 200)
  assert.is(await shown(), 'Act 149.txt')
  await ada.press('Choose all 250')
  await ada.sees('250 chosen')
  assert.equal(await axeFindings(ada.page), [])
  // A colleague is faster with thirty that are not in sight.
  const decisions = Array.from({ length: 30 }, (_, i) => {
    return { object_id: idOf(many - 1 - i), decision: 'rejected', reason: 'No.' }
  })
  const as = app.names.admin
  await app.call('POST', '/v1/admin/review/decisions', { as, body: { decisions } })
  await ada.sees('220 files wait')
  await ada.page.keyboard.press('a')
  await ada.sees('30 files were not decided')
  await ada.sees('Nothing waits')
  await ada.sees('Act 249.txt: This object is rejected already.')
  assert.is(await ada.page.evaluate("document.querySelectorAll('.notice').length"), 1)
  const { total } = (await app.call('GET', '/v1/admin/review/decided?decision=approved', { as }))
    .body.data
  assert.is(total, 220)
  await ada.press('Close')
  ada.quiet()
})

const idOf = (i: number) => `obj_${String(i).padStart(26, '0')}`

function seed({ store, owner, clock }: TestProvider, datasetId: string): void {
  store.raw.exec(`
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${many - 1})
    INSERT INTO object (object_id, dataset_id, tenant_id, filename, content_type, size_bytes,
      source, modality, status, review_state, index_state, created_at, uploaded_at,
      review_expires_at, checksum_sha256, blob_key)
    SELECT printf('obj_%026d', i), '${datasetId}', '${owner.tenantId}',
      printf('Act %03d.txt', i), 'text/plain', i + 1, 'upload', 'text', 'staged', 'pending',
      'none', i, i, ${clock.nowMs()} + 2e8, printf('%064d', i), printf('b%d', i) FROM n`)
}

flow('a decision that does not arrive is told in words, and made by a press', async (b) => {
  await using app = await openTestProvider()
  const mine = await app.dataset()
  for (const filename of ['one.txt', 'two.txt']) {
    await app.staged(mine, { filename })
    app.clock.advance({ seconds: 1 })
  }
  const { email } = (await app.call('GET', '/v1/me', { as: app.names.admin })).body.data.user
  await using ada = await openPerson(b, app)
  await ada.enters('/review', { email })
  await ada.sees('2 files wait')
  await ada.page.setOfflineMode(true)
  await ada.page.keyboard.press('r')
  await ada.sees('There is no way back from a decision.')
  await ada.page.keyboard.press('1')
  await ada.page.keyboard.press('Enter')
  await ada.sees('1 file was not decided')
  await ada.sees('one.txt: The server cannot be reached.')
  const text = String(await ada.page.evaluate('document.body.innerText'))
  assert.not.match(text, /Failed to fetch/)
  assert.equal(await axeFindings(ada.page), [])
  await ada.page.setOfflineMode(false)
  // What the next file says did not come either, and has a button of that name, too.
  await ada.click('.left-behind ::-p-aria([name="Try again"])')
  await ada.sees('one.txt is rejected')
  await ada.sees('1 file waits')
  assert.not.ok(await ada.page.$('.left-behind'))
  ada.quiet([], { lost: true })
})
