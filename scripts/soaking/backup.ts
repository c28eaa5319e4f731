// Backups of a server that is written to, restored elsewhere, round after round; and the server
// killed in the middle of one.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { prose } from '../../test/support/inspections.ts'
import { leanSettings } from '../../test/support/lean-settings.ts'
import { type Market, mint, publish, stage } from '../../test/support/market.ts'
import { putMarketInto } from '../../test/support/market-folder.ts'
import { command, type RunningServer, runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { untilSo } from '../../test/support/until.ts'
import { openRandom, type Random } from './random.ts'

export type BackupReport = {
  rounds: number
  kills: number
  /** Uploads and purchases that were answered while backups were made. */
  writes: number
  blobs: number
  breaches: string[]
}

type Scene = {
  dir: string
  to: string
  base: string
  random: Random
  server: RunningServer
  market: Market
  report: BackupReport
}

const settings = { ...leanSettings, KONTOR_GRACE_HOURS: '0' }
const writersCount = 3
/** So much of what a server printed last stands beside what went wrong. */
const saidMax = 2_000

type Asked = { rounds: number; seed: string; onRound?: ((done: number) => void) | undefined }

/** What is kept grows by 100 MB a round: a market has so many, and the next is a new one. */
const roundsOfMarket = 10

/** Each round: a backup under load, restored and compared; then the server killed in another. */
export async function soakBackup({ rounds, seed, onRound }: Asked): Promise<BackupReport> {
  const report = { rounds: 0, kills: 0, writes: 0, blobs: 0, breaches: [] as string[] }
  const random = openRandom(seed)
  while (report.rounds < rounds) {
    const upTo = Math.min(rounds, report.rounds + roundsOfMarket)
    await soakMarket({ upTo, random: random.branch(`market up to ${upTo}`), report, onRound })
  }
  return report
}

type Rounds = Pick<Scene, 'random' | 'report'> & Pick<Asked, 'onRound'> & { upTo: number }

async function soakMarket({ upTo, random, report, onRound }: Rounds): Promise<void> {
  using folder = temporaryFolder()
  const [dir, to] = [join(folder.path, 'data'), join(folder.path, 'backups')]
  mkdirSync(to)
  const { at } = await putMarketInto(dir)
  let server = await runServer({ dir, settings })
  try {
    const market = at(server)
    while (report.rounds < upTo) {
      const scene = { dir, to, base: folder.path, random, server, market, report }
      await underLoad(scene, () => backUpAndCompare(scene))
      await underLoad(scene, () => killInTheMiddle(scene))
      server = await runServer({ dir, port: server.port, settings })
      report.rounds++
      onRound?.(report.rounds)
    }
  } finally {
    await server.kill()
  }
}

/** Uploads, sales and deletions go on until the work is done; what the kill cuts off counts not. */
async function underLoad(scene: Scene, work: () => Promise<void>): Promise<void> {
  let isOver = false
  const writers = Array.from({ length: writersCount }, async (_, writer) => {
    for (let i = 0; !isOver; i++) {
      await write(scene, writer + i).then(
        () => scene.report.writes++,
        () => sleep(50),
      )
    }
  })
  try {
    await work()
  } finally {
    isOver = true
    await Promise.all(writers)
  }
}

async function write({ market, random }: Scene, kind: number): Promise<void> {
  const bytes = prose(10 + random.below(4_000))
  if (kind % 3 === 0) {
    const asset = await publish(market, { bytes })
    const { body } = await mint(market, asset)
    await market.call('GET', body.url)
    return
  }
  const { objectId } = await stage(market, { bytes })
  if (kind % 3 === 1) return
  const path = `/v1/objects/${objectId}`
  await market.call('DELETE', path, { as: market.provider.token })
}

async function backUpAndCompare(scene: Scene): Promise<void> {
  const { dir, to, base, market, report } = scene
  // There is something to back up, and the writers go on.
  const writesMin = report.writes + 2 * writersCount
  await untilSo('every writer has written', () => report.writes >= writesMin)
  await sleep(scene.random.below(400))
  const { objectId } = await stage(market, { bytes: prose(50) })
  const made = await command(['backup', to, '--json', '--data-dir', dir])
  if (made.code !== 0) {
    const said = scene.server.output().slice(-saidMax)
    return void report.breaches.push(`a backup failed: ${made.output}\nthe server said: ${said}`)
  }
  const { set, counts, ledger_head } = JSON.parse(made.output)
  const target = join(base, 'restored')
  rmSync(target, { recursive: true, force: true })
  const verified = await command(['backup', 'verify', set])
  if (verified.code !== 0) report.breaches.push(`a backup is not whole: ${verified.output}`)
  const restored = await command(['restore', set, '--data-dir', target])
  if (restored.code !== 0) return void report.breaches.push(`not restored: ${restored.output}`)
  report.breaches.push(...wrongIn(target, { counts, head: ledger_head, objectId, live: dir }))
  report.blobs += blobFiles(target).length
  const ledger = await command(['ledger', 'verify', '--json', '--data-dir', target])
  const books = jsonOf(ledger.output)
  if (ledger.code !== 0) report.breaches.push(`the restored ledger: ${ledger.output}`)
  else if (books?.head !== ledger_head) report.breaches.push('the restored ledger ends elsewhere')
}

function jsonOf(output: string): { head: string } | undefined {
  const start = output.indexOf('{\n')
  return start === -1 ? undefined : JSON.parse(output.slice(start))
}

type Expected = {
  counts: Record<string, number>
  head: string
  /** Was confirmed before the backup began. */
  objectId: string
  live: string
}

function wrongIn(dir: string, { counts, head, objectId, live }: Expected): string[] {
  const breaches: string[] = []
  const db = new Database(join(dir, 'kontor.db'), { readonly: true })
  for (const [table, count] of Object.entries(counts)) {
    const found = db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get()
    if (found !== count) breaches.push(`${table} has ${found} rows, not ${count}`)
  }
  if (!db.prepare('SELECT 1 FROM object WHERE object_id = ?').get(objectId)) {
    breaches.push(`${objectId} was acknowledged before the backup and is not in it`)
  }
  const rows = db
    .prepare(`SELECT blob_key AS key, checksum_sha256 AS sha256 FROM object
      WHERE blob_key IS NOT NULL AND status NOT IN ('initiated', 'deleted')`)
    .all() as { key: string; sha256: string }[]
  db.close()
  for (const { key, sha256 } of rows) {
    const file = join(dir, 'blobs', key.slice(28, 30), key)
    if (!existsSync(file)) breaches.push(`${key} is missing`)
    else if (hashOf(file) !== sha256) breaches.push(`${key} has other bytes`)
  }
  const served = new Database(join(live, 'kontor.db'), { readonly: true })
  const isOurs = served
    .prepare('SELECT 1 FROM transfer WHERE hash = ?')
    .get(Buffer.from(head, 'hex'))
  served.close()
  if (!isOurs && !/^0+$/.test(head)) breaches.push('the head is none of the server’s transfers')
  return breaches
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function blobFiles(dir: string): string[] {
  const entries = readdirSync(join(dir, 'blobs'), { recursive: true, withFileTypes: true })
  return entries.map(({ name }) => name).filter((name) => name.startsWith('obj_'))
}

/** The server makes the backup, and dies at it: no set that was not finished may pass for one. */
async function killInTheMiddle({ dir, to, random, server, report }: Scene): Promise<void> {
  const before = readdirSync(to).length
  let isOver = false
  const asked = command(['backup', to, '--data-dir', dir]).finally(() => {
    isOver = true
  })
  // A command line takes its time to start; then the backup takes some tens of milliseconds.
  while (!isOver && readdirSync(to).length === before) await sleep(2)
  await sleep(random.below(60))
  await server.kill()
  await asked
  report.kills++
  for (const name of readdirSync(to).filter((one) => /^\d{4}-/.test(one))) {
    const { code } = await command(['backup', 'verify', join(to, name)])
    const isWhole = existsSync(join(to, name, 'manifest.json'))
    if (isWhole !== (code === 0)) report.breaches.push(`${name}: whole ${isWhole}, verify ${code}`)
    // Later rounds need not read the same sets again.
    rmSync(join(to, name), { recursive: true, force: true })
  }
}

export function backupLines(report: BackupReport): string[] {
  const { rounds, kills, writes, blobs, breaches } = report
  return [
    `${rounds} backups under load restored and compared, ${kills} servers killed in one more each.`,
    `${writes} writes were answered meanwhile, ${blobs} restored files compared.`,
    ...(breaches.length === 0 ? ['No breach.'] : breaches.map((line) => `BREACH: ${line}`)),
  ]
}
