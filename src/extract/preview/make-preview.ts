import { cleanLine } from '../../base/clean-text.ts'
import type { Preview } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { type FormatName, formats } from '../formats/format.ts'
import { imageBytesMax } from '../limits.ts'
import { hasCover } from './picture-engine.ts'

/**
 * What there is to look at in a file that could be opened: a smaller picture, the first page, a
 * frame, the waveform. Undefined for text and tables, and office files without a picture in them.
 */
export async function makePreview(
  source: BlobSource,
  format: FormatName | null,
): Promise<Preview | undefined> {
  try {
    return await previewOf(source, format)
  } catch (error) {
    const message = cleanLine((error as Error).message).slice(0, 120)
    return { problem: `No preview: the file cannot be drawn (${message}).` }
  }
}

async function previewOf(
  source: BlobSource,
  format: FormatName | null,
): Promise<Preview | undefined> {
  if (format === null || format === 'svg') return undefined
  if (format === 'pdf') return (await import('./preview-page.ts')).previewPage(source)
  if (hasCover(source)) return (await import('./preview-cover.ts')).previewCover(source)
  const { modality } = formats[format]
  if (modality === 'audio' || modality === 'video') {
    return (await import('./preview-recording.ts')).previewRecording(source)
  }
  if (modality !== 'image') return undefined
  const tooLarge = { problem: 'No preview: the picture is too large.' }
  if (source.sizeBytes > imageBytesMax) return tooLarge
  return (await import('./shrink-picture.ts')).shrinkPicture(source.whole())
}
