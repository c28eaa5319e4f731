import type { Clock } from '../../base/clock.ts'
import type { Db, Tx, Write } from '../../store/tx.ts'
import type { ModelCard } from '../embedding/embedder.ts'
import { lastChange } from '../keyword/queries.ts'
import {
  deleteModel,
  deleteVectors,
  insertModel,
  insertVector,
  listModels,
  putSnapshot,
  setModel,
} from './queries.ts'
import type { MadeVectors, VectorStore } from './vector-store.ts'

/** One transaction of the only writer; requests wait no longer than this takes. */
const forgottenPerWrite = 500

type Deps = { store: { readonly db: Db; readonly write: Write }; clock: Clock }

/**
 * Writes down what the thread that has the vectors made. A model that is new begins as `making`
 * beside the one that searches use, or serves at once where there is none; when every passage has
 * its vector the two change places, and the old vectors leave bit by bit.
 */
export function openVectorStore({ store, clock }: Deps): VectorStore {
  return {
    register: (card) => store.write((tx) => register(tx, card, clock.nowMs())),
    keep: (made) => store.write((tx) => keep(tx, made)),
    noteSnapshot: ({ modelNo, generation }) =>
      store.write((tx) => {
        const isKnown = listModels(tx).some((model) => model.modelNo === modelNo)
        if (isKnown) putSnapshot(tx, { modelNo, generation, madeAt: clock.nowMs() })
      }),
    forgetOld: async () => {
      const isLeaving = listModels(store.db).some(({ state }) => state === 'leaving')
      return isLeaving ? store.write(forgetSome) : false
    },
    lastChange: () => lastChange(store.db),
  }
}

function register(tx: Tx, card: ModelCard, nowMs: number): void {
  const models = listModels(tx)
  const known = models.find(({ model }) => model === card.model)
  const serving = models.find(({ state }) => state === 'serving')
  if (known) setModel(tx, known.modelNo, { name: card.name, source: card.source })
  for (const { modelNo, state } of models) {
    // Whatever else was on its way is given up: the operator changed the model once more.
    if (state === 'making' && modelNo !== known?.modelNo)
      setModel(tx, modelNo, { state: 'leaving' })
  }
  if (known?.state === 'leaving') setModel(tx, known.modelNo, { state: 'making' })
  if (known) return
  insertModel(tx, { ...card, state: serving ? 'making' : 'serving', createdAt: nowMs })
}

function keep(tx: Tx, { modelNo, vectors, done }: MadeVectors): void {
  const models = listModels(tx)
  const model = models.find((one) => one.modelNo === modelNo)
  if (!model || model.state === 'leaving') return
  for (const { passageNo, bytes } of vectors) {
    insertVector(tx, { modelNo, passageNo, vector: Buffer.from(bytes) })
  }
  if (!done || model.state !== 'making') return
  const old = models.find(({ state }) => state === 'serving')
  if (old) setModel(tx, old.modelNo, { state: 'leaving' })
  setModel(tx, modelNo, { state: 'serving' })
}

function forgetSome(tx: Tx): boolean {
  const old = listModels(tx).find(({ state }) => state === 'leaving')
  if (!old) return false
  const { modelNo } = old
  if (deleteVectors(tx, { modelNo, limit: forgottenPerWrite }) === 0) deleteModel(tx, modelNo)
  return true
}
