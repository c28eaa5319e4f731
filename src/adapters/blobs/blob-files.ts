import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { constants, type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { TooLarge } from '../../base/errors.ts'
import type { ReceivedBlob } from '../../domain/catalog/ports.ts'

const idLength = 'obj_'.length + 26

export const keyForm = /^obj_[0-9a-z]{26}-[0-9a-f]{10}$/

/** The folder of a blob: the end of an object's id is random, so that the folders fill evenly. */
export function shelfOf(key: string): string {
  return key.slice(idLength - 2, idLength)
}

/** Those that there are. What else lies beside them is not ours: `lost+found` of a disk, a file. */
export function shelvesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[0-9a-z]{2}$/.test(entry.name))
    .map(({ name }) => name)
}

/** Where a blob lies in the folder of all blobs. */
export function blobPath({ folder, key }: { folder: string; key: string }): string {
  return join(folder, shelfOf(key), key)
}

/** Into a new file. Throws TooLarge. */
export async function writeDurably(
  file: string,
  source: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<ReceivedBlob> {
  await using handle = await open(file, 'wx', 0o600)
  const received = await pour(handle, source, { offsetBytes: 0, limitBytes })
  await handle.sync()
  return received
}

/** At its place in a file that may be there or not, and may be written to elsewhere. */
export async function writePartDurably(
  file: string,
  source: AsyncIterable<Uint8Array>,
  place: { offsetBytes: number; limitBytes: number },
): Promise<ReceivedBlob> {
  await makeShelf(file)
  await using handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600)
  const received = await pour(handle, source, place)
  await handle.sync()
  await syncFolder(dirname(file))
  return received
}

/** Chunk by chunk, and never a byte beyond the limit. */
async function pour(
  handle: FileHandle,
  source: AsyncIterable<Uint8Array>,
  { offsetBytes, limitBytes }: { offsetBytes: number; limitBytes: number },
): Promise<ReceivedBlob> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of source) {
    if (sizeBytes + chunk.length > limitBytes) {
      throw new TooLarge({
        message: `More bytes than the ${limitBytes} that were declared.`,
        limitBytes,
      })
    }
    hash.update(chunk)
    await writeAll(handle, chunk, offsetBytes + sizeBytes)
    sizeBytes += chunk.length
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** A write may take fewer bytes than it was given. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const left = bytes.length - done
    done += (await handle.write(bytes, done, left, position + done)).bytesWritten
  }
}

/** The name itself is durable only when the folder that holds it is: after a power cut too. */
export async function moveDurably({ from, to }: { from: string; to: string }): Promise<void> {
  await makeShelf(to)
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** The folder that a file is to lie in. */
async function makeShelf(file: string): Promise<void> {
  const shelf = dirname(file)
  const made = await mkdir(shelf, { recursive: true, mode: 0o700 })
  if (made !== undefined) await syncFolder(dirname(shelf))
}

async function syncFolder(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
