import { type FileHandle, open, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { piecesOf } from '../backup/copy-file.ts'

const blockBytes = 512
/** What the size field of the format holds: eleven octal digits. */
const sizeMax = 8 ** 11 - 1

/** Packs a folder's files into a tar file (POSIX ustar), which takes its name when it is whole. */
export async function packFolder({ folder, file }: { folder: string; file: string }) {
  const draft = `${file}.new`
  {
    await using tar = await open(draft, 'w', 0o600)
    const names = await readdir(folder, { recursive: true })
    // The manifest first: who reads the archive as a stream knows what comes.
    for (const name of names.sort(byPlace)) await packFile(tar, { folder, name })
    await tar.writeFile(Buffer.alloc(2 * blockBytes))
    await tar.sync()
  }
  await rename(draft, file)
}

function byPlace(...[left, right]: [left: string, right: string]): number {
  const rank = (name: string) => (name === 'manifest.json' ? `0${name}` : `1${name}`)
  return rank(left) < rank(right) ? -1 : 1
}

async function packFile(tar: FileHandle, { folder, name }: { folder: string; name: string }) {
  const entry = await stat(join(folder, name))
  if (entry.isDirectory()) return
  const { size, mtimeMs } = entry
  await tar.writeFile(headerOf({ name, size, mtimeMs }))
  for await (const piece of piecesOf(join(folder, name))) await tar.writeFile(piece)
  const rest = size % blockBytes
  if (rest > 0) await tar.writeFile(Buffer.alloc(blockBytes - rest))
}

/** The names of an archive are short and of ASCII alone. */
function headerOf({ name, size, mtimeMs }: { name: string; size: number; mtimeMs: number }) {
  const header = Buffer.alloc(blockBytes)
  const octal = (...[value, digits]: [number, number]) => value.toString(8).padStart(digits, '0')
  header.write(name, 0, 100, 'latin1')
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100, 'latin1')
  writeSize(header, size)
  header.write(`${octal(Math.floor(mtimeMs / 1000), 11)}\0`, 136, 'latin1')
  header.write('        0', 148, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148, 'latin1')
  return header
}

/** Beyond eight gigabytes as GNU tar and libarchive do it: the number itself, marked by a bit. */
function writeSize(header: Buffer, size: number): void {
  if (size <= sizeMax) {
    header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
    return
  }
  header.writeUInt8(0x80, 124)
  header.writeBigUInt64BE(BigInt(size), 128)
}
