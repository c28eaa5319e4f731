/** Words that say nothing by themselves, in the languages that are met most. */
const empty = new Set(
  (
    'a an the of and or to in on for with by from as at is are was were be been it its this that ' +
    'these those which who whom whose not no we you they he she his her their our your can may ' +
    'will shall would should could has have had do does did but if then than so such also into ' +
    'over under between per each any all more most other some only own same very about after ' +
    'before during while where when how what why there here one two ' +
    'der die das und oder ein eine einer eines den dem des ist sind war im in am an auf für mit ' +
    'von zu zur zum bei nach aus als auch nicht sich werden wird wurde dass es sie er wir ihr ' +
    'le la les un une des du de et ou en dans sur pour avec par est sont été ce cette ces qui ' +
    'que ne pas plus au aux se sa son ses el los las una y o que es son con por para del al'
  ).split(' '),
)

const phraseWordsMax = 3
const timesMin = 2
const titleWeight = 3

/**
 * Phrases of up to three words that a text repeats or its title has, the weightiest first. One
 * that is part of another that is weightier is left out.
 */
export function phrasesIn({ text, title }: { text: string; title: string }): string[] {
  const times = new Map<string, number>()
  count(times, text, 1)
  count(times, title, titleWeight)
  const kept = [...times].filter(([, n]) => n >= timesMin)
  const ranked = kept.toSorted(([a, n], [b, m]) => weight(b, m) - weight(a, n) || (a < b ? -1 : 1))
  const chosen: string[] = []
  for (const [phrase] of ranked) {
    if (!chosen.some((other) => other.includes(phrase) || phrase.includes(other))) {
      chosen.push(phrase)
    }
  }
  return chosen
}

function weight(phrase: string, times: number): number {
  return times * Math.sqrt(phrase.split(' ').length)
}

function count(times: Map<string, number>, text: string, by: number): void {
  for (const run of runsIn(text)) {
    for (let start = 0; start < run.length; start++) {
      for (let size = 1; size <= phraseWordsMax && start + size <= run.length; size++) {
        const phrase = run.slice(start, start + size).join(' ')
        if (phrase.length >= 3) times.set(phrase, (times.get(phrase) ?? 0) + by)
      }
    }
  }
}

/** Neighbouring words with nothing empty and no mark between them. */
function runsIn(text: string): string[][] {
  const runs: string[][] = [[]]
  for (const token of text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*|[^\s\p{L}\p{N}]/gu) ??
    []) {
    const speaks = /\p{L}/u.test(token) && token.length > 2 && !empty.has(token)
    if (speaks) runs.at(-1)?.push(token)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}
