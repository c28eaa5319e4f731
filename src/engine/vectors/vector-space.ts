import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../store/tx.ts'
import type { DocValues } from '../documents/doc-values.ts'
import type { Embedder } from '../embedding/embedder.ts'
import { openReadPassages } from '../hybrid/late-interaction.ts'
import type { SavedIndex } from '../neighbours/vector-index.ts'
import type { VectorSpace } from './nearest-passages.ts'
import { openPassageNodes } from './passage-nodes.ts'
import { type ModelRow, snapshotOf } from './queries.ts'

/** The vectors of one model with what turns queries into such vectors. */
export type ModelSpace = VectorSpace & {
  readonly model: ModelRow
  readonly embedder: Embedder
  readonly index: SavedIndex
  catchUp(options: { limit: number }): boolean
  /** Takes in everything there is, in steps between which others get their turn. */
  fill(): Promise<void>
  /** Too much of what it holds belongs to passages that are gone: it should be opened anew. */
  isWorn(): boolean
  /** Writes it to files when enough has changed since the last time; gives the name then. */
  saveIfWorthwhile(): Promise<string | undefined>
  /** Removes the files of older snapshots, once the newest one is written down. */
  forgetOldFiles(): void
}

type Options = {
  db: Db
  docValues: DocValues
  model: ModelRow
  embedder: Embedder
  index: SavedIndex
  /** Without the snapshot, in which there is too much that is gone. */
  anew: boolean
  /** Fewer passages are read out of the database as fast as out of a file. */
  snapshotMin?: number | undefined
}

const rowsPerStep = 10_000
const snapshotMinDefault = 20_000
/** A snapshot is written anew when a part of its passages is not in it. */
const worthwhileShare = 0.1
const wornShare = 0.2
const wornMin = 10_000

/** Opens the vectors of a model: from a snapshot as far as there is one, else the database. */
export function openModelSpace(options: Options): ModelSpace {
  const { db, docValues, model, embedder, index, anew } = options
  const { snapshotMin = snapshotMinDefault } = options
  const { modelNo } = model
  const nodes = openPassageNodes({ modelNo, index, docValues })
  const generation = anew ? undefined : snapshotOf(db, modelNo)
  const table = generation === undefined ? undefined : index.restore(generation)
  if (table) nodes.load(table)
  let savedCount = table ? table.nodes.length : 0
  let saving = false
  let swept: string | undefined | null = null
  let unnoted: string | undefined

  const catchUp = (options: { limit: number }) => nodes.catchUp(db, options)
  return {
    model,
    embedder,
    index,
    nodes,
    catchUp,
    cutoff: embedder.cutoff,
    readPassages: openReadPassages(),
    async fill() {
      while (!catchUp({ limit: rowsPerStep })) await setImmediate()
    },
    isWorn() {
      const gone = nodes.count() - docValues.living
      return gone > Math.max(wornMin, docValues.living * wornShare)
    },
    forgetOldFiles() {
      const known = snapshotOf(db, modelNo)
      // A name that is not written down yet may be on its way.
      if (swept === known || (unnoted !== undefined && unnoted !== known)) return
      index.removeOthers(known)
      swept = known
      unnoted = undefined
    },
    async saveIfWorthwhile() {
      const count = nodes.count()
      const isDue = count >= snapshotMin && count > savedCount * (1 + worthwhileShare)
      if (!isDue || saving) return undefined
      saving = true
      try {
        const name = randomBytes(8).toString('hex')
        await index.save(name, nodes.table())
        savedCount = count
        unnoted = name
        return name
      } finally {
        saving = false
      }
    },
  }
}
