import type { Block } from '../../domain/ingest/ports.ts'

/** What the child with a model is started for; one JSON value on its standard input. */
export type ModelJob = {
  task: 'speech' | 'caption'
  /** The operator's model, in the layout of Hugging Face. */
  folder: string
  /** The file is sound as ffmpeg wrote it, not a file of a provider. */
  raw: boolean
  parentPid: number
}

/** What it writes, one JSON value a line; `end` or `failed` is the last. */
export type ModelLine = { ready: true } | { blocks: Block[] } | { end: true } | { failed: string }

/** Of a WAV file whose samples are compressed. */
export const compressedWave = 'its sound is compressed in a way that takes ffmpeg'

export const modelFileFd = 3
export const modelLinesFd = 4
