import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const block = 512

type Entry = { name: string; file: string; sizeBytes: number }

/** A folder as one file that every system unpacks, and how many bytes that is. */
export type Tar = { sizeBytes: number; bytes: AsyncGenerator<Buffer> }

/**
 * What is in a folder as a tar (ustar), below a folder of the name `under`. Its files must stay as
 * they are while it is read: their sizes stand before them.
 */
export function tarOfFolder({ folder, under }: { folder: string; under: string }): Tar {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const entries = names.flatMap((name): Entry[] => {
    const file = join(folder, name)
    const found = statSync(file)
    return found.isFile() ? [{ name: `${under}/${name}`, file, sizeBytes: found.size }] : []
  })
  const ofFiles = entries.reduce((sum, { sizeBytes }) => sum + block + padded(sizeBytes), 0)
  return { sizeBytes: ofFiles + 2 * block, bytes: written(entries) }
}

async function* written(entries: readonly Entry[]): AsyncGenerator<Buffer> {
  for (const { name, file, sizeBytes } of entries) {
    yield headerOf(name, sizeBytes)
    // Nothing is read of an empty file, and no byte more than the header says.
    if (sizeBytes > 0) yield* createReadStream(file, { end: sizeBytes - 1 })
    yield Buffer.alloc(padded(sizeBytes) - sizeBytes)
  }
  yield Buffer.alloc(2 * block)
}

function padded(sizeBytes: number): number {
  return Math.ceil(sizeBytes / block) * block
}

function headerOf(name: string, sizeBytes: number): Buffer {
  const header = Buffer.alloc(block)
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a tar.`)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  writeSize(header, sizeBytes)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const octalMax = 8 ** 11

/** Eleven octal digits; what is larger is written in bytes, as GNU tar does. */
function writeSize(header: Buffer, sizeBytes: number): void {
  if (sizeBytes < octalMax) {
    header.write(`${sizeBytes.toString(8).padStart(11, '0')}\0`, 124)
    return
  }
  header[124] = 0x80
  header.writeBigUInt64BE(BigInt(sizeBytes), 128)
}
