import { existsSync } from 'node:fs'
import { create, insertMultiple, search as orama } from '@orama/orama'
import Database from 'better-sqlite3'
import MiniSearch from 'minisearch'
import type { BenchPassage } from './passages.ts'
import type { Question } from './search-questions.ts'
import { keptFile } from './search-shop.ts'

/** Another engine with the same passages; undefined: it has nothing like this kind of query. */
export type Peer = { name: string; ask(question: Question): Promise<unknown> | unknown }

const mappedBytes = 4 * 1024 ** 3

/** FTS5 as it comes, Porter stemmer included; a filter is a token in a column of its own. */
export function openRawFts(passages: readonly BenchPassage[]): Peer {
  const file = keptFile('raw', passages.length)
  const isThere = file !== undefined && existsSync(file)
  const database = new Database(file ?? ':memory:')
  // A kept file is read without copying its pages, so that it is as fast as one in memory.
  database.pragma(`mmap_size = ${mappedBytes}`)
  if (!isThere) fillRaw(database, passages)
  const best = database.prepare(
    'SELECT rowid, rank FROM raw WHERE raw MATCH ? ORDER BY rank LIMIT 10',
  )
  return {
    name: 'raw FTS5',
    ask(question) {
      const match = matchOf(question)
      return match === undefined ? undefined : best.all(match)
    },
  }
}

function fillRaw(database: Database.Database, passages: readonly BenchPassage[]): void {
  database.exec(`CREATE VIRTUAL TABLE raw USING fts5 (
    text, tag, content = '', tokenize = 'porter unicode61')`)
  const insert = database.prepare('INSERT INTO raw (rowid, text, tag) VALUES (?, ?, ?)')
  database.transaction(() => {
    passages.forEach(({ text, kind }, i) => {
      insert.run(i + 1, text, kind.replace('_', ''))
    })
  })()
}

function matchOf({ kind, words }: Question): string | undefined {
  const [a, b, c] = words.map((word) => `text : "${word}"`)
  const forms: Record<Question['kind'], string | undefined> = {
    plain: `${a} OR ${b} OR ${c}`,
    'plain, common words': `${a} OR ${b} OR ${c}`,
    phrase: `text : "${words.join(' ')}"`,
    boolean: `${a} AND (${b} OR ${c})`,
    prefix: `text : "${words[0]}" *`,
    fuzzy: undefined,
    filter: `(${a} OR ${b} OR ${c}) AND tag : "ocr"`,
  }
  return forms[kind]
}

export function openMiniSearch(passages: readonly BenchPassage[]): Peer {
  const index = new MiniSearch({ fields: ['text'], storeFields: ['kind'] })
  index.addAll(passages.map(({ text, kind }, id) => ({ id, text, kind })))
  const first = (found: unknown[]) => found.slice(0, 10)
  return {
    name: 'MiniSearch',
    ask({ kind, words }) {
      const [a = '', ...others] = words
      if (kind.startsWith('plain')) return first(index.search(words.join(' ')))
      if (kind === 'prefix') return first(index.search(a, { prefix: true }))
      if (kind === 'fuzzy') return first(index.search(a, { fuzzy: 1 }))
      if (kind === 'boolean') {
        const either = { queries: others, combineWith: 'OR' as const }
        return first(index.search({ combineWith: 'AND', queries: [a, either] }))
      }
      if (kind !== 'filter') return undefined
      return first(index.search(words.join(' '), { filter: (hit) => hit.kind === 'ocr' }))
    },
  }
}

export async function openOrama(passages: readonly BenchPassage[]): Promise<Peer> {
  const database = create({ schema: { text: 'string', kind: 'enum' } as const })
  await insertMultiple(
    database,
    passages.map(({ text, kind }) => ({ text, kind })),
    5_000,
  )
  return {
    name: 'Orama',
    ask({ kind, words }) {
      const term = words.join(' ')
      if (kind.startsWith('plain')) return orama(database, { term, exact: true, limit: 10 })
      if (kind === 'prefix') return orama(database, { term: words[0] ?? '', limit: 10 })
      if (kind === 'fuzzy') {
        return orama(database, { term: words[0] ?? '', tolerance: 1, limit: 10 })
      }
      if (kind !== 'filter') return undefined
      return orama(database, { term, exact: true, where: { kind: { eq: 'ocr' } }, limit: 10 })
    },
  }
}
