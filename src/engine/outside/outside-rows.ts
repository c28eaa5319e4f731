import { sql } from 'drizzle-orm'
import type { Db } from '../../store/tx.ts'
import { languageCode } from '../analysis/languages.ts'
import { vectorIn } from '../neighbours/unit-vector.ts'
import { listModels } from '../vectors/queries.ts'
import type { OutsideRow } from './outside-index.ts'

/** The model by whose vectors is searched. */
export type OutsideModel = Readonly<{ modelNo: number; model: string; dimensions: number }>

export function outsideModel(db: Db): OutsideModel | undefined {
  return listModels(db).find(({ state }) => state === 'serving')
}

/** Which passages: those behind a number, up to one, of one dataset or object or of any. */
type Wanted = {
  readonly afterNo: number
  readonly lastNo?: number
  readonly datasetNo?: number
  readonly objectNo?: number
  readonly limit: number
}

/**
 * Passages that have been given a vector, in the order of their numbers, and up to which there are
 * no others. What gave none (`vector: undefined`) is near to nothing.
 */
export function outsideRows(
  db: Db,
  { modelNo, dimensions }: OutsideModel,
  wanted: Wanted,
): (Omit<OutsideRow, 'vector'> & { vector: OutsideRow['vector'] | undefined })[] {
  const { afterNo, lastNo = Number.MAX_SAFE_INTEGER, datasetNo, objectNo, limit } = wanted
  const ofObject = sql`passage.object_id = (SELECT object_id FROM object
    WHERE object.object_no = ${objectNo})`
  const ofDataset = datasetNo === undefined ? sql`TRUE` : sql`passage.dataset_no = ${datasetNo}`
  const rows = db.all<Omit<OutsideRow, 'vector'> & { bytes: Buffer }>(sql`
    SELECT passage.passage_no AS passageNo, dataset_no AS datasetNo, object_no AS objectNo,
      modality, kind, lang, source, created_at_s AS createdAtS, vector AS bytes
    FROM passage CROSS JOIN passage_vector
      ON passage_vector.passage_no = passage.passage_no AND model_no = ${modelNo}
    WHERE passage.passage_no > ${afterNo} AND passage.passage_no <= ${lastNo}
      AND ${objectNo === undefined ? ofDataset : ofObject}
    ORDER BY passage.passage_no LIMIT ${limit}`)
  return rows.map(({ bytes, ...row }) => {
    return { ...row, lang: languageCode(row.lang), vector: vectorIn(bytes, dimensions) }
  })
}
