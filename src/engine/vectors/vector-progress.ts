import type { Db } from '../../store/tx.ts'
import { countPassagesUpTo, lastEmbedded, listModels, type ModelRow } from './queries.ts'

/** How far the vectors of a model are. */
export type VectorProgress = Pick<ModelRow, 'name' | 'model' | 'dimensions' | 'state'> & {
  readonly done: number
  readonly total: number
}

/** Of every model that there are vectors of: the one that searches use, and one on its way. */
export function vectorProgress(db: Db): VectorProgress[] {
  return listModels(db)
    .filter(({ state }) => state !== 'leaving')
    .map(({ modelNo, name, model, dimensions, state }) => ({
      name,
      model,
      dimensions,
      state,
      ...countPassagesUpTo(db, lastEmbedded(db, modelNo)),
    }))
}
