// The power goes: whatever anybody was told is on the disk, and nothing is there by half. A library
// of ours writes down what the server does to its files (test/support/power), and what was not
// synced at a moment is then left out, in whole or in part. More cuts: `scripts/soak power`.
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type PowerReport, soakPower } from '../../scripts/soaking/power.ts'
import { compileJournal, openPower } from '../support/power/open-power.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const endLimitMs = 60_000
/** With the last of them the books are checked as the operator does it. */
const cuts = 25
const seed = new Date().toISOString().slice(0, 10)
using folder = temporaryFolder()
const library = compileJournal(folder.path)
/** One server, whose power is cut afterwards; then again with a disk that only says it syncs. */
const asked = { cuts, seed, rounds: 1, andLying: 'kontor.db-wal' }
const reports: PowerReport[] = library === undefined ? [] : await soakPower(asked)
const lost = library === undefined ? undefined : await loseDisk(library)

/** What two clients hear when the log of the database cannot be synced, and how it ends. */
async function loseDisk(preloaded: string) {
  await using power = await openPower(preloaded)
  const { call, operator, buyer } = power.market
  const grant = (reason: string) =>
    call('POST', `/v1/admin/tenants/${buyer.tenantId}/credits`, {
      as: operator.token,
      body: { credits: 100, reason },
    })
  const before = (await grant('before')).status
  power.fail('kontor.db-wal')
  const answers = await Promise.allSettled([grant('one'), grant('two')])
  // A signal would find it ending already, and be what ended it.
  const patience = sleep(endLimitMs, undefined, { ref: false }).then(() => power.server.kill())
  const ended = await Promise.race([power.server.ended, patience])
  return { before, answers: answers.map(({ status }) => status), ...ended }
}

if (library === undefined) {
  test('skipped: there is no compiler for C (cc) here to make the watched disk with', () => {})
} else {
  test('whatever the moment of a power cut, every answer is kept and nothing is half', () => {
    assert.equal(reports[0]?.breaches, [])
    assert.is(reports[0]?.cuts, cuts)
    assert.ok(Number(reports[0]?.answers) > 80)
  })

  test('the log began anew meanwhile: there were cuts in and after a checkpoint', () => {
    assert.ok(Number(reports[0]?.logs) > 1)
  })

  test('an answer before its sync would be found', () => {
    assert.ok(Number(reports[1]?.breaches.length) > 0)
  })

  test('when the disk does not take the log, nobody is answered and the server ends', () => {
    assert.is(lost?.before, 201)
    assert.equal(lost?.answers, ['rejected', 'rejected'])
    assert.is(lost?.code, 1)
    assert.match(lost?.output ?? '', /^kontor: The disk did not take .*\(EIO\)\. Nobody was/m)
  })
}

test.run()
