import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openNotes } from '../../scripts/soaking/notes.ts'
import { moneyPlanOf, moneyPoints } from '../../scripts/soaking/settle.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = { what: 'settle', seed: '1', points: 3 }

test('a run that was cut short finds what it did', () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'notes')
  const first = openNotes<{ number: number }>(file, run)
  assert.equal(first.before, [])
  first.add({ number: 2 })
  first.add({ number: 1 })
  assert.equal(openNotes(file, run).before, [{ number: 2 }, { number: 1 }])
})

test('what was cut off in the middle of a line is not done', () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'notes')
  openNotes<{ number: number }>(file, run).add({ number: 1 })
  appendFileSync(file, '{"numb')
  const again = openNotes<{ number: number }>(file, run)
  assert.equal(again.before, [{ number: 1 }])
  again.add({ number: 2 })
  assert.equal(openNotes(file, run).before, [{ number: 1 }, { number: 2 }])
})

test('the notes of another run are refused, and stay as they are', () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'notes')
  openNotes(file, run)
  const before = readFileSync(file, 'utf8')
  assert.throws(() => openNotes(file, { ...run, seed: '2' }), /notes of another run/)
  assert.is(readFileSync(file, 'utf8'), before)
})

test('a plan is that of its seed, and has every point once before any comes again', () => {
  const points = moneyPoints.length * 2
  const names = moneyPlanOf({ points, seed: '1' }).map(({ name }) => name)
  assert.equal(
    names,
    moneyPlanOf({ points, seed: '1' }).map(({ name }) => name),
  )
  const all = moneyPoints.map(({ name }) => name).sort()
  assert.equal(names.slice(0, moneyPoints.length).sort(), all)
  assert.equal(names.slice(moneyPoints.length).sort(), all)
})

test.run()
