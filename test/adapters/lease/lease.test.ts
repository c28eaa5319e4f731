// One writer on several machines: to whom a lease on S3 is given, and until when. Against a double,
// and against a real S3 server where KONTOR_TEST_S3 names one.
import { randomBytes } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { HeldLease } from '../../../src/adapters/lease/hold-lease.ts'
import { openS3Lease } from '../../../src/adapters/lease/s3-lease.ts'
import { findLease, takeLease, takeOver } from '../../../src/adapters/lease/take-lease.ts'
import type { S3Place } from '../../../src/base/s3-place.ts'
import { conditionalS3 } from '../../support/conditional-s3.ts'
import { type FakeClock, fakeClock } from '../../support/fake-clock.ts'
import { skipped, testS3Place } from '../../support/test-s3.ts'

/** So long that nothing is renewed by itself. */
const seconds = 300

type Asking = { clock?: FakeClock; at?: string; installation?: string }

/** Somebody who asks for the lease: on another machine, unless that is said. */
function who(name: string, bucket: S3Place, asking: Asking = {}) {
  const { clock = fakeClock(), at = `folder of ${name}`, installation = 'a1b2c3d4' } = asking
  const me = { installation, holder: `${name} ${randomBytes(4).toString('hex')}`, place: at }
  return { object: openS3Lease(bucket), clock, me: { ...me, host: name, seconds } }
}

const nobody = { found: undefined, records: 0 }

/** As if nobody had renewed it for as long as it holds. */
async function takeWhenOver(taking: ReturnType<typeof who>) {
  return takeOver(taking, { found: await findLease(taking), records: 0 })
}

async function refusalOf(asked: Promise<unknown>): Promise<string> {
  const answer = await asked.then(
    () => 'nothing was refused',
    (error: Error) => `${error.name}: ${error.message}`,
  )
  return answer
}

function close(...leases: HeldLease[]): void {
  for (const lease of leases) lease.close()
}

const real = await testS3Place()

function fact(title: string, holds: (bucket: S3Place) => Promise<void>): void {
  test(`double: ${title}`, async () => {
    await using s3 = await conditionalS3()
    await holds(s3.place)
  })
  test(real ? `S3: ${title}` : `S3: ${title} (${skipped})`, async () => {
    if (real) await holds({ ...real, prefix: `${randomBytes(6).toString('hex')}/` })
  })
}

fact('of several that ask at once, one is given it', async (bucket) => {
  const names = ['a', 'b', 'c', 'd']
  const asked = names.map((name) => takeOver(who(name, bucket), nobody))
  const answers = await Promise.allSettled(asked)
  assert.is(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const answer of answers) {
    if (answer.status === 'rejected') assert.match(answer.reason.message, /was faster/)
    else close(answer.value)
  }
})

fact('of several that take over at once, one is given it', async (bucket) => {
  close(await takeLease(who('first', bucket), 0))
  const found = await findLease(who('a', bucket))
  const asked = ['a', 'b', 'c'].map((name) => takeOver(who(name, bucket), { found, records: 0 }))
  const answers = await Promise.allSettled(asked)
  const given = answers.filter((answer) => answer.status === 'fulfilled')
  assert.is(given.length, 1)
  assert.is(given[0]?.value.epoch, 2)
  for (const { value } of given) close(value)
})

fact('who has it keeps it while it is renewed, up to a margin before its end', async (bucket) => {
  const clock = fakeClock()
  const lease = await takeLease(who('a', bucket, { clock }), 0)
  assert.is(lease.epoch, 1)
  assert.is(lease.untilMs(), seconds * 900)
  clock.advance({ seconds: 200 })
  assert.ok(await lease.renew())
  clock.advance({ seconds: 269 })
  assert.is(lease.answersNoMore(), undefined)
  clock.advance({ seconds: 1 })
  assert.is(lease.answersNoMore()?.code, 'saturated')
  assert.ok(await lease.renew(), 'nobody else had it in between')
  assert.is(lease.answersNoMore(), undefined)
  close(lease)
})

fact('the next one has a higher epoch, and the one before hears of it', async (bucket) => {
  const first = await takeLease(who('a', bucket), 0)
  const told: string[] = []
  first.onOver((why) => told.push(why))
  await first.serve()
  const second = await takeWhenOver(who('b', bucket))
  assert.is(second.epoch, 2)
  assert.match(await refusalOf(first.renew()), /^LeaseOver: /)
  assert.is(first.answersNoMore()?.code, 'saturated')
  assert.equal(told, ['b has taken it'])
  assert.ok(await second.renew())
  close(first, second)
})

fact('the same folder goes on at once, and in the same epoch', async (bucket) => {
  const first = await takeLease(who('a', bucket, { at: 'here' }), 0)
  await first.serve()
  const again = await takeLease(who('a', bucket, { at: 'here' }), 1)
  assert.is(again.epoch, 1)
  assert.match(await refusalOf(first.renew()), /^LeaseOver: /)
  close(first, again)
})

fact('records that end before what was served, and other houses, are refused', async (bucket) => {
  close(await takeLease(who('a', bucket), 0))
  const unserved = await takeWhenOver(who('b', bucket))
  await unserved.serve()
  const behind = await refusalOf(takeLease(who('a', bucket), 1))
  assert.match(behind, /^LeaseRefused: .* end with epoch 1, and epoch 2 was served elsewhere \(b /)
  const foreign = takeLease(who('c', bucket, { installation: '00000000' }), 0)
  assert.match(await refusalOf(foreign), /^LeaseRefused: .* of another installation \(a1b2c3d4; /)
  close(unserved)
})

test('an answer that was lost is looked for, and what was never asked is asked again', async () => {
  await using s3 = await conditionalS3()
  const clock = fakeClock()
  const lease = await takeLease(who('a', s3.place, { clock }), 0)
  s3.fault = { deaf: true }
  clock.advance({ seconds: 90 })
  // It is renewed, and this is not known here: so it ends when it would have without that.
  assert.is(await lease.renew(), false)
  assert.is(lease.untilMs(), seconds * 900)
  s3.fault = {}
  assert.ok(await lease.renew())
  assert.is(lease.untilMs(), 90_000 + seconds * 900)
  s3.fault = { refuse: true }
  clock.advance({ seconds: 269 })
  assert.is(await lease.renew(), false)
  assert.is(lease.answersNoMore(), undefined)
  clock.advance({ seconds: 1 })
  assert.is(lease.answersNoMore()?.code, 'saturated')
  const told: string[] = []
  lease.onOver((why) => told.push(why))
  clock.advance({ seconds: seconds - 1 })
  assert.is(await lease.renew(), false)
  clock.advance({ seconds: 1 })
  assert.match(await refusalOf(lease.renew()), /^LeaseOver: /)
  assert.equal(told, ['S3 could not be asked for as long as it holds'])
  s3.fault = {}
  assert.is(await lease.renew(), false)
})

test('who asks why a lease is over hears it, before and after', async () => {
  await using s3 = await conditionalS3()
  const clock = fakeClock()
  const lease = await takeLease(who('a', s3.place, { clock }), 0)
  const told: string[] = []
  lease.onOver((why) => told.push(`before: ${why}`))
  s3.objects.clear()
  clock.advance({ seconds: seconds * 0.9 })
  assert.match(await refusalOf(lease.renew()), /^LeaseOver: /)
  lease.onOver((why) => told.push(`after: ${why}`))
  assert.equal(told, ['before: it was removed', 'after: it was removed'])
})

test('a lease that is late is renewed by an S3 that is slow', async () => {
  await using s3 = await conditionalS3()
  const clock = fakeClock()
  const lease = await takeLease(who('a', s3.place, { clock }), 0)
  clock.advance({ seconds: seconds * 1.2 })
  assert.is(lease.answersNoMore()?.code, 'saturated')
  s3.fault = { slowMs: 700 }
  assert.ok(await lease.renew())
  assert.is(lease.answersNoMore(), undefined)
  close(lease)
})

fact('a folder that had a lease is not served once the lease is gone', async (bucket) => {
  const behind = await refusalOf(takeLease(who('b', bucket), 1))
  assert.match(behind, /^LeaseRefused: The lease is gone, .* end with epoch 1.* --accept-loss/)
  const meant = await takeLease(who('a', bucket), 7, { isNewest: true })
  assert.is(meant.epoch, 8)
  close(meant)
})

test('who has the lease writes it anew when it was removed, while it still holds', async () => {
  await using s3 = await conditionalS3()
  const clock = fakeClock()
  const taking = who('a', s3.place, { clock })
  const lease = await takeLease(taking, 0)
  await lease.serve()
  s3.objects.clear()
  assert.ok(await lease.renew())
  const record = (await findLease(taking))?.record
  assert.equal([record?.host, record?.epoch, record?.served], ['a', 1, 1])
  assert.ok(await lease.renew())
  s3.objects.clear()
  // Whether somebody else had it since then, nobody knows.
  clock.advance({ seconds: seconds * 0.9 })
  assert.match(await refusalOf(lease.renew()), /^LeaseOver: /)
  assert.is(s3.objects.size, 0)
})

test('who takes a lease that was removed first has it', async () => {
  await using s3 = await conditionalS3()
  const lease = await takeLease(who('a', s3.place), 0)
  const told: string[] = []
  lease.onOver((why) => told.push(why))
  s3.objects.clear()
  const other = await takeLease(who('b', s3.place), 0)
  assert.match(await refusalOf(lease.renew()), /^LeaseOver: /)
  assert.equal(told, ['b has taken it'])
  close(other)
})

test('what lies there and is of somebody else is none of ours', async () => {
  await using s3 = await conditionalS3()
  s3.objects.set('/kontor/kontor-lease.json', { body: Buffer.from('{}'), etag: 'x' })
  assert.match(await refusalOf(takeLease(who('a', s3.place), 0)), /is not what Kontor writes there/)
})

test('an S3 server that heeds no conditions, or is away, gives no lease', async () => {
  await using s3 = await conditionalS3()
  s3.fault = { obliging: true }
  const obliging = await refusalOf(takeLease(who('a', s3.place), 0))
  assert.match(
    obliging,
    /^LeaseRefused: .* heeds neither If-Match nor If-None-Match.* AWS, Ceph and/,
  )
  s3.fault = { refuse: true }
  const away = await refusalOf(takeLease(who('b', s3.place), 0))
  assert.match(away, /^LeaseAway: The lease cannot be asked for \(s3:\/\/kontor\/ at http:/)
  assert.match(away, /\. See to it that this machine reaches http:\S+\.$/)
})

fact('what the replica lacks is known until whoever has the lease knows better', async (bucket) => {
  const clock = fakeClock()
  const taking = who('first', bucket, { clock })
  const behind = async () => (await findLease(taking))?.record.behindMs
  const first = await takeLease(taking, 0)
  await first.serve()
  assert.is(await behind(), null, 'nothing of this epoch is shipped')
  first.watch(() => 300)
  await first.renew()
  close(first)

  const again = await takeLease(who('first', bucket, { clock }), 1)
  assert.is(await behind(), 300)
  again.watch(() => null)
  await again.serve()
  clock.advance({ seconds: 7 })
  await again.renew()
  assert.is(await behind(), 7_300, 'at most what was answered since')
  again.watch(() => 20)
  await again.renew()
  assert.is(await behind(), 20)
  close(again)

  const next = await takeWhenOver(who('next', bucket, { clock }))
  await next.renew()
  assert.is(await behind(), 20)
  await next.serve()
  assert.is(await behind(), null, 'of the next epoch nothing is')
  close(next)
})

test.run()
