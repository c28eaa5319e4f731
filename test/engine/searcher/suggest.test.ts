import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestSearch } from '../../support/open-test-search.ts'

async function openArchive() {
  const search = openTestSearch()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), [
    'boiler house and boiler room',
    'boiling water, boiler',
    'The heat pump',
    { text: 'Die Prüfung der Pumpen', lang: 'de' },
    { text: 'ボイラーの検査報告', lang: 'ja' },
    'OPS-306 was tested',
    'NATO, naturally and NATO',
    'Hepatitis A and hepatitis B in C#; Hepatitis C',
  ])
  const suggest = (q: string, limit?: number) => search.suggest(tenantId, q, limit)
  return { search, tenantId, suggest, [Symbol.dispose]: search[Symbol.dispose] }
}

const completed: [q: string, completions: string[]][] = [
  ['boi', ['boiler', 'boiling']],
  ['BOI', ['boiler', 'boiling']],
  ['old boil', ['old boiler', 'old boiling']],
  ['pr', ['Prüfung']],
  ['prü', ['Prüfung']],
  ['pum', ['pump', 'Pumpen']],
  ['+heat AND (pum', ['+heat AND (pump', '+heat AND (Pumpen']],
  ['"heat pum', ['"heat pump', '"heat Pumpen']],
  ['boiler', []],
  ['boiler ', []],
  ['b', []],
  ['th', []],
  ['検', ['検査']],
  ['報', ['報告']],
  ['告', []],
  ['nat', ['NATO', 'naturally']],
  ['hep', ['Hepatitis']],
  ['csh', ['C#']],
  ['ops-30', ['ops-306']],
  ['xyz', []],
  ['!!', []],
]

for (const [q, completions] of completed) {
  test(`${q} goes on as ${completions.join(', ') || 'nothing'}`, async () => {
    using archive = await openArchive()
    assert.equal(archive.suggest(q).completions, completions)
  })
}

const meant: [q: string, didYouMean: string | undefined][] = [
  ['boilr', 'boiler'],
  ['boilr house', 'boiler house'],
  ['heat pmup', 'heat pump'],
  ['heet pump', 'heat pump'],
  ['boile', undefined],
  ['boilre room', 'boiler room'],
  ['"boilr"', undefined],
  ['"boilr', 'boiler'],
  ['boiler room', undefined],
]

for (const [q, didYouMean] of meant) {
  test(`${q} was meant to be ${didYouMean ?? 'what it is'}`, async () => {
    using archive = await openArchive()
    assert.is(archive.suggest(q).didYouMean, didYouMean)
  })
}

test('the commonest completion comes first, and no more than asked for', async () => {
  using archive = await openArchive()
  const { search, tenantId } = archive
  await search.object(search.dataset(tenantId), ['boiling', 'boiling', 'boilerplate'])
  assert.equal(archive.suggest('boi', 2).completions, ['boiling', 'boiler'])
})

test('nobody is told words of others', async () => {
  using archive = await openArchive()
  const { search } = archive
  const other = search.tenant()
  await search.object(search.dataset(other), ['turbine'])
  assert.equal(search.suggest(other, 'boi'), { completions: [], didYouMean: undefined })
  assert.equal(search.suggest('public', 'boi'), { completions: [], didYouMean: undefined })
})

test('what was sold exclusively completes the words of its owner and its buyer alone', async () => {
  using search = openTestSearch()
  const [seller, buyer, other] = [search.tenant(), search.tenant(), search.tenant()]
  await search.object(search.dataset(seller, { visibility: 'listed' }), ['boiler house'])
  const completed = () =>
    ([seller, buyer, other, 'public'] as const).map((viewer) => search.suggest(viewer, 'boi'))
  const before = completed().map(({ completions }) => completions)
  assert.equal(before, Array(4).fill(['boiler']))
  search.store.raw.prepare('UPDATE object SET exclusive_to = ?').run(buyer)
  const after = completed().map(({ completions }) => completions)
  assert.equal(after, [['boiler'], ['boiler'], [], []])
})

test.run()
