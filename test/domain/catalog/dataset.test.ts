import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Conflict, Forbidden } from '../../../src/base/errors.ts'
import { requireStep } from '../../../src/domain/catalog/dataset.ts'
import { type DatasetStatus, datasetStatuses } from '../../../src/domain/catalog/values.ts'

/**
 * From (row) to (column), cell by cell: + the owner may, a only a platform admin, . nobody by
 * request, = no step. Columns in the order of the rows.
 */
const cells = `
  draft            = . + + + a + .
  ingesting        . = . . . a + .
  active           + . = + + a + .
  paused           + . + = + a + .
  archived         + . + + = a + .
  suspended        a . a a a = + .
  pending_deletion . . . . . . = .
  deleted          . . . . . . . =`

const rows = cells
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/))

test('the grid has every status as row and column', () => {
  assert.equal(
    rows.map(([from]) => from),
    [...datasetStatuses],
  )
  assert.ok(rows.every((row) => row.length === 1 + datasetStatuses.length))
})

for (const [from, ...marks] of rows) {
  for (const [column, mark] of marks.entries()) {
    const to = datasetStatuses[column] as DatasetStatus
    test(`${from} to ${to} is ${mark}`, () => {
      assert.is(
        outcome(from as DatasetStatus, { to }),
        { '=': 'yes', a: 'admin' }[mark] ?? yes(mark),
      )
    })
  }
}

test('an illegal step names both states', () => {
  try {
    requireStep({ from: 'paused', to: 'ingesting', isPlatformAdmin: true })
    assert.unreachable()
  } catch (error) {
    const { message, reason, facts } = error as Conflict
    assert.is(message, 'A dataset cannot be set from paused to ingesting.')
    assert.is(reason, 'illegal_transition')
    assert.equal(facts, { field: 'status', from: 'paused', to: 'ingesting' })
  }
})

function yes(mark: string): string {
  return mark === '+' ? 'yes' : 'no'
}

function outcome(from: DatasetStatus, { to }: { to: DatasetStatus }): string {
  const asOwner = refusalOf({ from, to, isPlatformAdmin: false })
  const asAdmin = refusalOf({ from, to, isPlatformAdmin: true })
  if (asOwner === undefined && asAdmin === undefined) return 'yes'
  if (asOwner instanceof Forbidden && asAdmin === undefined) return 'admin'
  if (asOwner instanceof Conflict && asAdmin instanceof Conflict) return 'no'
  return `owner ${asOwner}, admin ${asAdmin}`
}

function refusalOf(step: Parameters<typeof requireStep>[0]): unknown {
  try {
    requireStep(step)
    return undefined
  } catch (error) {
    return error
  }
}

test.run()
