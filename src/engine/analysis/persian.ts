/**
 * A light stemmer for Persian, which Snowball does not have: plurals, possessives after them, and
 * comparatives, after Dolamic and Savoy (Stemming approaches for the Persian language, 2009), and
 * the prefix of the present. Joiners of no width are gone before, so that the three ways to write
 * a plural that is not written apart are one.
 */
export function persianStem(word: string): string {
  const bare = withoutPrefix(word)
  const ending = endings.find((one) => bare.endsWith(one) && bare.length - one.length >= lengthMin)
  return ending === undefined ? bare : bare.slice(0, -ending.length)
}

/** So much of a word stays at least. */
const lengthMin = 2
const endings = 'هایشان هایتان هایمان هایم هایت هایش هایی های ها ترین تری تر'.split(' ')

function withoutPrefix(word: string): string {
  return word.replace(/^ن?می(?=.{3})/, '')
}
