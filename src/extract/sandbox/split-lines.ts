import { ExtractInterrupted } from '../../domain/ingest/ports.ts'

/**
 * The complete lines of each piece. Throws ExtractInterrupted when a line grows over the limit:
 * only a child that does not follow the protocol sends one.
 */
export async function* splitLines(
  pieces: AsyncIterable<Buffer>,
  lineMaxBytes: number,
): AsyncGenerator<string[]> {
  let rest: Buffer[] = []
  let restBytes = 0
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(0x0a)
    if (end >= 0) {
      yield Buffer.concat([...rest, piece.subarray(0, end)])
        .toString('utf8')
        .split('\n')
      rest = []
      restBytes = 0
    }
    rest.push(piece.subarray(end + 1))
    restBytes += piece.length - end - 1
    if (restBytes > lineMaxBytes) throw new ExtractInterrupted('a line of the child is too long')
  }
}
