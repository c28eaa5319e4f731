import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assetFolder } from '../../base/assets.ts'
import { openEmbedStatic } from './embed-static.ts'
import { readVocabulary } from './embed-static-files.ts'
import type { Embedder, ModelSource } from './embedder.ts'
import { readModelFolder } from './model-folder.ts'
import { scriptsOfPieces } from './scripts.ts'

/** The model that ships with the program. */
export function openShippedEmbedder(): Embedder {
  return openEmbedStatic(shippedFolder())
}

function shippedFolder(): string {
  return join(assetFolder('models'), 'kontor-static-5')
}

/**
 * Looks whether a folder has the files of a model: of one in the layout of Hugging Face, or of one
 * like that which ships. Throws ModelRefused with what is missing.
 */
export function checkModelFolder(folder: string): void {
  if (!isTable(folder)) readModelFolder(folder)
}

/**
 * The scripts that the model of a folder knows, in ISO 15924, or the one that ships. Reads its
 * vocabulary alone. Throws ModelRefused, or an Error for a table that cannot be read.
 */
export function scriptsOfModel(folder: string | undefined): string[] {
  if (folder !== undefined && !isTable(folder))
    return scriptsOfPieces(readModelFolder(folder).pieces)
  return scriptsOfPieces(readVocabulary(folder ?? shippedFolder()))
}

type ModelSettings = {
  readonly embeddingModel?: string | undefined
  readonly embeddingQueryPrefix?: string | undefined
  readonly embeddingPassagePrefix?: string | undefined
  readonly embeddingCutoffPercent?: number | undefined
}

/**
 * The model that the operator chose, or the one that ships, which has no prefixes. Throws
 * ModelRefused for a folder that holds none.
 */
export function modelSource(settings: ModelSettings): ModelSource {
  const { embeddingModel: folder, embeddingCutoffPercent: percent } = settings
  const cutoff = percent === undefined ? null : percent / 100
  if (folder === undefined) return { folder: null, queryPrefix: '', passagePrefix: '', cutoff }
  checkModelFolder(folder)
  return {
    folder: resolve(folder),
    queryPrefix: settings.embeddingQueryPrefix || '',
    passagePrefix: settings.embeddingPassagePrefix || '',
    cutoff,
  }
}

function isTable(folder: string): boolean {
  return existsSync(join(folder, 'model.json'))
}

/** What tells the sentences of a passage apart: the model itself where it takes no time. */
export function sentenceEmbedder({ folder }: ModelSource, embedder: Embedder): Embedder {
  if (folder === null || isTable(folder)) return embedder
  try {
    return openShippedEmbedder()
  } catch {
    return embedder
  }
}

/**
 * The model of a folder, or the one that ships with the program. What runs foreign models is loaded
 * only where there is one: it takes a second and 100 MB. Rejects with a sentence for the operator.
 */
export async function openEmbedder(source: ModelSource): Promise<Embedder> {
  const { cutoff } = source
  const embedder = await openWithOwnCutoff(source)
  return cutoff === null ? embedder : { ...embedder, cutoff }
}

async function openWithOwnCutoff(source: ModelSource): Promise<Embedder> {
  const { folder } = source
  if (folder === null) return openShippedEmbedder()
  if (isTable(folder)) return openEmbedStatic(folder)
  const { openEmbedTransformers } = await import('./embed-transformers.ts')
  return openEmbedTransformers({ ...source, folder })
}
