/**
 * Letters that Unicode does not decompose, but that people type without their stroke or ligature.
 * Everything here is lower case: folding comes after lower-casing.
 */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'q',
  ı: 'i',
  ſ: 's',
  ς: 'σ',
  ё: 'е',
  // The letters of Persian keyboards and those of Arabic ones.
  ی: 'ي',
  ک: 'ك',
}
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** Marks that Latin and Greek readers leave out at will; й, が and Indic vowels keep theirs. */
const latinMarks = /(?<=[\p{Script=Latin}\p{Script=Greek}][\u0300-\u036f]*)[\u0300-\u036f]/gu
/** Vowel points of Hebrew and Arabic, the Arabic tatweel, soft hyphens and invisible joiners. */
const optionalSigns = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c7\u0640\u064b-\u065f\u0670\u00ad]/g
/** Arabic, Persian, Devanagari, Bengali and Thai digits, by their zeros. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50]
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g
const beyondAscii = /[^\0-\x7f]/

/**
 * The form in which two spellings of a word are the same word: lower case, compatibility forms
 * resolved, no diacritics. The same text gives the same form in documents, queries and highlights.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (!beyondAscii.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(latinMarks, '')
    .replace(optionalSigns, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(otherDigits, plainDigit)
    .replace(special, (letter) => plainLetters[letter] ?? letter)
}

function plainDigit(digit: string): string {
  const code = digit.charCodeAt(0)
  return String(code - Math.max(...zeros.filter((zero) => zero <= code)))
}

/** Letters and digits that folding leaves alone: of Cyrillic not ё, of Arabic none with hamza. */
const settled = /^[a-z0-9\u05d0-\u05ea\u0621\u0627-\u063a\u0641-\u064a\u0430-\u0450\u0452-\u045f]*$/

/** Whether a word in lower case is sure to be its own folded form, as most of many scripts are. */
export function isFolded(lower: string): boolean {
  return settled.test(lower)
}
