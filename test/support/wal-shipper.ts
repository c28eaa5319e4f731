// A stand-in for programs that replicate SQLite by its write-ahead log, in Litestream's manner: it
// holds a read transaction, so that the log is not begun anew under it, ships the frames that were
// committed since the last time, and empties the log by itself between two such transactions.
import { execFileSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'

const headerBytes = 32
const frameHeaderBytes = 24

/** One stretch of the log, from its beginning on. The next one's number is greater by one. */
type Log = { number: number; salt: string; frames: Buffer; isLittle: boolean; sum: Sum }
/** Of everything before: each frame's covers it, so half a frame is known for what it is. */
type Sum = readonly [number, number]

export type Shipper = ReturnType<typeof openShipper>

export function openShipper(file: string) {
  const db = openDatabase(file)
  const [holder, next] = [openDatabase(file), openDatabase(file)]
  db.exec(`CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
    CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER)`)
  const pageSize = db.pragma('page_size', { simple: true }) as number
  const logs: Log[] = []
  const lost: string[] = []

  /** Something new is in the log, so a reader cannot do without it. */
  function hold() {
    db.exec(`INSERT INTO _litestream_seq VALUES (1, 1)
      ON CONFLICT (id) DO UPDATE SET seq = seq + 1`)
    read(holder)
  }

  function currentLog(header: Buffer): Log {
    const [number, salt] = [header.readUInt32BE(16), header.toString('hex', 16, 24)]
    const last = logs.at(-1)
    if (last?.salt === salt) return last
    if (last && number !== (last.number + 1) % 2 ** 32) lost.push(`${last.number} to ${number}`)
    const log = begunLog(header)
    logs.push(log)
    return log
  }

  /** Takes what was committed; what is behind the last commit may still be taken back. */
  function ship() {
    const wal = openSync(`${file}-wal`, 'r')
    const header = Buffer.alloc(headerBytes)
    readSync(wal, header, 0, headerBytes, 0)
    const log = currentLog(header)
    const at = headerBytes + log.frames.length
    const fresh = Buffer.alloc(Math.max(0, fstatSync(wal).size - at))
    const length = readSync(wal, fresh, 0, fresh.length, at)
    closeSync(wal)
    grow(log, { bytes: fresh.subarray(0, length), pageSize })
  }

  hold()
  const snapshot = readByOther(file)
  return {
    ship,
    /** How often the log was begun anew. */
    logs: () => logs.length,
    /** Stretches of the log that were gone before they were shipped. */
    lost: () => lost,
    /** Empties the log: writers wait for as long as it takes to ship the rest. */
    checkpoint() {
      db.exec('BEGIN IMMEDIATE')
      ship()
      holder.exec('COMMIT')
      holder.pragma('wal_checkpoint(PASSIVE)')
      // Who reads now lets the log be begun anew once, and nobody empties it a second time.
      read(next)
      db.exec('COMMIT')
      hold()
      next.exec('COMMIT')
      ship()
    },
    /** What somebody has who has only what was shipped. */
    restoreTo(target: string) {
      writeFileSync(target, apply(snapshot, { logs, pageSize }))
    },
    [Symbol.dispose]() {
      for (const one of [next, holder, db]) one.close()
    },
  }
}

/**
 * What lies in a file that SQLite locks, read by another process: when a process closes any file
 * of this name, the system drops the locks of all that it has open, and so of every connection.
 */
export function readByOther(file: string): Buffer {
  return execFileSync('cat', [file], { maxBuffer: 1 << 30 })
}

/** Until it commits, what is in the log now stays there. */
function read(reader: Database.Database): void {
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM _litestream_seq').get()
}

function openDatabase(file: string): Database.Database {
  const db = new Database(file, { timeout: 120_000 })
  db.pragma('wal_autocheckpoint = 0')
  return db
}

/** What is committed of the log that lies beside a database: its salts, and its frames. */
export function committedLog(file: string): { salt: string; frames: Buffer } {
  const bytes = readFileSync(`${file}-wal`)
  const log = begunLog(bytes)
  grow(log, { bytes: bytes.subarray(headerBytes), pageSize: bytes.readUInt32BE(8) })
  return log
}

function begunLog(header: Buffer): Log {
  const isLittle = header.readUInt32BE(0) === 0x377f0682
  const sum: Sum = [header.readUInt32BE(24), header.readUInt32BE(28)]
  const [number, salt] = [header.readUInt32BE(16), header.toString('hex', 16, 24)]
  return { number, salt, frames: Buffer.alloc(0), isLittle, sum }
}

/**
 * Adds the frames up to the last that ends a transaction. Those of an older log have another salt,
 * and one that is being written has another sum.
 */
function grow(log: Log, { bytes, pageSize }: { bytes: Buffer; pageSize: number }): void {
  const step = frameHeaderBytes + pageSize
  let [end, sum, last] = [0, log.sum, log.sum]
  for (let at = 0; at + step <= bytes.length; at += step) {
    if (bytes.toString('hex', at + 8, at + 16) !== log.salt) break
    sum = summed(bytes.subarray(at, at + 8), { before: sum, isLittle: log.isLittle })
    const page = bytes.subarray(at + frameHeaderBytes, at + step)
    sum = summed(page, { before: sum, isLittle: log.isLittle })
    if (sum[0] !== bytes.readUInt32BE(at + 16) || sum[1] !== bytes.readUInt32BE(at + 20)) break
    if (bytes.readUInt32BE(at + 4) > 0) [end, last] = [at + step, sum]
  }
  log.frames = Buffer.concat([log.frames, bytes.subarray(0, end)])
  log.sum = last
}

/** SQLite's own: https://sqlite.org/fileformat2.html#checksum_algorithm */
function summed(bytes: Buffer, { before, isLittle }: { before: Sum; isLittle: boolean }): Sum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let [first, second] = before
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + view.getUint32(at, isLittle) + second) >>> 0
    second = (second + view.getUint32(at + 4, isLittle) + first) >>> 0
  }
  return [first, second]
}

function apply(snapshot: Buffer, { logs, pageSize }: { logs: Log[]; pageSize: number }): Buffer {
  const step = frameHeaderBytes + pageSize
  const pages = new Map<number, Buffer>()
  let count = snapshot.length / pageSize
  for (const { frames } of logs) {
    for (let at = 0; at < frames.length; at += step) {
      const page = frames.subarray(at + frameHeaderBytes, at + step)
      pages.set(frames.readUInt32BE(at), page)
      count = frames.readUInt32BE(at + 4) || count
    }
  }
  const whole = Buffer.alloc(count * pageSize)
  snapshot.copy(whole)
  for (const [number, page] of pages) {
    if (number <= count) page.copy(whole, (number - 1) * pageSize)
  }
  return whole
}
