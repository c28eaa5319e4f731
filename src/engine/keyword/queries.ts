import { type SQL, sql } from 'drizzle-orm'
import { opaque, prepared } from '../../store/prepared.ts'
import type { Db } from '../../store/tx.ts'
import { columnSizes } from '../documents/column-sizes.ts'
import type { PassageOutline } from '../documents/doc-values.ts'
import { indexChanges } from '../documents/tables.ts'

/**
 * What ranking reads of the index. Long lists come as one JSON text: a row each would cost more
 * than finding them. Every SELECT whose length depends on the query asks alive() (deadline.ts).
 */

export type IndexChange = {
  seq: number
  op: 'add' | 'remove' | 'rebuild'
  passageNo: number | null
}

/** The number of the last change; 0 before the first. */
export function lastChange(db: Db): number {
  return newestChange(db).get()?.seq ?? 0
}

const newestChange = prepared((db) =>
  db
    .select({ seq: sql<number | null>`max(${indexChanges.seq})` })
    .from(indexChanges)
    .prepare(),
)

/** Changes are kept from this one on. */
export function oldestChange(db: Db): number {
  return db.get<{ seq: number }>(sql`SELECT coalesce(min(seq), 0) AS seq FROM index_change`).seq
}

export function listChanges(db: Db, { after, limit }: { after: number; limit: number }) {
  return db.all<IndexChange>(sql`
    SELECT seq, op, passage_no AS passageNo FROM index_change
    WHERE seq > ${opaque(after)} ORDER BY seq LIMIT ${opaque(limit)}`)
}

type OutlineLists = Record<keyof Omit<PassageOutline, 'length'>, string> & { sizes: string }

/** Passages after this one, in the order of their numbers. */
export function listOutlines(
  db: Db,
  { afterNo, limit }: { afterNo: number; limit: number },
): PassageOutline[] {
  const lists = db.get<OutlineLists>(sql`
    SELECT json_group_array(passage_no) AS passageNo, json_group_array(created_at_s) AS createdAtS,
      json_group_array(dataset_no) AS datasetNo, json_group_array(object_no) AS objectNo,
      json_group_array(modality) AS modality, json_group_array(kind) AS kind,
      json_group_array(source) AS source, json_group_array(lang) AS lang,
      json_group_array(page) AS page, json_group_array(hex(sz)) AS sizes
    FROM (SELECT * FROM passage INDEXED BY passage_outline
      CROSS JOIN passage_fts_docsize ON passage_fts_docsize.id = passage.passage_no
      WHERE passage_no > ${opaque(afterNo)} ORDER BY passage_no LIMIT ${opaque(limit)})`)
  const columns = Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, JSON.parse(list)]),
  )
  return (columns.passageNo as number[]).map((passageNo, i) => ({
    passageNo,
    createdAtS: columns.createdAtS[i],
    datasetNo: columns.datasetNo[i],
    objectNo: columns.objectNo[i],
    modality: columns.modality[i],
    kind: columns.kind[i],
    source: columns.source[i],
    lang: columns.lang[i],
    page: columns.page[i],
    length: columnSizes(columns.sizes[i])[1] ?? 0,
  }))
}

export type PassageText = { passageNo: number; lang: string; text: string }

/** The texts of passages with numbers from `fromNo` to `toNo`, in order. */
export function listTexts(db: Db, { fromNo, toNo }: { fromNo: number; toNo: number }) {
  return db.all<PassageText>(sql`
    SELECT passage_no AS passageNo, lang, text FROM passage
    WHERE passage_no BETWEEN ${fromNo} AND ${toNo} ORDER BY passage_no`)
}

/** Numbers of the passages with a token in a column, once for each time that it stands there. */
export function occurrences(
  db: Db,
  { column, terms }: { column: 'body' | 'stem'; terms: readonly string[] },
): number[] {
  const [term] = terms
  const named =
    terms.length === 1
      ? sql`term = ${term}`
      : sql`term IN (SELECT value FROM json_each(${JSON.stringify(terms)}))`
  return listOf(
    db,
    sql`SELECT json_group_array(doc) AS list FROM passage_vocab
      WHERE ${named} AND col = ${column} AND (rowid % 61 OR alive())`,
  )
}

/** Numbers of the passages that match, in order. */
export function matchingPassages(
  db: Db,
  { match, limit = -1 }: { match: string; limit?: number },
): number[] {
  return listOf(
    db,
    sql`SELECT json_group_array(rowid) AS list FROM (SELECT rowid FROM passage_fts
      WHERE passage_fts MATCH ${match} AND (rowid % 61 OR alive()) LIMIT ${opaque(limit)})`,
  )
}

/** The texts of passages by their numbers, in the order in which they are named. */
export function textsOf(db: Db, passageNos: readonly number[]): Omit<PassageText, 'passageNo'>[] {
  return db.all(sql`
    SELECT text, lang FROM json_each(${JSON.stringify(passageNos)}) AS named
    CROSS JOIN passage ON passage_no = named.value AND alive() ORDER BY named.key`)
}

/** Each word that begins so, with the passages that have it, in order, once per occurrence. */
export function wordsBeginning(db: Db, beginning: string) {
  const rows = db.all<{ word: string; list: string }>(sql`
    SELECT term AS word, json_group_array(doc) AS list FROM passage_vocab
    WHERE term >= ${beginning} AND term < ${`${beginning}\u{10ffff}`} AND col = 'body'
      AND (rowid % 61 OR alive())
    GROUP BY term`)
  return rows.map(({ word, list }) => ({ word, passageNos: JSON.parse(list) as number[] }))
}

/** The first word from this one on that stands before another in the alphabet. */
export function firstWord(db: Db, { from, before }: { from: string; before: string }) {
  const row = db.get<{ word: string } | undefined>(sql`
    SELECT term AS word FROM passage_words
    WHERE term >= ${from} AND term < ${before} AND col = 'body' AND alive() LIMIT 1`)
  return row?.word
}

/** Words that begin so, as they stand, in the order of the alphabet. */
export function listWordsBeginning(
  db: Db,
  { beginning, limit }: { beginning: string; limit: number },
): string[] {
  return JSON.parse(
    db.get<{ list: string }>(sql`
      SELECT json_group_array(term) AS list FROM (SELECT term FROM passage_words
        WHERE term > ${beginning} AND term < ${`${beginning}\u{10ffff}`} AND col = 'body'
          AND alive() LIMIT ${opaque(limit)})`).list,
  )
}

/** Stems after this one, each with the passages that have it, in order, once per occurrence. */
export function listStems(db: Db, { after, limit }: { after: string; limit: number }) {
  const rows = db.all<{ stem: string; list: string }>(sql`
    SELECT term AS stem, json_group_array(doc) AS list FROM passage_vocab
    WHERE term > ${after} AND col = 'stem' AND (rowid % 61 OR alive())
    GROUP BY term LIMIT ${limit}`)
  return rows.map(({ stem, list }) => ({ stem, passageNos: JSON.parse(list) as number[] }))
}

/**
 * What stands in a column, after this in the alphabet: words as they stand, or stems. Each with how
 * many passages have it, and how often it stands in all of them together.
 */
export function listTerms(
  db: Db,
  { column, after, limit }: { column: 'body' | 'stem'; after: string; limit: number },
) {
  const lists = db.get<{ terms: string; passages: string; occurrences: string }>(sql`
    SELECT json_group_array(term) AS terms, json_group_array(doc) AS passages,
      json_group_array(cnt) AS occurrences FROM (SELECT term, doc, cnt FROM passage_words
      WHERE term > ${after} AND col = ${column} AND (rowid % 61 OR alive()) LIMIT ${limit})`)
  const passages = JSON.parse(lists.passages) as number[]
  const occurrences = JSON.parse(lists.occurrences) as number[]
  return (JSON.parse(lists.terms) as string[]).map((term, i) => ({
    term,
    passages: passages[i] ?? 0,
    occurrences: occurrences[i] ?? 0,
  }))
}

/** Throws when the search has run out of time. */
export function askTheTime(db: Db): void {
  db.get(sql`SELECT alive()`)
}

function listOf(db: Db, query: SQL): number[] {
  return JSON.parse(db.get<{ list: string }>(query).list)
}
