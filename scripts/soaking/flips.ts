// A bit of a value, flipped by a hand on the file, in every table that carries money: each flip
// must be found by the verifier that operators run.
import Database from 'better-sqlite3'
import { covers } from '../../src/store/seal/cover.ts'
import { coveredColumns } from '../../src/store/seal/sums.ts'
import { openTestSettled, type TestSettled } from '../../test/support/open-test-settled.ts'
import { openRandom, type Random } from './random.ts'
import { breachLines } from './show.ts'

export type FlipsReport = {
  seed: string
  flips: number
  /** How many of them in which table. */
  tables: Record<string, number>
  seconds: number
  breaches: string[]
}

type Raw = ReturnType<typeof Database>
type Column = { table: string; column: string }

const breachesMax = 20
/** Of the list of covers, what comes before permission: money and its proofs. */
const money = Object.keys(covers).slice(0, Object.keys(covers).indexOf('audit_event'))

export async function soakFlips(asked: {
  count: number
  seed: string
  onFlip?: (done: number) => void
}): Promise<FlipsReport> {
  const { count, seed, onFlip } = asked
  const startedMs = performance.now()
  const random = openRandom(seed)
  await using shop = await openTestSettled({ config: { welcomeCredits: 1_000_000 } })
  await spread(shop)
  const report: FlipsReport = { seed, flips: 0, tables: {}, seconds: 0, breaches: [] }
  const sound = await problemsOf(shop)
  if (sound.length > 0) report.breaches.push(`before the first flip: ${sound.join('; ')}`)
  const raw = unguarded(shop)
  const columns = columnsOf(raw)
  while (report.flips < count && report.breaches.length < breachesMax) {
    const flip = flipOne(raw, random.pick(columns), random)
    if (flip === undefined) continue
    if ((await problemsOf(shop)).length === 0) report.breaches.push(`not found: ${flip.what}`)
    flip.takeBack()
    report.tables[flip.table] = (report.tables[flip.table] ?? 0) + 1
    report.flips++
    onFlip?.(report.flips)
  }
  const healed = await problemsOf(shop)
  if (healed.length > 0) report.breaches.push(`after the last flip: ${healed.join('; ')}`)
  raw.close()
  report.seconds = (performance.now() - startedMs) / 1000
  return report
}

/** Something in many tables: a plan, a refund, a dispute, vouchers, a deposit. */
async function spread(shop: TestSettled): Promise<void> {
  const { admin, buyer, events, call } = shop
  await shop.setAccount()
  await admin('PATCH', `/v1/admin/tenants/${buyer.tenantId}`, { plan: 'starter' })
  await admin('POST', '/v1/admin/disputes', { event_id: events[0], reason: 'It was damaged.' })
  await admin('POST', '/v1/admin/refunds', { event_id: events[1], reason: 'It was damaged.' })
  const made = await admin('POST', '/v1/admin/vouchers', { credits: 100, count: 2 })
  const { code } = made.body.data.vouchers[0]
  await call('POST', '/v1/vouchers/redeem', { as: buyer.token, body: { code } })
  await call('POST', '/balance/deposit', { as: buyer.token, body: { amount: 1 } })
  shop.clock.advance({ hours: 1 })
  await shop.runUpkeep()
}

async function problemsOf(shop: TestSettled): Promise<string[]> {
  const ledger = (await shop.verifyLedger()).problems.map((problem) => JSON.stringify(problem))
  if (ledger.length > 0) return ledger
  return (await shop.verifyChain()).problems.map((problem) => JSON.stringify(problem))
}

/** A connection beside the server's, on which nothing in the file stands in the way. */
function unguarded({ store }: TestSettled): Raw {
  const raw = new Database(store.file)
  const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
  for (const name of triggers.all()) raw.exec(`DROP TRIGGER "${name}"`)
  raw.pragma('foreign_keys = OFF')
  raw.pragma('ignore_check_constraints = ON')
  return raw
}

/** Every column that somebody vouches for, of every table with rows: each is as likely. */
function columnsOf(raw: Raw): Column[] {
  const sealed = coveredColumns(raw)
  return money.flatMap((table) => {
    const isEmpty = raw.prepare(`SELECT 1 FROM "${table}"`).get() === undefined
    if (isEmpty) return []
    const all = raw.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all()
    const names = covers[table]?.by === 'rows' ? (sealed.get(table) ?? []) : (all as string[])
    return names.map((column) => ({ table, column }))
  })
}

type Value = number | string | Buffer | null

/** Undefined where there is nothing to flip, or an index refuses what would stand there twice. */
function flipOne(raw: Raw, { table, column }: Column, random: Random) {
  const rows = raw.prepare(`SELECT * FROM "${table}"`).all() as Record<string, Value>[]
  const row = random.pick(rows)
  const was = row[column] ?? null
  const is = flipped(was, random)
  if (is === undefined) return undefined
  const names = Object.keys(row)
  const keys = names.map((name) => `"${name}" IS ?`).join(' AND ')
  const update = raw.prepare(`UPDATE "${table}" SET "${column}" = ? WHERE ${keys}`)
  const before = names.map((name) => row[name] ?? null)
  const after = names.map((name) => (name === column ? is : (row[name] ?? null)))
  try {
    if (update.run(is, ...before).changes !== 1) return undefined
  } catch {
    return undefined
  }
  const shown = (value: Value) => (Buffer.isBuffer(value) ? value.toString('hex') : String(value))
  const what = `${table}.${column} from ${shown(was)} to ${shown(is)}`
  return { table, what, takeBack: () => update.run(was, ...after) }
}

const numberBits = 40

function flipped(value: Value, random: Random): Value | undefined {
  if (typeof value === 'number') {
    const bit = 2 ** random.below(numberBits)
    return Math.floor(value / bit) % 2 === 0 ? value + bit : value - bit
  }
  if (value === null || value.length === 0) return undefined
  const bytes = Buffer.from(value as string)
  const at = random.below(bytes.length)
  // Of a text the lower bits alone: what is no text any more shows by itself.
  const bit = 1 << random.below(typeof value === 'string' ? 6 : 8)
  bytes[at] = (bytes[at] ?? 0) ^ bit
  return typeof value === 'string' ? bytes.toString() : bytes
}

export function flipsLines(report: FlipsReport): string[] {
  const { flips, tables, seed, seconds } = report
  const named = Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    `${flips} flipped bits in ${named.length} tables, seed ${seed}, ${seconds.toFixed(1)} s`,
    named.map(([table, times]) => `${table} ${times}`).join(', '),
    '',
    ...breachLines(report),
  ]
}
