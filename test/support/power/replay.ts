// What a power cut would have left of a folder: everything that was synced, and of the rest none,
// all, a part or pieces, as the journal of journal-disk.c has it.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Random } from '../../../scripts/soaking/random.ts'

const kinds = [
  ...['', 'named', 'written', 'cut', 'sync begun', 'synced', 'renamed', 'removed'],
  ...['folder begun', 'folder synced'],
] as const
const headBytes = 32

export type Deed = {
  kind: string
  file: number
  at: number
  bytes: Buffer
  /** How long the journal is with it. */
  end: number
}

export function readJournal(file: string): Deed[] {
  const all = readFileSync(file)
  const deeds: Deed[] = []
  for (let at = 0; at + headBytes <= all.length; ) {
    const number = (i: number) => Number(all.readBigUInt64LE(at + 8 * i))
    const [kind, length] = [number(0), number(3)]
    const end = at + headBytes + length
    const bytes = all.subarray(at + headBytes, end)
    deeds.push({ kind: kinds[kind] ?? '', file: number(1), at: number(2), bytes, end })
    at = end
  }
  return deeds
}

/** What becomes of what was not synced. */
export const fates = ['none', 'all', 'first', 'some'] as const
export type Fate = (typeof fates)[number]

type OneFile = { bytes: Bytes; unsynced: Deed[]; begun: Map<number, number> }
/** Grows by more than is asked for, so that a log of thousands of pages is not copied for each. */
type Bytes = { held: Buffer; length: number }
type Naming = Deed & { no: number; name: string; to?: string }

export type Disk = {
  /** Goes on to this length of the journal. */
  until(end: number): void
  /** Writes into a folder what is left when the power goes now. */
  leaveIn(folder: string, fate: Fate, random: Random): void
}

/** All bytes of a folder before the server that is journaled began. */
export function takeFolder(dir: string) {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(dir, name)).isFile(),
  )
  return names
    .filter((name) => !name.endsWith('-shm'))
    .map((name) => {
      const file = join(dir, name)
      return { name, file: statSync(file).ino, bytes: readFileSync(file) }
    })
}

/** `lies`: it says of this file that it is synced, and it is not. */
export function openDisk(
  before: ReturnType<typeof takeFolder>,
  deeds: readonly Deed[],
  lies?: string,
): Disk {
  const files = new Map<number, OneFile>()
  const names = openNames(before)
  let next = 0
  const begin = (file: number, bytes: Buffer) =>
    files.set(file, {
      bytes: { held: bytes, length: bytes.length },
      unsynced: [],
      begun: new Map(),
    })
  for (const { file, bytes } of before) begin(file, bytes)

  const change: Record<string, (deed: Deed) => void> = {
    named(deed) {
      const isKnown = deed.at === 0 && files.has(deed.file)
      if (isKnown) return
      begin(deed.file, Buffer.alloc(0))
      names.note(deed)
    },
    renamed: names.note,
    removed: names.note,
    written: (deed) => void files.get(deed.file)?.unsynced.push(deed),
    cut: (deed) => void files.get(deed.file)?.unsynced.push(deed),
    'sync begun'({ file, at: fd }) {
      const one = files.get(file)
      one?.begun.set(fd, one.unsynced.length)
    },
    synced({ file, at: fd }) {
      const one = files.get(file)
      if (!one || (lies !== undefined && names.isNow(lies, file))) return
      const count = one.begun.get(fd) ?? 0
      for (const deed of one.unsynced.splice(0, count)) carryOut(one.bytes, deed)
      for (const [other, n] of one.begun) one.begun.set(other, Math.max(0, n - count))
    },
    'folder begun': ({ bytes }) => names.begin(bytes.toString()),
    'folder synced': ({ bytes }) => names.sync(bytes.toString()),
  }

  return {
    until(end) {
      for (let deed = deeds[next]; deed && deed.end <= end; deed = deeds[next]) {
        change[deed.kind]?.(deed)
        next += 1
      }
    },
    leaveIn(folder, fate, random) {
      for (const [name, file] of names.left(fate, random)) {
        const { bytes, unsynced } = files.get(file) as OneFile
        const path = join(folder, name)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, left(bytes, { unsynced, fate, random }), { mode: 0o600 })
      }
    },
  }
}

/** A name is on the disk when its folder was synced; folders themselves are taken to be there. */
function openNames(before: ReturnType<typeof takeFolder>) {
  /** As the disk has them, and as the server sees them. */
  const synced = new Map(before.map(({ name, file }) => [name, file]))
  const seen = new Map(synced)
  const begun = new Map<string, number>()
  let made = 0
  let namings: Naming[] = []
  return {
    isNow: (name: string, file: number) => seen.get(name) === file,
    note(deed: Deed) {
      const [name = '', to] = deed.bytes.toString().split('\0')
      // It came by a way that is not looked at.
      if (deed.kind === 'named' && deed.at === 0) synced.set(name, deed.file)
      // A folder has the new name even where the old one, in another, never came to the disk.
      const file = deed.kind === 'renamed' ? (seen.get(name) ?? 0) : deed.file
      made += 1
      const naming = { ...deed, no: made, file, name, ...(to === undefined ? {} : { to }) }
      namings.push(naming)
      apply(seen, naming)
    },
    begin: (folder: string) => void begun.set(folder, made),
    sync(folder: string) {
      const upTo = begun.get(folder) ?? 0
      const isIn = ({ name, to }: Naming) => [name, to ?? name].some((n) => folderOf(n) === folder)
      const mine = namings.filter((naming) => naming.no <= upTo && isIn(naming))
      for (const naming of mine) apply(synced, naming)
      namings = namings.filter((naming) => !mine.includes(naming))
    },
    /** The names of a folder are kept in order by the systems that we know. */
    left(fate: Fate, random: Random): Map<string, number> {
      const names = new Map(synced)
      const kept = { none: 0, all: namings.length, first: undefined, some: undefined }[fate]
      for (const naming of namings.slice(0, kept ?? random.below(namings.length + 1))) {
        apply(names, naming)
      }
      return names
    },
  }
}

function folderOf(name: string): string {
  const folder = dirname(name)
  return folder === '.' ? '' : folder
}

function apply(names: Map<string, number>, { kind, file, name, to }: Naming): void {
  if (kind === 'named') names.set(name, file)
  if (kind === 'removed' || kind === 'renamed') names.delete(name)
  if (kind === 'renamed' && to !== undefined && file !== 0) names.set(to, file)
}

type Unsynced = { unsynced: readonly Deed[]; fate: Fate; random: Random }

function left({ held, length }: Bytes, { unsynced, fate, random }: Unsynced): Buffer {
  const bytes = { held: Buffer.from(held.subarray(0, length)), length }
  const count =
    fate === 'none' ? 0 : fate === 'first' ? random.below(unsynced.length + 1) : Infinity
  const sectorBytes = random.pick([512, 4096])
  for (const [i, deed] of unsynced.slice(0, count).entries()) {
    const isTorn = fate === 'first' ? i === count - 1 : fate === 'some' && random.below(3) === 0
    if (isTorn) tear(bytes, { deed, sectorBytes, random })
    else if (fate !== 'some' || random.below(2) === 0) carryOut(bytes, deed)
  }
  return bytes.held.subarray(0, bytes.length)
}

type Tearing = { deed: Deed; sectorBytes: number; random: Random }

/** A disk writes sectors, whole and in any order. */
function tear(bytes: Bytes, { deed, sectorBytes, random }: Tearing): void {
  if (deed.kind === 'cut') return
  for (let at = 0; at < deed.bytes.length; ) {
    const end = Math.min(deed.bytes.length, at + sectorBytes - ((deed.at + at) % sectorBytes))
    const piece = { ...deed, at: deed.at + at, bytes: deed.bytes.subarray(at, end) }
    if (random.below(2) === 0) carryOut(bytes, piece)
    at = end
  }
}

function carryOut(bytes: Bytes, { kind, at, bytes: written }: Deed): void {
  const end = kind === 'cut' ? at : Math.max(bytes.length, at + written.length)
  if (end > bytes.held.length) {
    const longer = Buffer.alloc(2 * end)
    bytes.held.copy(longer, 0, 0, bytes.length)
    bytes.held = longer
  }
  // What lies between is blank.
  if (end > bytes.length) bytes.held.fill(0, bytes.length, end)
  bytes.length = end
  if (kind === 'written') written.copy(bytes.held, at)
}
