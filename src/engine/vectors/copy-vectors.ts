import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../store/tx.ts'
import { insertVector, listModels, type ModelRow, vectorsAfter } from './queries.ts'
import { embeddingModels } from './tables.ts'

export type CopiedVector = { readonly passageNo: number; readonly vector: string }

/** Vectors of one model, in base 64: they travel as JSON. */
export type CopiedVectors = { readonly modelNo: number; readonly vectors: readonly CopiedVector[] }

/** By model, the passage up to which a copy has its vectors. */
export type VectorsUpTo = Readonly<Record<string, number>>

/** The models that searches use or will use. */
export function modelsToCopy(db: Db): ModelRow[] {
  return listModels(db).filter(({ state }) => state !== 'leaving')
}

/** The same number may stand for another model in another history. */
const nameOf = ({ modelNo, model }: ModelRow) => `${modelNo}:${model}`

/** Vectors that a copy lacks of passages that it has. */
export function vectorsToCopy(
  db: Db,
  { upTo, lastNo, limit }: { upTo: VectorsUpTo; lastNo: number; limit: number },
): { copied: CopiedVectors[]; upTo: VectorsUpTo; isAll: boolean } {
  let left = limit
  const copied: CopiedVectors[] = []
  const next: Record<string, number> = {}
  for (const model of modelsToCopy(db)) {
    const { modelNo } = model
    const passageNo = upTo[nameOf(model)] ?? 0
    next[nameOf(model)] = passageNo
    if (left === 0) continue
    const rows = vectorsAfter(db, { modelNo, passageNo, limit: left })
    const known = rows.filter((row) => row.passageNo <= lastNo)
    left -= known.length
    next[nameOf(model)] = known.at(-1)?.passageNo ?? passageNo
    if (known.length === 0) continue
    const vectors = known.map(({ passageNo, vector }) => ({
      passageNo,
      vector: vector.toString('base64'),
    }))
    copied.push({ modelNo, vectors })
  }
  return { copied, upTo: next, isAll: left > 0 }
}

/** The models as they are elsewhere; the vectors of those that are not there any more leave. */
export function copyModels(tx: Tx, models: readonly ModelRow[]): void {
  const known = listModels(tx)
  if (JSON.stringify(known) === JSON.stringify(models)) return
  for (const { modelNo, model } of known) {
    if (models.some((one) => one.modelNo === modelNo && one.model === model)) continue
    tx.run(sql`DELETE FROM passage_vector WHERE model_no = ${modelNo}`)
  }
  tx.delete(embeddingModels).run()
  for (const model of models) tx.insert(embeddingModels).values(model).run()
}

export function copyVectors(tx: Tx, { modelNo, vectors }: CopiedVectors): void {
  for (const { passageNo, vector } of vectors) {
    insertVector(tx, { modelNo, passageNo, vector: Buffer.from(vector, 'base64') })
  }
}
