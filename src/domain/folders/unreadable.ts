import { extname } from 'node:path'
import type { SourceFolder } from './ports.ts'

/** A kind of file that no reader here opens, and what to make of it. */
type Kind = { begins: readonly RegExp[]; what: string; advice: string }

/** Compound files: also of today's documents with a password, which their reader tells apart. */
const compound = [/^d0cf11e0a1b11ae1/]
const old = (program: 'Word' | 'Excel' | 'PowerPoint'): Kind => ({
  begins: compound,
  what: `a file of ${program} from before 2007`,
  advice: `save it as ${today[program]}`,
})
const zipped = (kind: Omit<Kind, 'begins'>): Kind => ({ begins: [/^504b0304/], ...kind })
const drawing = { what: 'a drawing', advice: 'save it as PDF' }
const today = { Word: '.docx or PDF', Excel: '.xlsx or CSV', PowerPoint: '.pptx or PDF' }
const archive: Kind = {
  begins: [/^(504b0304|1f8b|377abcaf271c|526172211a07|fd377a585a00|425a68|28b52ffd)/],
  what: 'an archive',
  advice: 'unpack it: the files in it are taken one by one',
}
const heif: Kind = {
  begins: [/^.{8}66747970/],
  what: 'a HEIC picture',
  advice: 'save it as JPEG or PNG',
}
const kinds: Readonly<Record<string, Kind>> = {
  doc: old('Word'),
  dot: old('Word'),
  xls: old('Excel'),
  xlt: old('Excel'),
  ppt: old('PowerPoint'),
  pps: old('PowerPoint'),
  pot: old('PowerPoint'),
  xlsb: zipped({ what: 'a binary workbook of Excel', advice: `save it as ${today.Excel}` }),
  pages: zipped({ what: 'a document of Pages', advice: `save it as ${today.Word}` }),
  key: zipped({ what: 'a presentation of Keynote', advice: `save it as ${today.PowerPoint}` }),
  numbers: zipped({ what: 'a file of Numbers', advice: `save it as ${today.Excel}` }),
  vsd: { begins: compound, ...drawing },
  vsdx: zipped(drawing),
  odg: zipped(drawing),
  heic: heif,
  heif,
  ...Object.fromEntries(
    ['zip', '7z', 'rar', 'gz', 'tgz', 'xz', 'bz2', 'zst'].map((ending) => [ending, archive]),
  ),
}
const headBytes = 16

/**
 * Why a file need not be sent, with the way out; undefined for what may be readable. By its name
 * and its first bytes: what is called .doc is as often RTF, HTML or a .docx.
 */
export async function unreadable(
  source: Pick<SourceFolder, 'head'>,
  path: string,
): Promise<string | undefined> {
  const kind = kinds[extname(path).slice(1).toLowerCase()]
  if (!kind) return undefined
  const head = await source.head(path, headBytes)
  if (!kind.begins.some((beginning) => beginning.test(head))) return undefined
  return `This is ${kind.what}, which cannot be indexed: ${kind.advice}.`
}
