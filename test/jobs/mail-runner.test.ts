// Letters at once are written late when the moment is bad, not never.
import { mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { eventRecorded } from '../../src/domain/events/index.ts'
import { startMailRunner } from '../../src/jobs/mail-runner.ts'

for (const what of ['the clock rests', 'the disk is full'] as const) {
  test(`who wants to know at once is told when ${what} no more`, async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const told: boolean[] = []
    let isBad = false
    const mail = {
      isSet: true,
      async tellAtOnce() {
        if (isBad) throw new Error('database or disk is full')
        told.push(true)
      },
    }
    const log = { info() {}, warn() {}, error() {} }
    const isResting = () => isBad && what === 'the clock rests'
    const passed = async (seconds: number) => {
      mock.timers.tick(seconds * 1_000)
      await setImmediate()
      return told.length
    }
    try {
      await using _runner = startMailRunner({ mail, log, isResting })
      assert.is(await passed(1), 1, 'at the start')
      isBad = true
      eventRecorded.publish({ stream: 'tnt_1' })
      assert.equal([await passed(1), await passed(60)], [1, 1])
      isBad = false
      assert.equal([await passed(59), await passed(1), await passed(600)], [1, 2, 2])
    } finally {
      mock.timers.reset()
    }
  })
}

test.run()
