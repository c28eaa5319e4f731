import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { FeatureExtractionPipeline } from '@huggingface/transformers'
import { ModelRefused } from '../../base/model-refused.ts'
import type { Embedder, ModelSource } from './embedder.ts'
import { type ModelFolder, readModelFolder } from './model-folder.ts'
import { scriptsOfPieces } from './scripts.ts'

/** One network run uses so many processors; searches and requests need the others. */
const threads = 2
/** Longer ones are cut by the model anyway, and taking 100 kB of one word apart takes seconds. */
const textMaxChars = 8_000

/**
 * The operator's model, from a folder in the layout of Hugging Face. Nothing is ever fetched or
 * written. Rejects with ModelRefused and a sentence that says which file is wrong.
 */
export async function openEmbedTransformers(
  source: ModelSource & { folder: string },
): Promise<Embedder> {
  const folder = readModelFolder(source.folder)
  const model = await hashOf(folder, source)
  const run = await loaded(folder)
  const { queryPrefix, passagePrefix } = source

  async function embed(prefix: string, texts: readonly string[]): Promise<Float32Array[]> {
    const asked = texts.map((text) => `${prefix}${text}`.slice(0, textMaxChars) || ' ')
    const { data, dims } = await run(asked, { pooling: folder.pooling, normalize: true })
    const width = dims.at(-1) ?? 0
    return asked.map((_, i) =>
      Float32Array.from((data as Float32Array).subarray(i * width, (i + 1) * width)),
    )
  }

  const [probe] = await embed(passagePrefix, ['A short sentence.']).catch((error: Error) => {
    throw new ModelRefused(`The embedding model ${source.folder} cannot be run: ${error.message}`)
  })
  const embedder = {
    model,
    name: basename(folder.folder),
    dimensions: probe?.length ?? 0,
    cutoff: 0,
    scripts: scriptsOfPieces(folder.pieces),
    embedQuery: async (text: string) => (await embed(queryPrefix, [text]))[0] as Float32Array,
    // One after the other: texts of one run are filled up to the longest, and would wait for it.
    async embedPassages(texts: readonly string[]) {
      const vectors: Float32Array[] = []
      for (const text of texts) vectors.push(...(await embed(passagePrefix, [text])))
      return vectors
    },
  }
  return { ...embedder, cutoff: await cutoffOf(embedder) }
}

async function loaded({ folder, dtype }: ModelFolder): Promise<FeatureExtractionPipeline> {
  const { env, pipeline } = await import('@huggingface/transformers').catch((error: Error) => {
    throw new ModelRefused(
      'KONTOR_EMBEDDING_MODEL needs the package @huggingface/transformers, which is not there ' +
        '(scripts/setup installs it): ' +
        error.message,
    )
  })
  env.allowRemoteModels = false
  env.allowLocalModels = true
  env.localModelPath = `${dirname(folder)}/`
  env.useFSCache = false
  env.useBrowserCache = false
  env.cacheDir = null
  try {
    return await pipeline('feature-extraction', basename(folder), {
      dtype,
      device: 'cpu',
      session_options: { intraOpNumThreads: threads },
    })
  } catch (error) {
    const { message } = error as Error
    throw new ModelRefused(`The embedding model ${folder} cannot be loaded: ${message}`)
  }
}

/** Another file or another prefix gives other vectors. */
async function hashOf(
  { folder, files, pooling }: ModelFolder,
  { queryPrefix, passagePrefix }: ModelSource,
): Promise<string> {
  const hash = createHash('sha256').update(
    JSON.stringify([pooling, queryPrefix, passagePrefix, textMaxChars]),
  )
  for (const file of files) {
    for await (const chunk of createReadStream(join(folder, file))) hash.update(chunk)
  }
  return hash.digest('hex')
}

/** Sentences that have nothing to do with one another, and what asks for none of them. */
const unrelated = [
  'The boiler was inspected and its safety valve replaced.',
  'She played the second violin concerto in Vienna.',
  'Bake the bread for forty minutes until the crust is brown.',
  'The court dismissed the appeal because it came too late.',
  'Der Zug nach Hamburg fährt heute von einem anderen Gleis.',
  'Glaciers in the valley have lost a third of their mass.',
  'Das Kind hat seit gestern Fieber und hustet.',
  'Interest rates were raised by a quarter of a point.',
] as const
const deviations = 2
const cutoffMax = 0.95

/**
 * Models differ in how near to one another things are that have nothing in common: what lies two
 * deviations above that is near. It depends on the model alone, never on anybody's passages.
 */
async function cutoffOf(embedder: Pick<Embedder, 'embedQuery' | 'embedPassages'>): Promise<number> {
  const passages = await embedder.embedPassages(unrelated)
  const cosines: number[] = []
  for (const [i, text] of unrelated.entries()) {
    const query = await embedder.embedQuery(text)
    for (const [j, passage] of passages.entries()) if (i !== j) cosines.push(dot(query, passage))
  }
  const known = cosines.filter(Number.isFinite)
  const mean = known.reduce((sum, one) => sum + one, 0) / Math.max(1, known.length)
  const spread = known.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, known.length)
  return Math.max(0, Math.min(cutoffMax, mean + deviations * Math.sqrt(spread)))
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, part, i) => sum + part * (b[i] ?? 0), 0)
}
