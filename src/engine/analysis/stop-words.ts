import { fold } from './fold.ts'

/**
 * Nouns that the package's list of stop words has, though people look for them. No list of another
 * language that we looked at gains by it (DECISIONS 591).
 */
const counting: Readonly<Record<string, string>> = {
  de:
    'beispiel ende gott jahr jahre jahren mann mensch menschen mittel morgen ordnung recht rechte ' +
    'rechten rechter rechtes sache schluss startseite tag tage tagen teil uhr zeit',
}

/**
 * What asks, and is in no list of stop words: rare in passages, but the same in every question. It
 * stays in the index, for phrases and conditions (DECISIONS 591).
 */
const asking: Readonly<Record<string, string>> = {
  de:
    'wieviel wieviele wobei wodurch wofür wogegen womit wonach woran worauf woraus worin worüber ' +
    'worum wovon wovor wozu',
  el:
    'τι ποιος ποια ποιο ποιοι ποιες ποιον ποιαν ποιου ποιας ποιων ποιους πόσο πόσος πόση πόσοι ' +
    'πόσες πόσα πόσων πόσους που πότε γιατί πώς',
  ru:
    'сколько какие каких какого какому каким какими какую каком каков какова каково каковы кого ' +
    'кому кем чего чему чем откуда почему зачем который которая которые которого',
}

export const countingWords = (code: string): ReadonlySet<string> => wordsOf(counting[code])

export const askingWords = (code: string): ReadonlySet<string> => wordsOf(asking[code])

function wordsOf(words = ''): ReadonlySet<string> {
  return new Set(words.split(' ').map(fold))
}
