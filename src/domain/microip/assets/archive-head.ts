import { UnsupportedType } from '../../../base/errors.ts'

/** So much of the beginning of a file is looked at: a tar file says what it is at byte 257. */
const headBytes = 512

/** How archives and compressed files begin, in hexadecimal digits. */
const beginnings = [
  '1f8b', // gzip
  '377abcaf271c', // 7z
  '526172211a07', // RAR
  'fd377a585a00', // XZ
  '28b52ffd', // Zstandard
  '04224d18', // LZ4
  '4d534346', // CAB
  '504b0506', // ZIP without entries
  '504b0708', // ZIP in pieces
]
const bzip2 = /^425a683[1-9](314159265359|177245385090)/
const zip = '504b0304'
const zipNameAt = 30
const tarMark = 'ustar'
const tarMarkAt = 257
/**
 * What the first entry of a ZIP archive is called that is a document: of Office, OpenDocument and
 * EPUB, and of the programs whose files are taken besides.
 */
const documents = [
  /^(mimetype|\[Content_Types\]\.xml|manifest|manifest\.json|canvas\.fig|document\.json)$/,
  /^(meta\.json|user\.json|thumbnail\.png|preview[\w-]*\.jpg)$/,
  /^(_rels|docProps|word|xl|ppt|customXml|META-INF|OEBPS|OPS|Index|Metadata|Data|pages)\//,
  /^(artwork|resources|previews|images)\//,
]

/**
 * Hands on the bytes of a file unless they begin as those of an archive, whatever it is called.
 * Throws UnsupportedType in the words of the contract (spec 7.3) before it hands on anything.
 */
export async function* withoutArchive(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of source) {
    if (!head) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < headBytes) continue
    refuseArchive(head)
    yield head
    head = undefined
  }
  if (!head || head.length === 0) return
  refuseArchive(head)
  yield head
}

function refuseArchive(head: Buffer): void {
  const start = head.toString('hex', 0, 8)
  const isTar = head.toString('latin1', tarMarkAt, tarMarkAt + tarMark.length) === tarMark
  const isOther =
    beginnings.some((beginning) => start.startsWith(beginning)) ||
    bzip2.test(head.toString('hex', 0, 10))
  if (!isTar && !isOther && (!start.startsWith(zip) || isDocument(head))) return
  throw new UnsupportedType('Unsupported file type')
}

function isDocument(head: Buffer): boolean {
  if (head.length < zipNameAt) return false
  const length = head.readUInt16LE(26)
  const name = head.toString('utf8', zipNameAt, zipNameAt + length)
  return documents.some((pattern) => pattern.test(name))
}
