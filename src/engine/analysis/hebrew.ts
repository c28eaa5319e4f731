/**
 * Takes the prefixes off a Hebrew word that are words of their own elsewhere: and, the, in, as, to,
 * from, that. Which letter is a prefix only a dictionary knows, so all go while three letters stay;
 * then a word is the same with and without its prefixes.
 */
export function hebrewStem(word: string): string {
  return word.replace(/^[והבכלמש]{1,4}(?=[\u05d0-\u05ea]{3})/, '')
}
