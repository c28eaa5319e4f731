import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bind } from '../../src/base/bind.ts'

type Shelf = { readonly books: string[] }

function addBook(shelf: Shelf, title: string, { pages }: { pages: number }): number {
  shelf.books.push(`${title}, ${pages} pages`)
  return shelf.books.length
}

const countBooks = ({ books }: Shelf) => books.length

const openShelf = () => bind({ books: [] as string[] }, { add: addBook, countBooks })

test('a bound command acts on the room it was bound to, with the parameters in their order', () => {
  const shelf = openShelf()
  assert.is(shelf.add('Emma', { pages: 474 }), 1)
  assert.is(shelf.add('Persuasion', { pages: 249 }), 2)
  assert.is(shelf.countBooks(), 2)
})

test('two rooms of the same commands are apart', () => {
  const [one, other] = [openShelf(), openShelf()]
  one.add('Emma', { pages: 474 })
  assert.is(one.countBooks(), 1)
  assert.is(other.countBooks(), 0)
})

test('a command that fails fails for its caller', async () => {
  const failing = bind('room', { fail: async (room: string) => Promise.reject(new Error(room)) })
  const error = await failing.fail().catch((failure: Error) => failure)
  assert.is((error as Error).message, 'room')
})

test('the types of parameters and results stay, and a command of another room is refused', () => {
  const shelf = openShelf()
  const added: number = shelf.add('Emma', { pages: 474 })
  assert.is(added, 1)
  // @ts-expect-error: pages are a number.
  const misprint = () => shelf.add('Emma', { pages: 'many' })
  // @ts-expect-error: a parameter too few.
  const short = () => shelf.add('Emma')
  // @ts-expect-error: the room has no books.
  const foreign = () => bind({ records: [] }, { countBooks })
  for (const wrong of [misprint, short, foreign]) assert.type(wrong, 'function')
})

test.run()
