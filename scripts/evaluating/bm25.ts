// BM25 as SQLite's full-text module has it, any of the words: what a search is compared with.
import Database from 'better-sqlite3'
import { recallDepth } from './figures.ts'

/** A text, and the document that it is or belongs to. */
export type Part = { document: string; text: string }

/** Words by the rules and dictionaries of Unicode, English ones by their stems. */
export function bm25Of(parts: readonly Part[], language: string) {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const wordsOf = (text: string) =>
    [...segmenter.segment(text.normalize('NFKC'))]
      .filter(({ isWordLike }) => isWordLike)
      .flatMap(({ segment }) => segment.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
  const db = new Database(':memory:')
  const tokenizer = language === 'en' ? 'porter unicode61' : 'unicode61 remove_diacritics 2'
  db.exec(`CREATE VIRTUAL TABLE part USING fts5(text, tokenize='${tokenizer}')`)
  const put = db.prepare('INSERT INTO part (rowid, text) VALUES (?, ?)')
  db.transaction(() => {
    for (const [place, { text }] of parts.entries()) put.run(place, wordsOf(text).join(' '))
  })()
  const find = db
    .prepare('SELECT rowid FROM part WHERE part MATCH ? ORDER BY rank LIMIT 1000')
    .pluck()
  /** The documents, each by its best part. */
  return (text: string): string[] => {
    const any = wordsOf(text)
      .map((word) => `"${word}"`)
      .join(' OR ')
    const found = find.all(any || '""') as number[]
    return [...new Set(found.map((place) => parts[place]?.document ?? ''))].slice(0, recallDepth)
  }
}
