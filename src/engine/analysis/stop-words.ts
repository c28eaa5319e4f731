import { fold } from './fold.ts'

/**
 * Things, numbers, and what a thing is like, which the package's list of German stop words has,
 * though people look for them, and the lists of English, French and Spanish have not. In no other
 * language that was asked it is worth an exception (DECISIONS 591).
 */
const counting: Readonly<Record<string, string>> = {
  de:
    'beispiel ende gott jahr jahre jahren mann mensch menschen mittel morgen ordnung recht ' +
    'rechte rechten rechter rechtes sache schluss startseite tag tage tagen teil uhr zeit ' +
    'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig erste ersten ' +
    'erster erstes zweite zweiten zweiter zweites dritte dritten dritter drittes vierte ' +
    'vierten vierter viertes fünfte fünften fünfter fünftes sechste sechsten sechster ' +
    'sechstes siebente siebenten siebenter siebentes achte achten achter achtes neunte ' +
    'neunten neunter neuntes zehnte zehnten zehnter zehntes bekannt ernst früher gross grosse ' +
    'grossen grosser grosses gut gute guter gutes hoch klein kleine kleinen kleines kurz lang ' +
    'lange leicht neue neuen offen richtig satt schlecht',
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
    'кому кем чего чему чем откуда почему зачем который которая которые которого такое',
}

export const countingWords = (code: string): ReadonlySet<string> => wordsOf(counting[code])

export const askingWords = (code: string): ReadonlySet<string> => wordsOf(asking[code])

function wordsOf(words = ''): ReadonlySet<string> {
  return new Set(words.split(' ').map(fold))
}
