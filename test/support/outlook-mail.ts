// A mail as Outlook saves it: a compound file of streams, one for each property.
export type Folder = { [name: string]: Buffer | Folder }

const [sectorBytes, entryBytes, miniBytes, miniMax] = [512, 128, 64, 4096]
const [end, free, fat] = [0xfffffffe, 0xffffffff, 0xfffffffd]

export type OutlookMail = {
  /** By the number and type of a property: `0037001F`. */
  texts?: Record<string, string | Buffer>
  numbers?: Record<number, bigint>
  people?: OutlookMail[]
  attached?: (OutlookMail & { mail?: OutlookMail })[]
}

export function outlookMail(mail: OutlookMail): Buffer {
  return compoundFile(folderOf(mail, 32))
}

function folderOf({ texts, numbers, people, attached }: OutlookMail, headBytes: number): Folder {
  const fixed = Object.entries(numbers ?? {}).map(([id, value]) => {
    const entry = Buffer.alloc(16)
    entry.writeUInt16LE(Number(id), 2)
    entry.writeBigUInt64LE(value, 8)
    return entry
  })
  const folder: Folder = {
    '__properties_version1.0': Buffer.concat([Buffer.alloc(headBytes), ...fixed]),
  }
  for (const [name, text] of Object.entries(texts ?? {})) {
    const isWide = name.endsWith('1F')
    folder[`__substg1.0_${name}`] = Buffer.isBuffer(text)
      ? text
      : Buffer.from(text, isWide ? 'utf16le' : 'latin1')
  }
  for (const [i, one] of (people ?? []).entries()) {
    folder[`__recip_version1.0_#${i}`] = folderOf(one, 8)
  }
  for (const [i, one] of (attached ?? []).entries()) {
    const inner = one.mail && { '__substg1.0_3701000D': folderOf(one.mail, 24) }
    folder[`__attach_version1.0_#${i}`] = { ...folderOf(one, 8), ...inner }
  }
  return folder
}

/** Sectors of 512 bytes: the table of sectors, the list of contents, and what is in it. */
export function compoundFile(root: Folder): Buffer {
  const entries: Buffer[] = []
  const small: Buffer[] = []
  const large: { entry: Buffer; bytes: Buffer }[] = []
  let smallBytes = 0
  const add = (name: string, content: Buffer | Folder): number => {
    const index = entries.length
    const isStream = Buffer.isBuffer(content)
    const entry = entryOf(name, index === 0 ? 5 : isStream ? 2 : 1)
    entries.push(entry)
    if (!isStream) {
      const inside = Object.entries(content).map(([one, inner]) => add(one, inner))
      entry.writeUInt32LE(inside[0] ?? free, 0x4c)
      for (const [i, at] of inside.entries()) {
        entries[at]?.writeUInt32LE(inside[i + 1] ?? free, 0x48)
      }
      return index
    }
    entry.writeUInt32LE(content.length, 0x78)
    if (content.length >= miniMax) large.push({ entry, bytes: content })
    else {
      entry.writeUInt32LE(smallBytes / miniBytes, 0x74)
      small.push(padded(content, miniBytes))
      smallBytes += small.at(-1)?.length ?? 0
    }
    return index
  }
  add('Root Entry', root)
  const minis = small.flatMap(({ length }) => chained(length / miniBytes))
  const miniNext = minis.map((next, i) => (next === end ? end : i + 1))
  return laidOut({ entries, mini: Buffer.concat(small), miniNext, large })
}

type Parts = {
  entries: Buffer[]
  mini: Buffer
  miniNext: number[]
  large: { entry: Buffer; bytes: Buffer }[]
}

function laidOut({ entries, mini, miniNext, large }: Parts): Buffer {
  const numbers = (list: readonly number[]) => Buffer.from(Uint32Array.from(list).buffer)
  const parts = [
    Buffer.alloc(Math.ceil((entries.length * entryBytes) / sectorBytes) * sectorBytes),
    padded(numbers(miniNext), sectorBytes),
    padded(mini, sectorBytes),
    ...large.map(({ bytes }) => padded(bytes, sectorBytes)),
  ]
  const inside = parts.reduce((sum, { length }) => sum + length / sectorBytes, 0)
  const tables = Math.ceil(inside / (sectorBytes / 4 - 1))
  const next = Array.from({ length: tables }, () => fat)
  const starts = parts.map(({ length }) => {
    const start = next.length
    const links = chained(length / sectorBytes)
    next.push(...links.map((link, i) => (link === end ? end : start + i + 1)))
    return start
  })
  entries[0]?.writeUInt32LE(starts[2] ?? end, 0x74)
  for (const [i, { entry }] of large.entries()) entry.writeUInt32LE(starts[3 + i] ?? end, 0x74)
  Buffer.concat(entries).copy(parts[0] ?? Buffer.alloc(0))
  const header = Buffer.alloc(sectorBytes, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.fill(0, 8, 0x4c)
  header.writeUInt16LE(9, 0x1e)
  header.writeUInt16LE(6, 0x20)
  header.writeUInt32LE(tables, 0x2c)
  header.writeUInt32LE(starts[0] ?? end, 0x30)
  header.writeUInt32LE(miniMax, 0x38)
  header.writeUInt32LE(starts[1] ?? end, 0x3c)
  header.writeUInt32LE(end, 0x44)
  for (let i = 0; i < tables; i++) header.writeUInt32LE(i, 0x4c + i * 4)
  const table = Buffer.alloc(tables * sectorBytes, 0xff)
  numbers(next).copy(table)
  return Buffer.concat([header, table, ...parts])
}

function entryOf(name: string, type: number): Buffer {
  const entry = Buffer.alloc(entryBytes)
  entry.write(name, 'utf16le')
  entry.writeUInt16LE((name.length + 1) * 2, 0x40)
  entry.writeUInt8(type, 0x42)
  for (const at of [0x44, 0x48, 0x4c]) entry.writeUInt32LE(free, at)
  return entry
}

function padded(bytes: Buffer, to: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)])
}

function chained(count: number): number[] {
  return Array.from({ length: count }, (_, i) => (i === count - 1 ? end : i + 1))
}
