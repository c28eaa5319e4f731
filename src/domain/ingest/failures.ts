import type { PartRead } from '../../base/part-read.ts'
import type { ExtractFailed, FailureCode } from './ports.ts'

/** What the provider reads in the asset's `error`. */
const sentences: Record<FailureCode, (detail: string | undefined) => string> = {
  encrypted: () => 'The file is protected with a password. Upload it without one.',
  corrupt: (detail) => `The file is damaged and cannot be read${detail ? ` (${detail})` : ''}.`,
  unsupported_type: (detail) =>
    detail
      ? refusalOf(detail)
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

/** Documents that no reader here opens: what they are called, and what to save them as. */
const documents: Readonly<Record<string, [what: string, instead: string]>> = {
  'application/msword': ['Documents of Word from before 2007 (.doc)', 'DOCX or PDF'],
  'application/vnd.ms-excel': ['Workbooks of Excel from before 2007 (.xls)', 'XLSX or CSV'],
  'application/vnd.ms-powerpoint': [
    'Presentations of PowerPoint from before 2007 (.ppt)',
    'PPTX or PDF',
  ],
  'application/vnd.ms-excel.sheet.binary.macroenabled.12': [
    'Binary workbooks of Excel (.xlsb)',
    'XLSX or CSV',
  ],
  'application/vnd.visio': ['Drawings of Visio (.vsd, .vsdx)', 'PDF'],
  'application/vnd.apple.pages': ['Documents of Pages', 'DOCX or PDF'],
  'application/vnd.apple.keynote': ['Presentations of Keynote (.key)', 'PPTX or PDF'],
  'application/vnd.apple.numbers': ['Tables of Numbers', 'XLSX or CSV'],
  'application/vnd.oasis.opendocument.graphics': ['Drawings of OpenDocument (.odg)', 'PDF'],
  'application/x-cfb': ['Files of programs from before 2007', 'DOCX, XLSX, PPTX or PDF'],
}

function refusalOf(type: string): string {
  const [what, instead] = documents[type] ?? []
  if (what) return `${what} cannot be indexed here: save it as ${instead} and upload that.`
  return `Files of the type ${type} cannot be indexed here.${adviceFor(type)}`
}

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
