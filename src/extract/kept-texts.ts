import { ExtractInterrupted, type ExtractorFile } from '../domain/ingest/ports.ts'
import { keptTextMaxBytes, keptTextsMaxBytes } from './limits.ts'
import type { WatchedChild } from './sandbox/start-child.ts'

const pieceBytes = 64 * 1024
const newLine = '\n'

type Kept = { claims: string; text: Buffer }

/**
 * What children said of files after they had inspected them: most are approved soon, and need no
 * second child then. The oldest goes when there are too many; it is only read again.
 */
export function openKeptTexts() {
  const kept = new Map<string, Kept>()
  let heldBytes = 0

  function drop(key: string): Kept | undefined {
    const one = kept.get(key)
    kept.delete(key)
    heldBytes -= one?.text.length ?? 0
    return one
  }

  return {
    put({ key, claims }: ExtractorFile, text: Buffer | undefined): void {
      if (key === undefined || text === undefined) return
      drop(key)
      kept.set(key, { text, claims: JSON.stringify(claims) })
      heldBytes += text.length
      for (const oldest of kept.keys()) {
        if (heldBytes <= keptTextsMaxBytes) return
        drop(oldest)
      }
    },
    /** Once: whoever reads the file again wants it read again. */
    take({ key, claims }: ExtractorFile): Buffer | undefined {
      const one = key === undefined ? undefined : drop(key)
      return one?.claims === JSON.stringify(claims) ? one.text : undefined
    },
  }
}

/** A child that says what another one said. */
export function replay(text: Buffer): Pick<WatchedChild, 'pieces' | 'extend' | 'causeOfDeath'> {
  return {
    extend() {},
    causeOfDeath: async () => new ExtractInterrupted('a kept text has no end'),
    async *pieces() {
      for (let at = 0; at < text.length; at += pieceBytes) yield text.subarray(at, at + pieceBytes)
    },
  }
}

/**
 * The lines of a child up to the end of its inspection; those that came with it and belong to the
 * text go to `rest`.
 */
export async function* untilInspected(
  batches: AsyncGenerator<string[]>,
  rest: string[],
): AsyncGenerator<string[]> {
  for (let next = await batches.next(); !next.done; next = await batches.next()) {
    const lines = next.value
    const end = lines.findIndex((line) => line.startsWith('{"endInspect"'))
    // Before the yield: who takes the last line does not come back.
    if (end >= 0) rest.push(...lines.splice(end + 1))
    yield lines
    if (end >= 0) return
  }
}

/** The text to its end; undefined for one that is too long, or has no good end. */
export async function textAfter(
  batches: AsyncGenerator<string[]>,
  rest: string[],
): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let bytes = 0
  for (let lines: string[] | undefined = rest; lines; lines = (await batches.next()).value) {
    if (lines.length === 0) continue
    const piece = Buffer.from(lines.join(newLine) + newLine)
    pieces.push(piece)
    bytes += piece.length
    const last = lines.at(-1) ?? ''
    if (last.startsWith('{"endExtract"')) return Buffer.concat(pieces)
    if (last.startsWith('{"failed"') || bytes > keptTextMaxBytes) return undefined
  }
  return undefined
}
