import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { NodeTable } from './vector-index.ts'

/** What a snapshot says of itself, before the numbers. */
export type SnapshotHeader = {
  dimensions: number
  /** So many nodes are in the graph beside it; 0: there is none. */
  reach: number
  graphCrc: number
}

export type Snapshot = { header: SnapshotHeader; table: NodeTable; vectors: readonly Uint8Array[] }

const magic = 'KONTOR-VECTORS-1'
const headerBytes = 256
const numberBytes = Int32Array.BYTES_PER_ELEMENT

/**
 * Writes a file that is there whole or not at all: beside its place, to the disk, then renamed.
 * The first 256 bytes are one line of JSON with the length and checksum of what follows.
 */
export async function writeSnapshot(file: string, snapshot: Snapshot): Promise<void> {
  const { header, table, vectors } = snapshot
  const parts = [bytesIn(table.passageNos), bytesIn(table.nodes), ...vectors]
  const crc = parts.reduce((sum, part) => crc32(part, sum), 0)
  const head = { magic, ...header, count: table.nodes.length, bytes: lengthOf(vectors), crc }
  const first = Buffer.from(
    JSON.stringify(head)
      .padEnd(headerBytes - 1)
      .concat('\n'),
  )
  const handle = await open(`${file}.tmp`, 'w', 0o600)
  try {
    for (const part of [first, ...parts]) await handle.writeFile(part)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await moveInto(file)
}

/** Gives a finished `….tmp` its name, so that both survive a power cut. */
export async function moveInto(file: string): Promise<void> {
  await rename(`${file}.tmp`, file)
  const folder = await open(dirname(file), 'r')
  await folder.sync().finally(() => folder.close())
}

/** Undefined for a file that is missing, cut short or damaged. */
export function readSnapshot(file: string): Snapshot | undefined {
  let fd: number | undefined
  try {
    fd = openSync(file, 'r')
    const head = JSON.parse(Buffer.from(readPart(fd, { length: headerBytes })).toString('utf8'))
    const { dimensions, reach, graphCrc, count, bytes, crc } = head
    const isWhole =
      head.magic === magic && fstatSync(fd).size === headerBytes + 2 * count * numberBytes + bytes
    if (!isWhole) return undefined
    const [passageNos, nodes] = [
      readPart(fd, { length: count * numberBytes }),
      readPart(fd, { length: count * numberBytes }),
    ]
    const vectors: Uint8Array[] = []
    // A system gives at most 2 GiB at once.
    for (let left = bytes; left > 0; left -= partBytesMax) {
      vectors.push(readPart(fd, { length: Math.min(left, partBytesMax) }))
    }
    if ([passageNos, nodes, ...vectors].reduce((sum, part) => crc32(part, sum), 0) !== crc) {
      return undefined
    }
    return {
      header: { dimensions, reach, graphCrc },
      table: { passageNos: new Int32Array(passageNos.buffer), nodes: new Int32Array(nodes.buffer) },
      vectors,
    }
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** The next bytes of a file, in memory of their own. Throws when there are fewer. */
function readPart(fd: number, { length }: { length: number }): Uint8Array<ArrayBuffer> {
  const part = new Uint8Array(length)
  for (let at = 0; at < length; ) {
    const count = readSync(fd, part, at, length - at, null)
    if (count === 0) throw new Error('the file is cut short')
    at += count
  }
  return part
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

const partBytesMax = 2 ** 30
const chunkBytes = 4 * 1024 * 1024

/** Writes what the system still holds back of a file and gives its checksum. */
export async function settledCrc(file: string): Promise<number> {
  await using handle = await open(file, 'r+')
  await handle.sync()
  return await crcOf(handle)
}

/** The checksum of a file. Rejects when there is none. */
export async function crcOfFile(file: string): Promise<number> {
  await using handle = await open(file, 'r')
  return await crcOf(handle)
}

async function crcOf(handle: FileHandle): Promise<number> {
  const chunk = Buffer.alloc(chunkBytes)
  let crc = 0
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position)
    if (bytesRead === 0) return crc
    crc = crc32(chunk.subarray(0, bytesRead), crc)
    position += bytesRead
  }
}

function bytesIn({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
