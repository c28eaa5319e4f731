import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf, systemClock } from '../../../src/base/clock.ts'
import { openTimekeeping } from '../../../src/domain/timekeeping/index.ts'
import { openStore } from '../../../src/store/open.ts'
import { command, type RunningServer, runServer } from '../../support/run-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilSo } from '../../support/until.ts'

const dayMs = 24 * 3_600_000

test('a running server is told that its clock is right', async () => {
  using folder = temporaryFolder()
  const aheadMs = await leaveRecordsOfTomorrow(folder.path)
  await using server = await runServer({ dir: folder.path })
  // The first tick comes with the start, and may say so a moment after the banner.
  await printed(server, 'the clock is not believed: what goes by it rests')
  const { code, output } = await confirm(folder.path)
  assert.is(code, 0)
  const { paused } = JSON.parse(output)
  assert.equal(paused, { reason: 'behind', expected_at: isoOf(aheadMs) })
  assert.is(JSON.parse((await confirm(folder.path)).output).paused, null)
})

test('without a server the confirmation is put on record for the next start', async () => {
  using folder = temporaryFolder()
  await command(['init', '--data-dir', folder.path])
  await leaveRecordsOfTomorrow(folder.path)
  assert.is(JSON.parse((await confirm(folder.path)).output).paused.reason, 'behind')
  await using server = await runServer({ dir: folder.path })
  await delay(500)
  assert.not.match(server.output(), 'the clock is not believed')
})

/** As after a run with a clock that was a day ahead. */
async function leaveRecordsOfTomorrow(dir: string): Promise<number> {
  const aheadMs = systemClock.nowMs() + dayMs
  const clock = { nowMs: () => aheadMs, elapsedMs: () => 0 }
  const store = openStore({ dir, clock })
  await openTimekeeping({ store, clock }).check()
  store.close()
  return aheadMs
}

async function printed(server: RunningServer, words: string): Promise<void> {
  await untilSo(`the server says: ${words}`, () => server.output().includes(words))
}

function confirm(dir: string) {
  return command(['clock', 'confirm', '--json', '--log-level', 'silent', '--data-dir', dir])
}

test.run()
