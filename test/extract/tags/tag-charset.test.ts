// Which encoding the texts of a tag are in that calls all of them Latin 1.
import iconv from 'iconv-lite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { charsetOfTags } from '../../../src/extract/tags/tag-charset.ts'

/** Title, artist and album, as one tag has them. */
const tags: [charset: string, texts: string][] = [
  ['windows-1251', 'Подмосковные вечера\nВладимир Трошин\nПесни нашей юности'],
  ['KOI8-R', 'Подмосковные вечера\nВладимир Трошин\nПесни нашей юности'],
  ['windows-1251', 'Щедрик\nКиївський камерний хор\nУкраїнські народні пісні'],
  ['Shift_JIS', '荒城の月\n滝廉太郎\n日本の歌曲集'],
  ['Shift_JIS', 'バラード\nピアノのための小品'],
  ['EUC-JP', '荒城の月\n滝廉太郎\n日本の歌曲集'],
  ['GBK', '茉莉花\n中国民歌合唱团\n江苏传统歌曲选集'],
  ['Big5', '茉莉花\n臺北市立合唱團\n台灣民謠選集第一輯'],
  ['EUC-KR', '아리랑\n국립 합창단\n한국의 민요 모음'],
  ['windows-1253', 'Το γελαστό παιδί\nΜίκης Θεοδωράκης\nΤραγούδια του αγώνα'],
  ['windows-1255', 'ירושלים של זהב\nנעמי שמר\nשירים מארץ ישראל'],
  ['windows-1256', 'أغنية الصباح\nفرقة النيل للموسيقى\nأجمل الأغاني القديمة'],
  ['windows-874', 'เพลงลอยกระทง\nวงดนตรีไทย\nเพลงพื้นบ้านภาคกลาง'],
  ['windows-1252', 'Über den Dächern\nHänschen Groß\nGrüße aus Lübeck'],
  ['windows-1252', 'Les feuilles mortes\nHélène Lefèvre\nÀ la française, déjà créée'],
  ['windows-1252', 'Canción de la niña\nÁngel Muñoz\n¡Olé! Grabación en español'],
  ['UTF-8', 'Grüße\nПривет'],
]

for (const [charset, texts] of tags) {
  test(`${charset} is read: ${texts.split('\n')[0]}`, async () => {
    const bytes = iconv.encode(texts, charset)
    assert.is(iconv.decode(bytes, await charsetOfTags(bytes)), texts)
  })
}

test('one accent in a word of three letters is Western', async () => {
  assert.is(await charsetOfTags(Buffer.from('Caf\xe9', 'latin1')), 'windows-1252')
})

test.run()
