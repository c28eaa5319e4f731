import type { PartRead } from '../../base/part-read.ts'
import {
  type Block,
  type Extraction,
  type Extractor,
  type ExtractorFile,
  silentWarnings,
} from '../../domain/ingest/ports.ts'
import { ModelFailed } from './model-failed.ts'

/** Says what is spoken in an open file, or to be seen in it. Throws ModelFailed. */
export type MediaModel = (
  file: Pick<ExtractorFile, 'fd' | 'signal'> & { contentType: string },
) => AsyncIterable<Block[]>

/**
 * An extractor that adds what the operator's models hear and see: the words of recordings that
 * carry none, and a caption for each picture. Where a model fails the object is indexed by what
 * there is, with a warning.
 */
export function withModels(
  extractor: Extractor,
  { speech, captions }: { speech?: MediaModel | undefined; captions?: MediaModel | undefined },
): Extractor {
  if (!speech && !captions) return extractor
  return {
    inspect: (file) => extractor.inspect(file),
    async extract(file, take) {
      let spoken = file.spoken === true
      const extraction = await extractor.extract(file, async (blocks, kind) => {
        spoken ||= blocks.some(({ passage }) => passage === 'transcript')
        await take(blocks, kind)
      })
      const { modality, contentType } = extraction
      const isSound = modality === 'audio' || modality === 'video'
      const model = isSound && !spoken ? speech : modality === 'image' ? captions : undefined
      if (!model) return extraction
      let said = false
      let heardMs = 0
      let isWhole = true
      const warnings = extraction.warnings.filter((line) => !isSilent(line))
      try {
        for await (const blocks of model({ ...file, contentType })) {
          said ||= blocks.length > 0
          heardMs = blocks.at(-1)?.time?.endMs ?? heardMs
          if (blocks.length > 0) await take(blocks, { modality, contentType })
        }
      } catch (error) {
        if (!(error instanceof ModelFailed)) throw error
        isWhole = false
        const problem = said ? halfSpeech : isSound ? noSpeech : noCaption
        warnings.push(`${problem} (${error.message}).`)
      }
      if (!said) return { ...extraction, warnings: merged(extraction.warnings, warnings) }
      return { ...extraction, warnings, ...(isWhole ? {} : { part: heard(heardMs, extraction) }) }
    },
  }
}

const noSpeech = 'What is said could not be written down'
const halfSpeech = 'What is said could be written down in part only'
const noCaption = 'The picture could not be described'

function heard(untilMs: number, { durationMs }: Extraction): PartRead {
  const of = durationMs === null ? null : Math.ceil(durationMs / 1_000)
  return { unit: 'seconds', read: Math.floor(untilMs / 1_000), of }
}

function isSilent(warning: string): boolean {
  return Object.values(silentWarnings).includes(warning)
}

function merged(before: readonly string[], after: readonly string[]): string[] {
  return [...new Set([...before, ...after])]
}
