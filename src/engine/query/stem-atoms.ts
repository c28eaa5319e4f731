import { stemIn } from '../analysis/analyse.ts'
import { type Language, languageCode, languageOf } from '../analysis/languages.ts'
import type { Token } from '../analysis/tokenise.ts'
import { remember } from '../keep-latest.ts'
import type { StemAtom, StemEvidence } from './clause.ts'

/** The rules of a language, with the codes of passages that they hold for. */
export type SpokenLanguage = { language: Language | undefined; codes: string[] }

export function spokenLanguages(codes: readonly string[]): SpokenLanguage[] {
  const spoken: SpokenLanguage[] = []
  for (const code of new Set(codes)) {
    const language = languageOf(languageCode(code))
    const same = spoken.find((one) => one.language === language)
    if (same) same.codes.push(code)
    else spoken.push({ language, codes: [code] })
  }
  return spoken
}

type Asked = { spoken: readonly SpokenLanguage[]; evidence?: StemEvidence }

/**
 * The stems of a word in the languages that passages are in, each for passages of its languages
 * alone where they differ. The rules of a language that a word does not belong to make the stem of
 * another word of it: Portuguese pap- of paper, as of papéis. So where several languages have
 * passages with their stem of the word, those count in which the word stands as it is written (or
 * what one of them leaves of it does), and where it stands nowhere, those that leave most of it.
 */
export function stemAtoms(token: Token, asked: Asked): StemAtom[] {
  const { spoken, evidence } = asked
  if (!evidence) return findAtoms(token, asked)
  const codes = spoken.map((one) => one.codes.join()).join(';')
  const key = `${token.elided ? 1 : 0} ${token.written} ${token.term} ${codes}`
  const known = evidence.atoms.get(key)
  if (known) return known
  const value = findAtoms(token, asked)
  remember(evidence.atoms, { key, value })
  return value
}

/**
 * What is written in parts, as cyber-security, is in the index as one token that is not stemmed.
 * So cybersecurity is also looked for as what it is before its stem, where passages have that.
 */
export function joinedAtoms(token: Token, { spoken, evidence }: Asked): StemAtom[] {
  if (!evidence) return []
  const { term } = token
  const others = spoken.filter(({ language }) => (stemIn(token, language) ?? term) !== term)
  const codes = others.flatMap((one) => one.codes)
  const key = `joined ${token.written} ${term} ${codes.join()}`
  const known = evidence.atoms.get(key)
  if (known) return known
  const isThere = codes.length > 0 && evidence.isStemIn(term, codes)
  const value: StemAtom[] = isThere ? [{ column: 'stem', term, languages: codes }] : []
  remember(evidence.atoms, { key, value })
  return value
}

function findAtoms(token: Token, { spoken, evidence }: Asked): StemAtom[] {
  const all = stemsOf(token, spoken)
  const [only] = all
  if (only && all.length === 1) return [{ column: 'stem', term: only.term }]
  const there = evidence ? all.filter((stem) => isThere(stem, evidence)) : []
  // What is nowhere is still a word of the query, which finds nothing.
  if (!evidence || there.length === 0) return all.map(atomOf)
  const stemmed = there.filter(({ byRules }) => byRules)
  const kept = stemmed.length < 2 ? stemmed : ownStems(token, { stemmed, evidence })
  return there.filter((stem) => !stem.byRules || kept.includes(stem)).map(atomOf)
}

/** `byRules`: of a language that we stem; all others keep a word as it is. */
type Stem = { term: string; languages: string[]; byRules: boolean }

function stemsOf(token: Token, spoken: readonly SpokenLanguage[]): Stem[] {
  const found = new Map<string, Stem>()
  for (const { language, codes } of spoken) {
    const term = stemIn(token, language)
    if (term === undefined) continue
    const stem = found.get(term) ?? { term, languages: [], byRules: false }
    stem.languages.push(...codes)
    stem.byRules ||= language !== undefined
    found.set(term, stem)
  }
  return [...found.values()]
}

function isThere({ term, languages }: Stem, { isStemIn }: StemEvidence): boolean {
  return isStemIn(term, languages)
}

type Conflict = { stemmed: readonly Stem[]; evidence: StemEvidence }

function ownStems({ term }: Token, { stemmed, evidence }: Conflict): readonly Stem[] {
  const { isWordIn } = evidence
  const homes = stemmed.filter((stem) => stem.term === term || isWordIn(term, stem.languages))
  if (homes.length === stemmed.length) return stemmed
  if (homes.length === 0) {
    const most = Math.max(...stemmed.map((stem) => stem.term.length))
    return stemmed.filter((stem) => stem.term.length === most)
  }
  return stemmed.filter(
    (stem) => homes.includes(stem) || homes.some((home) => isWordIn(home.term, stem.languages)),
  )
}

function atomOf({ term, languages }: Stem): StemAtom {
  return { column: 'stem', term, languages }
}
