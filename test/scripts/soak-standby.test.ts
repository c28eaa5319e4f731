// How charges are judged that two machines may have answered: by a ledger that was made for it.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Charge, judgeCharges } from '../../scripts/soaking/standby-charges.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Searches of the ledger that goes on, by the ids that they were asked with. */
function judged(charges: Charge[], ledger: [id: string, searchId: string][]) {
  using folder = temporaryFolder()
  const raw = new Database(join(folder.path, 'kontor.db'))
  raw.exec(`CREATE TABLE search_activity (request_id TEXT, search_id TEXT, billed INTEGER);
    CREATE TABLE meter_event (event_id TEXT)`)
  for (const [id, searchId] of ledger) {
    raw.prepare('INSERT INTO search_activity VALUES (?, ?, 1)').run(id, searchId)
    raw.prepare('INSERT INTO meter_event VALUES (?)').run(`ret:${searchId}`)
  }
  raw.close()
  const { lost, breaches } = judgeCharges(charges, {
    dir: folder.path,
    replacedMs: 100,
    askedAgain: 0,
  })
  return [lost.map(({ id }) => id), breaches]
}

function charge(id: string, more: Partial<Charge> = {}): Charge {
  return { id, searchId: `first-${id}`, atMs: 50, by: 'first', ...more }
}

test('a charge is answered once, and the ledger that goes on has it or it was before', () => {
  const next = charge('b', { searchId: 'second-b', by: 'next', atMs: 150 })
  assert.equal(
    judged(
      [charge('a'), next],
      [
        ['a', 'first-a'],
        // Written by the first machine, which told nobody.
        ['b', 'first-b'],
      ],
    ),
    [[], []],
  )
  assert.equal(judged([charge('a')], []), [['a'], []])
})

test('two answers, two entries, an answer too late and one without an entry are told', () => {
  const next = charge('a', { by: 'next', atMs: 90 })
  assert.equal(judged([charge('a'), next], [['a', 'first-a']]), [
    [],
    ['the charge a was answered 2 times'],
  ])
  assert.equal(
    judged(
      [charge('a')],
      [
        ['a', 'first-a'],
        ['a', 'second-a'],
      ],
    ),
    [[], ['the charge a is in the ledger 2 times']],
  )
  const late = charge('a', { atMs: 101 })
  assert.equal(judged([late], [['a', 'first-a']]), [[], ['charged after it was replaced: a']])
  assert.equal(judged([next], []), [[], ['the next machine has no charge a']])
})

test.run()
