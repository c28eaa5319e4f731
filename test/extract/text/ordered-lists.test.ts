// Numbers that a page shows before the entries of its lists.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readBytes } from '../../support/read-bytes.ts'

async function textsOf(body: string): Promise<string[]> {
  return (await readBytes({ bytes: `<!doctype html><body>${body}`, filename: 'a.html' })).texts
}

test('entries of ordered lists have the numbers that a page shows', async () => {
  const inner = '<ol type="a"><li>salt<li>tar</ol>'
  assert.equal(await textsOf(`<ol><li>Wax<li><p>Pitch</p><p>of Riga</p>${inner}<li>Rye</ol>`), [
    ...['1. Wax', '2. Pitch', 'of Riga', 'a. salt', 'b. tar', '3. Rye'],
  ])
  assert.equal(await textsOf('<ol start="4" type="I"><li>a b<li value="9">c d<li>e f</ol>'), [
    ...['IV. a b', 'IX. c d', 'X. e f'],
  ])
  assert.equal(await textsOf('<ol reversed start="2"><li>Two<li>One<li>None</ol>'), [
    ...['2. Two', '1. One', '0. None'],
  ])
  const cell = '<table><tr><td>Goods</td><td><ol><li>wax<li>tar</ol></td></tr></table>'
  assert.match((await textsOf(cell)).join(), '1. wax 2. tar')
})

test('lists that show no number, or one that is written, get none', async () => {
  const none = '<ol style="list-style: none"><li>Wax</ol><ul><li>Tar</ul><ol reversed><li>Rye</ol>'
  assert.equal(await textsOf(none), ['Wax', 'Tar', 'Rye'])
  assert.equal(await textsOf('<ol><li>1.2. Scope</li><li>(b) Duty</li></ol>'), [
    ...['1.2. Scope', '(b) Duty'],
  ])
  assert.equal(await textsOf('<ol><li></li></ol><p>After</p><li>Alone</li>'), ['After', 'Alone'])
})

test.run()
