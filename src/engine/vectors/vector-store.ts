import type { ModelCard } from '../embedding/embedder.ts'

/** Vectors of passages; a passage that gave none (no words it knows, no numbers) has no bytes. */
export type MadeVectors = {
  readonly modelNo: number
  readonly vectors: readonly { readonly passageNo: number; readonly bytes: Uint8Array }[]
  /** Of those, what the model cannot take: they have no vector, and are found by their words. */
  readonly refused: readonly { readonly passageNo: number; readonly reason: string }[]
  /** No passage is left without one of this model. */
  readonly done: boolean
}

/** What the thread that has the vectors wants written down; it only reads. */
export type VectorStore = {
  register(card: ModelCard): Promise<void>
  keep(made: MadeVectors): Promise<void>
  /** The snapshot that fits what is written down. */
  noteSnapshot(snapshot: { modelNo: number; generation: string }): Promise<void>
  /** Takes some vectors of models that are not used any more; says whether there are more. */
  forgetOld(): Promise<boolean>
  /** Goes up with every passage that comes or goes. */
  lastChange(): number
}
