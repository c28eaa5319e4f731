import { asc, eq, sql } from 'drizzle-orm'
import { opaque, prepared } from '../../store/prepared.ts'
import type { Db, Tx } from '../../store/tx.ts'
import type { ModelCard } from '../embedding/embedder.ts'
import { embeddingModels, vectorSnapshots } from './tables.ts'

export type ModelRow = typeof embeddingModels.$inferSelect

// Models

export function listModels(db: Db): ModelRow[] {
  return allModels(db).all({})
}

const allModels = prepared((db) =>
  db.select().from(embeddingModels).orderBy(asc(embeddingModels.modelNo)).prepare(),
)

export function insertModel(tx: Tx, card: ModelCard & Pick<ModelRow, 'state' | 'createdAt'>): void {
  tx.insert(embeddingModels).values(card).run()
}

export function setModel(tx: Tx, modelNo: number, part: Partial<ModelRow>): void {
  tx.update(embeddingModels).set(part).where(eq(embeddingModels.modelNo, modelNo)).run()
}

export function deleteModel(tx: Tx, modelNo: number): void {
  tx.delete(vectorSnapshots).where(eq(vectorSnapshots.modelNo, modelNo)).run()
  tx.delete(embeddingModels).where(eq(embeddingModels.modelNo, modelNo)).run()
}

// Vectors

/** The last passage that the model was asked about; 0 before the first. */
export function lastEmbedded(db: Db, modelNo: number): number {
  const row = db.get<{ no: number }>(sql`
    SELECT coalesce(max(passage_no), 0) AS no FROM passage_vector WHERE model_no = ${modelNo}`)
  return row.no
}

export type TextRow = { passageNo: number; text: string }

/** The passages that follow, in the order of their numbers. */
export function textsAfter(
  db: Db,
  { passageNo, limit }: { passageNo: number; limit: number },
): TextRow[] {
  return db.all<TextRow>(sql`
    SELECT passage_no AS passageNo, text FROM passage
    WHERE passage_no > ${opaque(passageNo)} ORDER BY passage_no LIMIT ${opaque(limit)}`)
}

export type VectorRow = { passageNo: number; vector: Buffer }

/** Vectors of a model after this passage, in the order of the passages. */
export function vectorsAfter(
  db: Db,
  { modelNo, passageNo, limit }: { modelNo: number; passageNo: number; limit: number },
): VectorRow[] {
  return db.all<VectorRow>(sql`
    SELECT passage_no AS passageNo, vector FROM passage_vector
    WHERE model_no = ${modelNo} AND passage_no > ${passageNo}
    ORDER BY passage_no LIMIT ${limit}`)
}

/** Keeps a vector unless its passage is gone by now. */
export function insertVector(
  tx: Tx,
  { modelNo, passageNo, vector }: { modelNo: number; passageNo: number; vector: Buffer },
): void {
  tx.run(sql`INSERT INTO passage_vector (model_no, passage_no, vector)
    SELECT ${modelNo}, ${passageNo}, ${vector}
    WHERE EXISTS (SELECT 1 FROM passage WHERE passage_no = ${passageNo})
    ON CONFLICT DO NOTHING`)
}

/** The last ones first: those that are left are then all up to some passage. */
export function deleteVectors(
  tx: Tx,
  { modelNo, limit }: { modelNo: number; limit: number },
): number {
  return tx.run(sql`DELETE FROM passage_vector WHERE model_no = ${modelNo} AND passage_no IN (
    SELECT passage_no FROM passage_vector WHERE model_no = ${modelNo}
    ORDER BY passage_no DESC LIMIT ${limit})`).changes
}

/** How many passages there are up to the one with this number, and in all. */
export function countPassagesUpTo(db: Db, passageNo: number): { done: number; total: number } {
  return db.get<{ done: number; total: number }>(sql`
    SELECT (SELECT count(*) FROM passage WHERE passage_no <= ${passageNo}) AS done,
      (SELECT count(*) FROM passage) AS total`)
}

// The snapshot

export function snapshotOf(db: Db, modelNo: number): string | undefined {
  const row = db
    .select({ generation: vectorSnapshots.generation })
    .from(vectorSnapshots)
    .where(eq(vectorSnapshots.modelNo, modelNo))
    .get()
  return row?.generation
}

export function putSnapshot(tx: Tx, row: typeof vectorSnapshots.$inferInsert): void {
  const { generation, madeAt } = row
  tx.insert(vectorSnapshots)
    .values(row)
    .onConflictDoUpdate({ target: vectorSnapshots.modelNo, set: { generation, madeAt } })
    .run()
}
