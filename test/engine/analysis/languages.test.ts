// Languages that Snowball's package has no stemmer for, and scripts of their own.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestSearch } from '../../support/open-test-search.ts'

const facts: [lang: string, text: string, found: string[], not: string[]][] = [
  [
    'el',
    'Η επιθεώρηση των λεβήτων',
    ['επιθεωρήσεις', 'λέβητας', 'ΛΕΒΗΤΕΣ', '+επιθεωρησεων'],
    ['λάδι'],
  ],
  ['ar', 'تقرير عن المدرسة الجديدة', ['مدرسة', 'والمدرسة', '+بالمدرسة', 'تقارير تقرير'], ['مصنع']],
  [
    'ar',
    'والكتاب واللغة',
    ['كتاب', 'الكتاب', '+وبالكتاب', 'وَالكِتابُ', 'لغة', '"واللغة"'],
    ['"اللغة"', 'تاب'],
  ],
  [
    'fa',
    'کتاب\u200cهای تازه را می\u200cخوانم',
    ['کتاب', 'کتابها', 'كتاب', 'می خوانم', '+میخوانم'],
    ['خانه'],
  ],
  ['he', 'הדוח על המדינה החדשה', ['מדינה', 'במדינה', '+ושבמדינה', 'דוח'], ['ספר']],
  ['th', 'เขากินข้าวกับปลา', ['ปลา', '+ข้าว', '"กินข้าว"'], ['"กินปลา"', 'าวก']],
  ['zh', '东京都的检查报告', ['检查', '"检查报告"', '+检查报告'], ['"京检"', '+东京报告']],
]

for (const [lang, text, found, not] of facts) {
  test(`words of ${lang}`, async () => {
    using search = openTestSearch()
    const tenantId = search.tenant()
    await search.object(search.dataset(tenantId), [{ text, lang }])
    const total = (q: string) => search.find(tenantId, q).total
    for (const q of found) assert.is(total(q), 1, q)
    for (const q of not) assert.is(total(q), 0, q)
    const { hits } = search.find(tenantId, found[0] ?? '', { highlight: true })
    assert.match(hits[0]?.snippet ?? '', /\*\*.+\*\*/)
  })
}

test.run()
