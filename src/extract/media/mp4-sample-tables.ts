import type { BlobSource } from '../blob-source.ts'

/** Boxes on the way to the tables of a track (ISO/IEC 14496-12, 8.6.1 and 8.8). */
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf'])
/** Runs of samples with one duration, and with one shift: a count and a value each. */
const tables = new Set(['stts', 'ctts'])
/** The samples of a fragment, whose count comes first. */
const fragment = 'trun'
const entryBytes = 8
const tableBytesMax = 64 * 1024 * 1024
const boxesMax = 100_000
/** What a file that keeps its samples elsewhere may have without having their bytes. */
const samplesFloor = 1_000_000

/**
 * Throws for an MP4 or QuickTime file with a table of more samples than the file has bytes: one
 * changed byte of a count, and whoever reads it counts to four thousand million (mediabunny 1.61,
 * `getSampleTableForTrack`). Of another file it finds nothing to read.
 */
export function requireSampleTables(source: BlobSource): void {
  const most = Math.max(source.sizeBytes, samplesFloor)
  for (const table of tablesOf(source)) {
    if (samplesIn(source, table) > most) throw new Error('it tells of more samples than it has')
  }
}

type Range = { at: number; end: number }
type Box = Range & { type: string }

function* tablesOf(source: BlobSource): Generator<Box> {
  const open: Range[] = [{ at: 0, end: source.sizeBytes }]
  for (let i = 0; i < boxesMax; i++) {
    const around = open.at(-1)
    if (!around) return
    const box = boxAt(source, around)
    if (!box) {
      open.pop()
      continue
    }
    around.at = box.end
    if (containers.has(box.type)) open.push({ at: box.at, end: box.end })
    if (tables.has(box.type) || box.type === fragment) yield box
  }
}

/** Where its contents are; nothing where no box can begin. */
function boxAt(source: BlobSource, { at, end }: Range): Box | undefined {
  const head = source.slice({ at, length: Math.max(0, Math.min(16, end - at)) })
  if (head.length < 8) return undefined
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  const isLong = short === 1 && head.length === 16
  const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short
  const headBytes = isLong ? 16 : 8
  if (size < headBytes) return undefined
  return { type, at: at + headBytes, end: Math.min(end, at + size) }
}

/** Version and flags, a count, and the entries, each with a count first. */
function samplesIn(source: BlobSource, { type, at, end }: Box): number {
  const head = source.slice({ at, length: Math.min(8, end - at) })
  const count = head.length < 8 ? 0 : head.readUInt32BE(4)
  if (type === fragment) return count
  const length = Math.min(count * entryBytes, end - at - 8, tableBytesMax)
  const entries = source.slice({ at: at + 8, length: Math.max(0, length) })
  let samples = 0
  for (let next = 0; next + entryBytes <= entries.length; next += entryBytes) {
    samples += entries.readUInt32BE(next)
  }
  return samples
}
