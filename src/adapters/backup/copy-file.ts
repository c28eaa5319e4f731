import { createHash, type Hash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Cipher } from './cipher.ts'

/** What went in and what lies there now. */
export type Copied = { sha256: string; sizeBytes: number; stored: Stored }
export type Stored = { sha256: string; sizeBytes: number }

const pieceBytes = 1024 * 1024

/**
 * Copies one file through the cipher, if there is one, into a file of another name first: where the
 * name is, the bytes are complete and on the disk. A hash of both sides is taken on the way.
 */
export async function copyFile(copy: {
  from: string
  to: string
  cipher?: Cipher | undefined
}): Promise<Copied> {
  const { from, to, cipher } = copy
  const draft = `${to}.new`
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    const copied = await pour({ from, to: draft, cipher })
    await rename(draft, to)
    return copied
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function pour({ from, to, cipher }: Parameters<typeof copyFile>[0]): Promise<Copied> {
  const plain = tally()
  const stored = cipher ? tally() : plain
  await using target = await open(to, 'w', 0o600)
  const source = counted(piecesOf(from), plain)
  if (cipher) {
    for await (const piece of counted(await cipher(source), stored)) await target.writeFile(piece)
  } else for await (const piece of source) await target.writeFile(piece)
  await target.datasync()
  const inside = plain.result()
  return { ...inside, stored: cipher ? stored.result() : inside }
}

export async function hashFile(file: string): Promise<Stored> {
  const all = tally()
  for await (const piece of piecesOf(file)) all.add(piece)
  return all.result()
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

type Tally = { add(piece: Uint8Array): void; result(): Stored }

function tally(): Tally {
  const hash: Hash = createHash('sha256')
  let sizeBytes = 0
  return {
    add(piece) {
      hash.update(piece)
      sizeBytes += piece.length
    },
    result: () => ({ sha256: hash.digest('hex'), sizeBytes }),
  }
}

async function* counted(source: AsyncIterable<Uint8Array>, all: Tally) {
  for await (const piece of source) {
    all.add(piece)
    yield piece
  }
}
