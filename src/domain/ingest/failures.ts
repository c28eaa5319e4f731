import type { PartRead } from '../../base/part-read.ts'
import type { ExtractFailed, FailureCode } from './ports.ts'

/** What the provider reads in the asset's `error`. */
const sentences: Record<FailureCode, (detail: string | undefined) => string> = {
  encrypted: () => 'The file is protected with a password. Upload it without one.',
  corrupt: (detail) => `The file is damaged and cannot be read${detail ? ` (${detail})` : ''}.`,
  unsupported_type: (detail) =>
    detail
      ? `Files of the type ${detail} cannot be indexed here.${adviceFor(detail)}`
      : 'The type of the file was not recognised, so it cannot be indexed.',
  empty: (pages) =>
    pages
      ? 'The pages carry no text, and none could be recognised in them as pictures.'
      : 'The file has no text in it.',
  timeout: () => 'Reading the file took too long.',
  memory: () => 'Reading the file took too much memory.',
  too_many_pages: (pages) =>
    `The file has too many pages${pages ? ` (${pages})` : ''}. Split it into smaller ones.`,
  too_much_text: () => 'The file has too much text. Split it into smaller ones.',
}

const archive = /^application\/(zip|gzip|x-(7z|rar|tar|bzip2|xz|gtar)[a-z-]*|zstd|vnd\.rar)$/
const highEfficiency = /^image\/hei[cf](-sequence)?$/

/** What to upload in its place. */
function adviceFor(type: string): string {
  if (archive.test(type)) return ' An archive is not opened: upload the files in it one by one.'
  return highEfficiency.test(type) ? ' Upload the picture as JPEG or PNG.' : ''
}

export const interruptedSentence =
  'The file could not be read in several attempts. Delete it and upload it again.'

/** One sentence, with the code in front for machines: `encrypted: The file is …`. */
export function reasonOf({ code, detail }: ExtractFailed): string {
  return `${code}: ${sentences[code](detail)}`
}

/** What the provider reads in the `warnings` of a file of which only a part was read. */
export function partSentence({ unit, read, of }: PartRead): string {
  if (unit === 'seconds') {
    return `Heard ${clockOf(read)} of ${of === null ? 'its' : clockOf(of)} minutes.`
  }
  const part = of === null ? `the first ${read} ${unit}` : `${read} of ${of} ${unit}`
  return `Read ${part}: the time for one file was over.`
}

function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
