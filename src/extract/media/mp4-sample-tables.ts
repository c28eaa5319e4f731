import type { BlobSource } from '../blob-source.ts'

/** Boxes on the way to the tables of a track (ISO/IEC 14496-12, 8.6.1 and 8.8). */
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf'])
/**
 * Runs of samples with one duration, with one shift (a count and a value each), and in chunks (the
 * first one, a count and a description each): how long an entry is, and where its count.
 */
const tables = new Map([
  ['stts', { entryBytes: 8, inEntry: 0 }],
  ['ctts', { entryBytes: 8, inEntry: 0 }],
  ['stsc', { entryBytes: 12, inEntry: 4 }],
])
/** One count for all: of the samples of a fragment, and behind what each has, of their sizes. */
const counts = new Map([
  ['trun', 4],
  ['stsz', 8],
])
const tableBytesMax = 64 * 1024 * 1024
const boxesMax = 100_000
/** What a file that keeps its samples elsewhere may have without having their bytes. */
const samplesFloor = 1_000_000

/**
 * Throws for an MP4 or QuickTime file with a table of more samples than the file has bytes: one
 * changed byte of a count, and whoever reads it counts to four thousand million (mediabunny 1.61,
 * `getSampleTableForTrack` and `getSampleInfo`; mp4box 2, `stsz`). Of another file it finds nothing
 * to read.
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
    if (tables.has(box.type) || counts.has(box.type)) yield box
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

/** Behind version and flags: one count of samples, or one of entries that have one each. */
function samplesIn(source: BlobSource, { type, at, end }: Box): number {
  const numberAt = (from: number) => {
    const bytes = source.slice({ at: at + from, length: Math.min(4, Math.max(0, end - at - from)) })
    return bytes.length < 4 ? 0 : bytes.readUInt32BE(0)
  }
  const table = tables.get(type)
  if (!table) return numberAt(counts.get(type) ?? 0)
  const { entryBytes, inEntry } = table
  const length = Math.min(numberAt(4) * entryBytes, end - at - 8, tableBytesMax)
  const entries = source.slice({ at: at + 8, length: Math.max(0, length) })
  let samples = 0
  for (let next = 0; next + entryBytes <= entries.length; next += entryBytes) {
    samples += entries.readUInt32BE(next + inEntry)
  }
  return samples
}
