// A client that does not know whether it was heard sends the same request again and again.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, openTestApp, type TestApp } from '../support/open-test-app.ts'

const retries = 1000
const atOnce = 20

test('1,000 retries at 20 at once with one Idempotency-Key make one dataset', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const { token } = await app.signUp('Provider')
  const answers = await retried(app, token)
  assert.is(answers.length, retries)
  const refused = answers.filter(({ status }) => status !== 201)
  for (const { status, body, headers, isAfterFirst } of refused) {
    assert.equal([status, body.error.code], [409, 'conflict'])
    assert.equal(body.error.details, { reason: 'idempotency_key_in_use' })
    assert.ok(Number(headers.get('retry-after')) > 0)
    assert.not.ok(isAfterFirst, 'it met the first one under way')
  }
  const made = answers.filter(({ status }) => status === 201)
  assert.ok(made.length >= retries - atOnce, `${refused.length} were refused`)
  assert.is(new Set(made.map(({ bytes }) => bytes.toString())).size, 1, 'word for word the same')
  const { body } = await app.call('GET', '/v1/datasets', { as: token })
  assert.is(body.data.total, 1)
})

type Retry = Answer & { isAfterFirst: boolean }

/** Who is refused goes on when the first one has its answer. */
async function retried(app: TestApp, as: string): Promise<Retry[]> {
  const answers: Retry[] = []
  const { promise: first, resolve: noteFirst } = Promise.withResolvers<void>()
  let [begun, isAfterFirst] = [0, false]
  const lane = async () => {
    while (begun < retries) {
      begun += 1
      const headers = { 'idempotency-key': 'the one and only' }
      const sent = { isAfterFirst }
      const answer = await app.call('POST', '/v1/datasets', { as, headers, body: { name: 'One' } })
      answers.push({ ...answer, ...sent })
      if (answer.status === 201) {
        isAfterFirst = true
        noteFirst()
      }
      await first
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return answers
}

test.run()
