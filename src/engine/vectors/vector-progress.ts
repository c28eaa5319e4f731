import type { Db } from '../../store/tx.ts'
import type { VectorProgress } from '../port.ts'
import { countPassagesUpTo, lastEmbedded, listModels } from './queries.ts'

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
