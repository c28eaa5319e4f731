/** A folder in a file of the programs before 2007: files by their names, and folders in it. */
export type Storage = {
  /** Its place in the list of contents: a folder may say that it is in itself. */
  place: number
  name: string
  /** What is there of it; undefined without one. */
  streamOf(name: string): Buffer | undefined
  storages(): Storage[]
}

const headerBytes = 512
const entryBytes = 128
const [storageType, streamType, rootType] = [1, 2, 5]
/** Beyond it a number is none of a sector but says that there is no further one. */
const sectorMax = 0xfffffff9
const noEntry = 0xffffffff
const inHeader = 109
const miniBytesMax = 4096

type Entry = {
  name: string
  type: number
  links: number[]
  child: number
  start: number
  size: number
}

/**
 * Opens a compound file. Chains that run in circles or out of the file end there, and so do trees
 * of names: what was found by then is there. Throws where it has no folder.
 */
export function openCompound(bytes: Buffer): Storage {
  const file = new CompoundFile(bytes)
  const root = file.entries.findIndex(({ type }) => type === rootType)
  if (root === -1) throw new Error('it has no list of contents')
  return file.storageOf(root)
}

class CompoundFile {
  readonly entries: Entry[]
  private readonly bytes: Buffer
  private readonly sectorBytes: number
  private readonly next: number[]
  private readonly nextMini: number[]
  private readonly mini: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
    if (bytes.length < headerBytes) throw new Error('it ends too early')
    this.sectorBytes = bytes.readUInt16LE(0x1e) === 12 ? 4096 : 512
    this.next = this.fatSectors().flatMap((sector) => numbersIn(this.sector(sector)))
    this.entries = entriesIn(this.chain(bytes.readUInt32LE(0x30)))
    this.nextMini = numbersIn(this.chain(bytes.readUInt32LE(0x3c)))
    const root = this.entries.find(({ type }) => type === rootType)
    this.mini = root ? this.chain(root.start) : Buffer.alloc(0)
  }

  storageOf(index: number): Storage {
    const inside = this.childrenOf(index)
    return {
      place: index,
      name: this.entries[index]?.name ?? '',
      streamOf: (name) => {
        const entry = inside.map((at) => this.entries[at]).find((one) => one?.name === name)
        return entry?.type === streamType ? this.contentOf(entry) : undefined
      },
      storages: () =>
        inside
          .filter((at) => this.entries[at]?.type === storageType)
          .map((at) => this.storageOf(at)),
    }
  }

  /** The names of a folder are a tree, each with one before and one behind it. */
  private childrenOf(index: number): number[] {
    const seen = new Set<number>()
    const waiting = [this.entries[index]?.child ?? noEntry]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const entry = this.entries[at]
      if (!entry || seen.has(at)) continue
      seen.add(at)
      waiting.push(...entry.links)
    }
    return [...seen]
  }

  private contentOf({ start, size }: Entry): Buffer {
    if (size >= miniBytesMax) return this.chain(start).subarray(0, size)
    const parts = walk(start, this.nextMini).map((at) => this.mini.subarray(at * 64, at * 64 + 64))
    return Buffer.concat(parts).subarray(0, size)
  }

  private fatSectors(): number[] {
    const sectors = numbersIn(this.bytes.subarray(0x4c, 0x4c + inHeader * 4))
    const perSector = this.sectorBytes / 4 - 1
    const seen = new Set<number>()
    let more = this.bytes.readUInt32LE(0x44)
    while (more <= sectorMax && !seen.has(more)) {
      seen.add(more)
      const numbers = numbersIn(this.sector(more))
      sectors.push(...numbers.slice(0, perSector))
      more = numbers[perSector] ?? noEntry
    }
    return sectors.filter((sector) => sector <= sectorMax)
  }

  private chain(start: number): Buffer {
    return Buffer.concat(walk(start, this.next).map((sector) => this.sector(sector)))
  }

  private sector(index: number): Buffer {
    const at = (index + 1) * this.sectorBytes
    return this.bytes.subarray(at, at + this.sectorBytes)
  }
}

function walk(start: number, next: readonly number[]): number[] {
  const seen = new Set<number>()
  for (let at = start; at < next.length && !seen.has(at); at = next[at] ?? noEntry) seen.add(at)
  return [...seen]
}

function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length >> 2 }, (_, i) => bytes.readUInt32LE(i * 4))
}

function entriesIn(bytes: Buffer): Entry[] {
  return Array.from({ length: Math.floor(bytes.length / entryBytes) }, (_, i) => {
    const entry = bytes.subarray(i * entryBytes, (i + 1) * entryBytes)
    const nameBytes = Math.max(0, Math.min(64, entry.readUInt16LE(0x40)) - 2)
    return {
      name: entry.toString('utf16le', 0, nameBytes),
      type: entry[0x42] ?? 0,
      links: [entry.readUInt32LE(0x44), entry.readUInt32LE(0x48)],
      child: entry.readUInt32LE(0x4c),
      start: entry.readUInt32LE(0x74),
      size: entry.readUInt32LE(0x78),
    }
  })
}
