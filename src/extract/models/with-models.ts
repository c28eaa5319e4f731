import {
  type Block,
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
      const warnings = extraction.warnings.filter((line) => !isSilent(line))
      try {
        for await (const blocks of model({ ...file, contentType })) {
          said ||= blocks.length > 0
          if (blocks.length > 0) await take(blocks, { modality, contentType })
        }
      } catch (error) {
        if (!(error instanceof ModelFailed)) throw error
        warnings.push(`${isSound ? noSpeech : noCaption} (${error.message}).`)
      }
      return { ...extraction, warnings: said ? warnings : merged(extraction.warnings, warnings) }
    },
  }
}

const noSpeech = 'What is said could not be written down'
const noCaption = 'The picture could not be described'

function isSilent(warning: string): boolean {
  return Object.values(silentWarnings).includes(warning)
}

function merged(before: readonly string[], after: readonly string[]): string[] {
  return [...new Set([...before, ...after])]
}
