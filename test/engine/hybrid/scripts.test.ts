// What is meant in the scripts that the shipped model knows: a passage is found by words of its
// own and by others that say the same, and by English ones it comes before the others.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openShippedEmbedder } from '../../../src/engine/embedding/open-embedder.ts'
import { openTestVectors, textsOf } from '../../support/open-test-vectors.ts'

/** A pump is mended, a bank sends invoices, children learn; then the pump in other words. */
const languages: Record<string, [pump: string, bank: string, school: string, other: string]> = {
  Russian: [
    'Инженер отремонтировал водяной насос в понедельник.',
    'Банк каждый месяц отправляет клиентам счёт.',
    'Дети учатся читать в школе.',
    'ремонт насоса для воды',
  ],
  Ukrainian: [
    'Інженер полагодив водяний насос у понеділок.',
    'Банк щомісяця надсилає клієнтам рахунок.',
    'Діти вчаться читати у школі.',
    'ремонт насосів для води',
  ],
  Bulgarian: [
    'Инженерът поправи водната помпа в понеделник.',
    'Банката изпраща на клиентите сметка всеки месец.',
    'Децата се учат да четат в училище.',
    'ремонт на помпа за вода',
  ],
  Greek: [
    'Ο μηχανικός επισκεύασε την αντλία νερού τη Δευτέρα.',
    'Η τράπεζα στέλνει κάθε μήνα λογαριασμό στους πελάτες.',
    'Τα παιδιά μαθαίνουν να διαβάζουν στο σχολείο.',
    'επισκευή αντλίας για το νερό',
  ],
  Arabic: [
    'أصلح المهندس مضخة المياه يوم الاثنين.',
    'يرسل البنك فاتورة إلى العملاء كل شهر.',
    'يتعلم الأطفال القراءة في المدرسة.',
    'إصلاح مضخة الماء',
  ],
  Persian: [
    'مهندس پمپ آب را روز دوشنبه تعمیر کرد.',
    'بانک هر ماه برای مشتریان صورتحساب می‌فرستد.',
    'کودکان در مدرسه خواندن یاد می‌گیرند.',
    'تعمیر پمپ‌های آب',
  ],
  Hebrew: [
    'המהנדס תיקן את משאבת המים ביום שני.',
    'הבנק שולח ללקוחות חשבונית כל חודש.',
    'ילדים לומדים לקרוא בבית הספר.',
    'תיקון משאבה של מים',
  ],
  Hindi: [
    'इंजीनियर ने सोमवार को पानी का पंप ठीक किया।',
    'बैंक हर महीने ग्राहकों को बिल भेजता है।',
    'बच्चे स्कूल में पढ़ना सीखते हैं।',
    'पानी के पंप की मरम्मत',
  ],
  Thai: [
    'วิศวกรซ่อมปั๊มน้ำเมื่อวันจันทร์',
    'ธนาคารส่งใบแจ้งหนี้ให้ลูกค้าทุกเดือน',
    'เด็กเรียนอ่านหนังสือที่โรงเรียน',
    'การซ่อมแซมปั๊ม',
  ],
  Chinese: [
    '工程师星期一修好了水泵。',
    '银行每月给客户寄账单。',
    '孩子们在学校学习阅读。',
    '维修抽水的泵',
  ],
  Japanese: [
    '技術者は月曜日に水ポンプを修理しました。',
    '銀行は毎月顧客に請求書を送ります。',
    '子供たちは学校で読み方を学びます。',
    'ポンプの修理について',
  ],
  Korean: [
    '기술자가 월요일에 물 펌프를 수리했습니다.',
    '은행은 매달 고객에게 청구서를 보냅니다.',
    '아이들은 학교에서 읽기를 배웁니다.',
    '펌프 수리 방법',
  ],
}
const english = [
  'a water pump was repaired',
  'the bank sends an invoice',
  'children learn at school',
]
const embedder = openShippedEmbedder()

for (const [language, [pump, bank, school, other]] of Object.entries(languages)) {
  test(`${language} is found by its own words, by others, and by English ones`, async () => {
    using vectors = await openTestVectors({ embedder })
    const { store } = vectors
    const tenantId = vectors.tenant()
    const passages = [pump, bank, school]
    await vectors.object(vectors.dataset(tenantId), passages)
    await vectors.embedAll()
    const first = async (q: string) => textsOf(await vectors.find(tenantId, q))[0]
    for (const passage of passages) assert.is(await first(passage.slice(0, -1)), passage)
    assert.is(await first(other), pump)
    // The words of two languages are less near than the cutoff asks for, now and then.
    const uncut = await openTestVectors({ store, embedder: { ...embedder, cutoff: 0.1 } })
    for (const [i, passage] of passages.entries()) {
      const [found] = textsOf(await uncut.find(tenantId, english[i] ?? ''))
      assert.is(found, passage)
    }
  })
}

test.run()
