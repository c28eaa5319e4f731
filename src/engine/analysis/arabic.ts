import { newStemmer } from 'snowball-stemmers'

const snowball = newStemmer('arabic')
/** Vowels and lengthening, which are written or not. */
const marks = /[\u0640\u064b-\u0652]/g

/**
 * Takes the article off an Arabic word together with what stands before it (and, so, in, as, for),
 * and leaves the rest to Snowball. That one leaves the article where "and" stands before it, and
 * where an ending that it took first made the word short: wal-kitab would not be kitab.
 */
export function arabicStem(word: string): string {
  const bare = word.replace(marks, '')
  return snowball.stem(bare.replace(/^[وف]?(?:[بك]?ال|لل)(?=.{3})/, ''))
}
