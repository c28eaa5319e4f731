import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { TenantId } from '../../../../src/base/ids.ts'
import { keywordTenantsMin, topKeywordsMax } from '../../../../src/domain/reports/index.ts'
import { commonKeywords } from '../../../../src/domain/reports/provider/top-keywords.ts'

const asked = (queryText: string, tenant: string) => ({
  queryText,
  tenantId: `tnt_${tenant}` as TenantId,
})

test('a word that three tenants searched with is named with its searches', () => {
  const rows = [asked('boiler', 'a'), asked('Boiler', 'b'), asked('old boiler', 'c')]
  assert.equal(commonKeywords([...rows, asked('boiler', 'a')], ['en']), [
    { keyword: 'boiler', searches: 4 },
  ])
})

test('a word of fewer tenants is not named, however often they searched with it', () => {
  const rows = ['a', 'b'].flatMap((tenant) => Array(50).fill(asked('secret merger', tenant)))
  assert.equal(commonKeywords(rows, ['en']), [])
})

test('a buyer that names itself does not show in the words of the others', () => {
  const rows = ['a', 'b', 'c'].map((tenant) => asked(`House-${tenant} boiler`, tenant))
  assert.equal(commonKeywords(rows, ['en']), [{ keyword: 'boiler', searches: 3 }])
})

test('a word counts once a search', () => {
  const rows = ['a', 'b', 'c'].map((tenant) => asked('pump pump "pump"', tenant))
  assert.equal(commonKeywords(rows, ['en']), [{ keyword: 'pump', searches: 3 }])
})

test('the commonest come first, equals in alphabetical order, and there is an end', () => {
  const tenants = Array.from({ length: keywordTenantsMin }, (_, i) => `t${i}`)
  const words = Array.from({ length: topKeywordsMax + 5 }, (_, i) => `w${100 + i}`)
  const rows = tenants.map((tenant) => asked(words.toReversed().join(' '), tenant))
  const found = commonKeywords([...rows, asked('w110', 'x')], [])
  assert.is(found.length, topKeywordsMax)
  assert.equal(
    found.slice(0, 3).map(({ keyword }) => keyword),
    ['w110', 'w100', 'w101'],
  )
})

test.run()
