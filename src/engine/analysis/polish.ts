/**
 * A light stemmer for Polish, which Snowball does not have: it takes off the endings of cases,
 * numbers and persons, the longest that fits, and then the softening before them. It knows no
 * vowels that change within a word (kocioł, kotła).
 */
export function polishStem(word: string): string {
  const stem = withoutEnding(word, endings)
  return stem.replace(softening, '')
}

/** So much of a word stays at least; shorter ones are left alone. */
const stemLengthMin = 3

function withoutEnding(word: string, all: readonly string[]): string {
  const ending = all.find((one) => word.length - one.length >= stemLengthMin && word.endsWith(one))
  return ending === undefined ? word : word.slice(0, -ending.length)
}

/** The i or j that an ending leaves behind: stacj-a, stacj-i, ogni-a. */
const softening = /(?<=..)[ij]$/

/** Nouns from verbs and qualities, verbs, adjectives, nouns; the longest come first. */
const endings: readonly string[] = [
  'ościami ościach ościom ością ości ość',
  'owaniami owaniach owaniem owanie owania owaniu owań owano owany owana owane owanych owanym',
  'owanego owanej owaną owała ował owały owali ować uje ują ując ujący ująca ujące ujących',
  'aniami aniach aniom aniem anie ania aniu ań eniami eniach eniom eniem enie enia eniu eń',
  'ałaby ałby ała ało ały ali iła iło iły ili yła yło yły yli eła eło eły eli ać ić yć eć',
  'iejszego iejszej iejszych iejszym iejszy iejsza iejsze',
  'iego ego iemu emu iej ej imi ymi ich ych im ym',
  'iami ami iach ach iom om iem em owi owie ów ią ię ie ia iu',
  'a ą e ę i o u y',
]
  .flatMap((line) => line.split(' '))
  .sort((a, b) => b.length - a.length)
