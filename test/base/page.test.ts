import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { CursorBinding } from '../../src/base/cursor.ts'
import { InvalidInput } from '../../src/base/errors.ts'
import { type After, type PageRequest, readPage } from '../../src/base/page.ts'

const keys = { current: () => Buffer.alloc(32, 1), accepted: () => [Buffer.alloc(32, 1)] }
const binding: CursorBinding = { route: 'ships', tenantId: 'tnt', restriction: null, filters: null }
const ships = ['Ark', 'Beagle', 'Calypso', 'Dunbrody', 'Endeavour']

function pageOf(request: PageRequest, of = binding) {
  return readPage(keys, request, {
    binding: of,
    read: ({ after, limit }: After<string>) =>
      ships.filter((ship) => after === undefined || ship > after).slice(0, limit),
    positionOf: (ship) => ship,
  })
}

test('pages follow one another and the last one has no cursor', () => {
  const first = pageOf({ limit: 2 })
  const second = pageOf({ limit: 2, cursor: first.nextCursor ?? '' })
  const third = pageOf({ limit: 2, cursor: second.nextCursor ?? '' })
  assert.equal(
    [first.rows, second.rows, third.rows],
    [ships.slice(0, 2), ships.slice(2, 4), ships.slice(4)],
  )
  assert.is(third.nextCursor, null)
})

test('a page that ends with the list has no cursor', () => {
  assert.equal(pageOf({ limit: 5 }), { rows: ships, nextCursor: null })
})

test('a list without rows is a page without rows', () => {
  const none = readPage(keys, { limit: 3 }, { binding, read: () => [], positionOf: () => '' })
  assert.equal(none, { rows: [], nextCursor: null })
})

test('a cursor of another list is refused', () => {
  const cursor = pageOf({ limit: 1 }).nextCursor ?? ''
  assert.throws(
    () => pageOf({ limit: 1, cursor }, { ...binding, route: 'boats' }),
    (error: unknown) => error instanceof InvalidInput,
  )
})

test.run()
