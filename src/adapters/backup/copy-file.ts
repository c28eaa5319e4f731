import { createHash, type Hash } from 'node:crypto'
import { readSync } from 'node:fs'
import { chmod, copyFile as copyBytes, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate as otherWork } from 'node:timers/promises'
import { openTurns } from '../../base/turns.ts'
import type { Origin } from '../blobs/read-blobs.ts'
import type { Cipher } from './cipher.ts'
import { type Meter, noMeter } from './meter.ts'

/** What went in and what lies there now. */
export type Copied = { sha256: string; sizeBytes: number; stored: Stored }
export type Stored = { sha256: string; sizeBytes: number }

const pieceBytes = 1024 * 1024
/** What fits beside the processor is hashed from there. */
const hashedBytes = 256 * 1024
const piecesAtOnce = 32
/** A copy that the system makes cannot be stopped: a larger file is copied in pieces. */
const wholeMaxBytes = 1024 * 1024 * 1024

/**
 * The process has four threads for files, and who asks the server something needs one, too. Copies
 * gain nothing by being made side by side; files that wait for the disk do.
 */
const copying = openTurns({ atOnce: 1 })
const syncing = openTurns({ atOnce: 2 })

/**
 * Copies one file through the cipher, if there is one, into a file of another name first: where the
 * name is, the bytes are complete and on the disk. A hash of both sides is taken on the way.
 */
export async function copyFile(copy: {
  from: Origin
  to: string
  cipher?: Cipher | undefined
  meter?: Meter
}): Promise<Copied> {
  const { to } = copy
  const draft = `${to}.new`
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    const copied = await pour({ ...copy, to: draft })
    await rename(draft, to)
    return copied
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function pour(copy: Parameters<typeof copyFile>[0]): Promise<Copied> {
  const { from, to, cipher, meter = noMeter } = copy
  if (typeof from === 'string' && !cipher && (await stat(from)).size <= wholeMaxBytes) {
    return pourWhole({ from, to, meter })
  }
  const plain = tally()
  const stored = cipher ? tally() : plain
  await using target = await open(to, 'w', 0o600)
  const pieces = typeof from === 'string' ? piecesOf(from) : from()
  const source = counted(pieces, plain, meter)
  if (cipher) {
    for await (const piece of counted(await cipher(source), stored)) await target.writeFile(piece)
  } else for await (const piece of source) await target.writeFile(piece)
  await syncing(() => target.datasync())
  const inside = plain.result()
  return { ...inside, stored: cipher ? stored.result() : inside }
}

type WholeCopy = { from: string; to: string; meter?: Meter | undefined }

/** The system copies several times as fast as a program does; what came of it is hashed. */
async function pourWhole({ from, to, meter }: WholeCopy): Promise<Copied> {
  await copying(() => copyBytes(from, to))
  // A copy has the mode of what was copied, which may be read-only.
  await chmod(to, 0o600)
  await using target = await open(to, 'r+')
  const work = [hashOf(target.fd, meter), syncing(() => target.datasync())] as const
  // Whichever fails, the file stays open until the other is over.
  await Promise.allSettled(work)
  const [stored] = await Promise.all(work)
  return { ...stored, stored }
}

export async function hashFile(file: Origin, meter?: Meter): Promise<Stored> {
  if (typeof file !== 'string') {
    const all = tally()
    for await (const _ of counted(file(), all, meter));
    return all.result()
  }
  await using handle = await open(file, 'r')
  return await hashOf(handle.fd, meter)
}

/** Reads in the thread that calls: it has one of its own, and the server's are the server's. */
async function hashOf(file: number, meter = noMeter): Promise<Stored> {
  const all = tally()
  const buffer = Buffer.allocUnsafe(hashedBytes)
  for (let count = 1; ; count += 1) {
    const bytesRead = readSync(file, buffer, 0, hashedBytes, all.sizeBytes())
    if (bytesRead === 0) return all.result()
    all.add(buffer.subarray(0, bytesRead))
    meter.advance(bytesRead)
    if (count % piecesAtOnce === 0) await otherWork()
  }
}

/** The bytes of a file in pieces, each in the same buffer: take it before the next one. */
async function* piecesOf(file: string): AsyncGenerator<Uint8Array> {
  await using handle = await open(file, 'r')
  const buffer = Buffer.allocUnsafe(pieceBytes)
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, pieceBytes)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

type Tally = { add(piece: Uint8Array): void; sizeBytes(): number; result(): Stored }

function tally(): Tally {
  const hash: Hash = createHash('sha256')
  let sizeBytes = 0
  return {
    add(piece) {
      hash.update(piece)
      sizeBytes += piece.length
    },
    sizeBytes: () => sizeBytes,
    result: () => ({ sha256: hash.digest('hex'), sizeBytes }),
  }
}

async function* counted(source: AsyncIterable<Uint8Array>, all: Tally, meter = noMeter) {
  for await (const piece of source) {
    all.add(piece)
    meter.advance(piece.length)
    yield piece
  }
}
