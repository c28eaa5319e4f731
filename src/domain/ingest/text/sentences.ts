/**
 * Ends that are none: common abbreviations of the larger European languages, initials, and numbers
 * of one or two digits ("am 3. Mai"). Joining too much only makes a unit longer.
 */
const abbreviations = new Set(
  (
    'mr mrs ms dr prof st vs no nos fig figs eq vol pp ed eds cf e.g i.e inc ltd co corp dept ' +
    'est jan feb mar apr jun jul aug sep sept oct nov dec approx al art arts sec ch ' +
    'nr bzw ca z.b z d.h d u.a u usw abs bd hrsg tel str evtl ggf inkl vgl zzgl mio mrd hl sog ' +
    'm mme mlle p.ex ex env av bd éd hab ' +
    'sr sra srta ud uds pág núm avda dña ' +
    'sig sig.ra dott ing avv pag ecc ' +
    'dhr mevr blz bijv o.a d.w.z enz ' +
    'pan pani np tzn tj ul św r ust pkt poz godz ' +
    'tzv např čl č odst sb mgr zn sp str'
  ).split(' '),
)
const lastWord = /(?:^|[\s([„"«])([\p{L}\p{N}](?:[\p{L}\p{N}.]*[\p{L}\p{N}])?)\.\s*$/u
const startsLower = /^[^\p{L}\p{N}]*\p{Ll}/u

let segmenter: Intl.Segmenter | undefined

/**
 * The sentences of a text by Unicode's rules, joined where a rule was misled by an abbreviation;
 * a line end always ends one. Their concatenation is the text.
 */
export function sentencesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  const out: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    const before = out.at(-1)
    if (before !== undefined && isMisled({ before, segment })) out[out.length - 1] += segment
    else out.push(segment)
  }
  return out
}

function isMisled({ before, segment }: { before: string; segment: string }): boolean {
  if (before.endsWith('\n') || !/\.[\s)"'”’»]*$/.test(before)) return false
  if (startsLower.test(segment)) return true
  const word = lastWord.exec(before.slice(-40))?.[1]
  if (word === undefined) return false
  if (/^\p{N}{1,2}$/u.test(word) || /^\p{L}$/u.test(word)) return true
  return abbreviations.has(word.toLowerCase())
}
