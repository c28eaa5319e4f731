import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { giveToOwner } from '../../base/owner.ts'
import { columnCount } from './columns.ts'

/** How long a step is, and how many of them are kept before the first is written over. */
export type Ring = { readonly stepMs: number; readonly slots: number }

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

/** A day by the minute, a month by the quarter of an hour, three years by the day. */
export const rings = [
  { stepMs: minuteMs, slots: 1_440 },
  { stepMs: 15 * minuteMs, slots: 2_976 },
  { stepMs: dayMs, slots: 1_096 },
] as const satisfies readonly Ring[]

const head = Buffer.from(`kontor metrics 1 ${columnCount}\n`.padEnd(32))
/** A time, and the figures. */
const slotBytes = 8 * (1 + columnCount)
const slotCount = rings.reduce((sum, { slots }) => sum + slots, 0)
const fileBytes = head.length + slotCount * slotBytes

export type Slot = { atMs: number; row: number[] }
export type RingFile = Disposable & {
  write(ring: Ring, slot: Slot): void
  /** Undefined where nothing was written then, or something else has taken its place. */
  read(ring: Ring, atMs: number): number[] | undefined
}

/**
 * One file of one length, whatever happens: each slot is written in one piece at the place that its
 * time has in its ring. What another version wrote begins anew. Throws what the disk throws.
 */
export function openRingFile(file: string): RingFile {
  const handle = openSync(file, existsSync(file) ? 'r+' : 'w+', 0o600)
  if (!isOurs(handle)) {
    ftruncateSync(handle, 0)
    ftruncateSync(handle, fileBytes)
    writeSync(handle, head, 0, head.length, 0)
  }
  chmodSync(file, 0o600)
  giveToOwner({ file, dataDir: dirname(file) })
  const buffer = Buffer.alloc(slotBytes)
  return {
    write(ring, { atMs, row }) {
      for (const [i, value] of [atMs, ...row].entries()) buffer.writeDoubleLE(value, i * 8)
      writeSync(handle, buffer, 0, slotBytes, placeOf(ring, atMs))
    },
    read(ring, atMs) {
      const read = readSync(handle, buffer, 0, slotBytes, placeOf(ring, atMs))
      if (read < slotBytes || buffer.readDoubleLE(0) !== atMs) return undefined
      const row = Array.from({ length: columnCount }, (_, i) => buffer.readDoubleLE(8 * (1 + i)))
      return row.every(Number.isFinite) ? row : undefined
    },
    [Symbol.dispose]: () => closeSync(handle),
  }
}

/**
 * When the newest step by the minute began: 0 where none was written yet, undefined where the file
 * is none that this version reads. Throws what the disk throws.
 */
export function newestIn(file: string): number | undefined {
  const handle = openSync(file, 'r')
  try {
    if (!isOurs(handle)) return undefined
    const minutes = Buffer.alloc(rings[0].slots * slotBytes)
    readSync(handle, minutes, 0, minutes.length, placeOf(rings[0], 0))
    const times = Array.from({ length: rings[0].slots }, (_, i) => {
      return minutes.readDoubleLE(i * slotBytes)
    })
    return Math.max(0, ...times.filter(Number.isFinite))
  } finally {
    closeSync(handle)
  }
}

function isOurs(handle: number): boolean {
  const found = Buffer.alloc(head.length)
  readSync(handle, found, 0, head.length, 0)
  return fstatSync(handle).size === fileBytes && found.equals(head)
}

function placeOf(ring: Ring, atMs: number): number {
  const before = rings.slice(0, rings.indexOf(ring as never))
  const start = before.reduce((sum, { slots }) => sum + slots, 0)
  const at = start + (Math.floor(atMs / ring.stepMs) % ring.slots)
  return head.length + at * slotBytes
}
