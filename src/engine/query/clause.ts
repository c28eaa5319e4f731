import type { QueryField } from './query.ts'

/**
 * A query in the tokens of the index. `any` holds alternatives of one written word: its stems in
 * the languages of the passages, or the word itself where it is a stop word.
 */
export type Clause =
  | {
      type: 'any'
      alternatives: Atom[]
      boost?: number
      /** What it is called where its alternatives are words of one index. */
      name?: string
    }
  | FieldClause
  | { type: 'not'; clause: Clause }
  | { type: 'and' | 'or'; clauses: Clause[] }
  /** All of `required`, some of `preferred` (or a required phrase), the more the better. */
  | { type: 'ranked'; required: Clause[]; preferred: Clause[] }

export type Atom =
  /** Only in passages of these languages; undefined: of all. */
  | { column: 'stem'; term: string; languages?: readonly string[] }
  /** Tokens in a row; with `prefix` the last one may go on. */
  | { column: 'body'; terms: string[]; prefix: boolean }
  /** One of the words that a fuzzy one may be; there can be thousands. */
  | { column: 'near'; term: string }

export type StemAtom = Extract<Atom, { column: 'stem' }>

export type BodyAtom = Extract<Atom, { column: 'body' }>

export type FieldClause = { type: 'field'; field: QueryField; value: string }

export type TermClause = Extract<Clause, { type: 'any' }>

/** What the passages that the viewer sees say of stems and words, in some languages. */
export type StemEvidence = {
  isStemIn(stem: string, languages: readonly string[]): boolean
  /** As it is written. */
  isWordIn(term: string, languages: readonly string[]): boolean
  /** What was found of words, as long as the passages say the same. */
  readonly atoms: Map<string, StemAtom[]>
}
