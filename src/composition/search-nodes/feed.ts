import { randomUUID } from 'node:crypto'
import * as engine from '../../engine/index.ts'
import type { Store } from '../../store/open.ts'
import * as copiedRows from '../../store/search-feed/copied-rows.ts'
import {
  changesAfter,
  type FeedPlace,
  goesOnFrom,
  lastPlace,
  sawPassageGo,
} from '../../store/search-feed/feed-log.ts'
import type { Copy } from '../../store/search-feed/open-copy.ts'

/** How far a node is: all that the cell needs to know to go on. */
export type Position = {
  /** The run of the cell that said so. */
  readonly run: string
  readonly place: FeedPlace
  /** Of the tables that are still copied from the beginning: the key after which to go on. */
  readonly filled: Readonly<Partial<Record<copiedRows.CopiedTable, copiedRows.RowKey>>>
  readonly passage: { readonly no: number; readonly id: string }
  readonly vectors: engine.VectorsUpTo
}

/** What a node is to take in next, all of one moment; or that it is to forget all it has. */
export type Portion =
  | { readonly afresh: true }
  | {
      readonly position: Position
      readonly rows: readonly copiedRows.RowsOf[]
      readonly gonePassages: readonly number[]
      readonly passages: readonly engine.PassageRow[]
      readonly models: ReturnType<typeof engine.modelsToCopy>
      readonly vectors: readonly engine.CopiedVectors[]
      /** With this it has all that there was. */
      readonly isAll: boolean
      /** The end of the cell's log. */
      readonly lastSeq: number
    }

const rowsMax = 1_000
const vectorsMax = 400
const charsMax = 400_000

export type SearchFeed = {
  /** Names this run of the cell: what a node knows of another may be of another history. */
  readonly run: string
  after(position: Position | undefined, asked: { passages: number }): Portion
  /** Another one as soon as anything was written: until then `after` says the same again. */
  moment(): unknown
}

const writtenSoFar = "SELECT total_changes() || ' ' || data_version FROM pragma_data_version"

/** The cell's side: reads what a node lacks. Some milliseconds of the only thread at the most. */
export function openSearchFeed({ raw, db }: Pick<Store, 'raw' | 'db'>): SearchFeed {
  const run = randomUUID()

  /** A restored backup goes on elsewhere than the nodes that heard of what came after it. */
  function isOfThisHistory({ run: heard, place, passage }: Position): boolean {
    if (!goesOnFrom(raw, place)) return false
    if (heard === run || passage.no === 0) return true
    return engine.passageIdOf(db, passage.no) === passage.id || sawPassageGo(raw, passage.no)
  }

  /** The tables are copied one after the other, while all that changes is told at once. */
  function fill(filled: Position['filled']): {
    filled: Position['filled']
    rows: copiedRows.RowsOf[]
  } {
    const table = copiedRows.copiedTables.find((one) => filled[one] !== undefined)
    if (table === undefined) return { filled, rows: [] }
    const after = filled[table] as copiedRows.RowKey
    const { rows, next } = copiedRows.pageOfRows(raw, { table, after, limit: rowsMax })
    return { filled: { ...filled, [table]: next ?? undefined }, rows: [{ table, rows, gone: [] }] }
  }

  return {
    run,
    moment: () => raw.prepare(writtenSoFar).pluck().get(),
    after(asked, { passages: limit }) {
      const from = asked ?? beginning(run, lastPlace(raw))
      if (!isOfThisHistory(from)) return { afresh: true }
      const changes = changesAfter(raw, { place: from.place, limit: rowsMax })
      const changed = copiedRows.copiedTables.map((table) =>
        copiedRows.rowsByKey(raw, table, changes.keysOf(table)),
      )
      const { filled, rows } = fill(from.filled)
      // Nobody is to see a passage before the node knows what hides it.
      const mayFollow = changes.isAll && Object.values(filled).every((key) => key === undefined)
      const afterNo = from.passage.no
      const read = mayFollow
        ? engine.passagesToCopy(db, { afterNo, limit, charsMax })
        : { passages: [], isAll: false }
      const last = read.passages.at(-1)
      const passage = last ? { no: last.passageNo, id: last.passageId } : from.passage
      const wanted = { upTo: from.vectors, lastNo: passage.no, limit: vectorsMax }
      const vectors = engine.vectorsToCopy(db, wanted)
      return {
        position: { run, place: changes.place, filled, passage, vectors: vectors.upTo },
        rows: [...changed, ...rows].filter(({ rows, gone }) => rows.length + gone.length > 0),
        gonePassages: changes.keysOf('passage').map(([no]) => Number(no)),
        passages: read.passages,
        models: engine.modelsToCopy(db),
        vectors: vectors.copied,
        isAll: mayFollow && read.isAll && vectors.isAll,
        lastSeq: lastPlace(raw).seq,
      }
    },
  }
}

function beginning(run: string, place: FeedPlace): Position {
  return { run, place, filled: copiedRows.firstKeys, passage: { no: 0, id: '' }, vectors: {} }
}

/** The node's side: all of a portion, or nothing. */
export function takeIn(copy: Copy, portion: Exclude<Portion, { afresh: true }>): void {
  copy.write((tx) => {
    for (const rows of portion.rows) copiedRows.takeInRows(copy.raw, rows)
    if (portion.rows.length > 0) {
      copy.raw.prepare('UPDATE visibility_change SET seq = seq + 1').run()
    }
    engine.removeCopiedPassages(tx, portion.gonePassages)
    engine.copyPassages(tx, portion.passages)
    engine.copyModels(tx, portion.models)
    for (const vectors of portion.vectors) engine.copyVectors(tx, vectors)
    copy.notePosition(JSON.stringify(portion.position))
  })
}
