/**
 * The authority table of languages of the EU has codes of three letters (ISO 639-3), passages have
 * those of two. What is not here is not said.
 */
const codes =
  'ar ARA bg BUL bn BEN ca CAT cs CES da DAN de DEU el ELL en ENG es SPA et EST eu EUS fa FAS ' +
  'fi FIN fr FRA ga GLE gl GLG he HEB hi HIN hr HRV hu HUN hy HYE id IND is ISL it ITA ja JPN ' +
  'ka KAT km KHM ko KOR lb LTZ lt LIT lv LAV mk MKD mt MLT nb NOB nl NLD nn NNO no NOR pl POL ' +
  'pt POR ro RON ru RUS sk SLK sl SLV sq SQI sr SRP sv SWE ta TAM th THA tr TUR uk UKR ur URD ' +
  'vi VIE zh ZHO'
const words = codes.split(' ')
const byCode = new Map(
  Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i], words[2 * i + 1]]),
)

export function authorityLanguage(lang: string): string | undefined {
  const code = byCode.get(lang.split(/[-_]/)[0] ?? '')
  return code && `http://publications.europa.eu/resource/authority/language/${code}`
}
