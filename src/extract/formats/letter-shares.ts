/**
 * How often the letters beyond ASCII are in running text, in thousandths of all such letters:
 * counted in free texts of most languages, estimated for those of the Baltic, of Iceland and of
 * the south. After them, short words that have none.
 */
const western = [
  'ü416ä350ö202ß32 der die das und ist nicht ein zu von mit den',
  'é689è97à92ê66ô30ç17î6œ4ù4â4ë2ï2û2 le la les de des et est pour que une dans du',
  'ó410á243í138é110ú64ñ32ü3 el la los de que en para con una del es por',
  'è397à366ò109ù83é30ì13 il di che la per un con del una non le si',
  'ã261ç201á129é123ê59í56õ54ó51ú32â22à8ô3 de que o a para do da uma com os em no',
  'æ356å322ø310é11 og i at det er en til af som med for',
  'ä436ö330å234é5 och att det som en av med till den i',
  'ä884ö116 ja on ei se ett',
  'ë538é256ï115ó70ü8ö7è6 de het een van en is niet op te',
  'á160í150ó120ú60ý40é70ð170þ110æ80ö100',
]
const central = [
  'í265á166ř86č80é79ž78ě68ý60ů43š38ú26ň6ó3ť2ď1 a v na je se pro do pokud nebo jako',
  'ą180ż159ł146ę136ś123ó117ć111ń18ź11 i w na z do nie jest to lub dla od',
  'á296é292ö94ó86ő81í72ü47ú18ű14 a az egy hogy nem meg van vagy ha ez',
  'ă411ţ238î156ş145â49 de cu la pe care din nu este sunt un o pentru',
  'á206í128č112ý104ú90é88ž69š54ť47ľ42ô22ň13ó11ď8ä5ĺ3 a v na je sa pre do ak alebo ako',
  'š260č300ž240ć150đ50 i u na je se za od da s ili',
  'ü416ä350ö202ß32 der die das und ist nicht ein zu von mit den',
]
const baltic = [
  'ė220š200ž130ų140ą110į90ū70č30ę20 ir yra su kad kai tai',
  'ā420ī140ē130š70ū50ņ50ļ50ž40č20ģ10ķ20 un ir no uz lai kas ar',
  'ä330õ310ü260ö80š10ž10 ja on ei et kui see',
]
const turkish = ['ı427ş140ü125ğ115ç104ö84i84â3 ve bir bu da de ile olarak olan']
const cyrillic = [
  'о99е89а80и79т72н63с53р52в47л38к35п32д31м29у25з22ы21я21б16ь15ч14й11г9ж9ю7ц7х7ф5щ5ш4э3ё2ъ1',
  'о92а80н72т63и63е53в53і53р50к42д38с38у33м31л30п30я27з23б16ь15ч12й12г10ю10ц9є8ж8х8ш7щ5ф5ї5ґ1',
  'а111о101е91и88н76т73р51с50в47к36л34д34п31з27м23я18ъ17у15ч13б13г11ж9й7щ7ц5х4ш3ф3ю2ь1',
  'а113и92о90е88н56с50р52т45ј43у40в37к36д35м33п28л33з17г18б17ч11ш9ц8ж7њ6љ5х6ћ5ђ2ф2џ1',
]
const greek = [
  'α93ο82τ78ι70ε66ν58σ46ρ45κ42π42η38υ36μ34ς33λ23ί22ά20ό19δ19γ19έ17ω17ή16χ11θ11ύ10φ9ώ8β6ξ4ζ3ψ1',
]
const hebrew = ['ו118י107ה78ל67מ62ת62ר56ש51ב48א47ע29ד29ם29נ28ח28ק26כ25פ21ס16צ16ג13ט13ן11ז9ך6ף3ץ2']
const arabic = [
  'ا142ل118م70ي68ت62و42ن41ر37ب36د33ع32ة31ك26ف25س24ه22ق21ح16أ16ج15خ14إ13ص11ذ11ى11ش11ط10ث7ض7ز6ء6غ4' +
    'ً3ئ3ظ2',
]
const thai = [
  'า59น56อ51ร50่50เ41ก39้39ง36ั32ม32ี29ล27ด26ว25ค25' +
    'บ22ท21ต21ย21ส20ห17ป17จ16ะ16ิ15แ15ใ15์14ุ14ื13พ12ไ12ช11ข11' +
    'ณ11ำ10โ10็8ู8ถ7ซ5ฟ5ึ4ภ3ผ3ธ3ฉ2ญ3ฐ1ศ3ษ2',
]
const vietnamese = [
  'ê103ư85đ70ô61ơ54à52â52á36ó24ă20í12ú5ù3é2̣162̉87̀56́35̃15 ' +
    'trong cho khi sau thay ra theo qua tin trang bao giao cung hai do nhau xem thu',
]

export type Language = {
  /** Of its letters beyond ASCII. */
  shares: ReadonlyMap<string, number>
  /** Short ones that are written in ASCII alone. */
  words: ReadonlySet<string>
}

/** One-byte encodings, the usual one of each group first, and the languages written in them. */
export const onebyte: readonly { encodings: readonly string[]; languages: Language[] }[] = [
  { encodings: ['windows-1252', 'macintosh', 'cp850', 'cp437'], languages: languagesOf(western) },
  { encodings: ['windows-1250', 'iso-8859-2', 'cp852'], languages: languagesOf(central) },
  { encodings: ['windows-1254', 'cp857'], languages: languagesOf(turkish) },
  { encodings: ['windows-1257'], languages: languagesOf(baltic) },
  {
    encodings: ['windows-1251', 'koi8-u', 'cp866', 'iso-8859-5', 'maccyrillic'],
    languages: languagesOf(cyrillic),
  },
  { encodings: ['windows-1253', 'iso-8859-7', 'cp737'], languages: languagesOf(greek) },
  { encodings: ['windows-1255', 'cp862'], languages: languagesOf(hebrew) },
  { encodings: ['windows-1256', 'iso-8859-6', 'cp720'], languages: languagesOf(arabic) },
  { encodings: ['windows-1258'], languages: languagesOf(vietnamese) },
  { encodings: ['windows-874'], languages: languagesOf(thai) },
]

/** Each, and all of the group together: a text may be in two. */
function languagesOf(texts: readonly string[]): Language[] {
  const all = texts.map((text) => {
    const [letters = '', ...words] = text.split(' ')
    const pairs = [...letters.matchAll(/(\D)(\d+)/gu)]
    const shares = pairs.map(([, letter = '', count]) => [letter, Number(count) / 1_000] as const)
    return { shares: new Map(shares), words: new Set(words) }
  })
  const union = new Map<string, number>()
  for (const [letter, share] of all.flatMap(({ shares }) => [...shares])) {
    union.set(letter, (union.get(letter) ?? 0) + share / all.length)
  }
  return [...all, { shares: union, words: new Set() }]
}
