// One cell of the clearing: its ledger, the rows that wait to be sent, and a process that can end
// at any moment. What the process knows and the database does not is gone with it.
import { newId, type TenantId } from '../../../../src/base/ids.ts'
import { cents } from '../../../../src/base/money.ts'
import type { Command } from '../../../../src/domain/command.ts'
import { openLedger } from '../../../../src/domain/ledger/index.ts'
import type { Tx, Write } from '../../../../src/store/tx.ts'
import { adminPrincipal } from '../../../../test/support/test-principal.ts'
import { testSecrets } from '../../../../test/support/test-secrets.ts'
import { openCellStores } from '../books.ts'
import { type Entry, giveOn, isPosted, payId, takeBackId, takeIn } from './entry.ts'

/** What is broken on purpose, to see that it is found. */
export type Harm =
  | 'a duplicate is not recognised'
  | 'sent before it is committed'
  | 'the sign is wrong on the way back'
  | 'the row is kept in memory alone'
  | 'taken back before it has come'
  | 'acknowledged before it is committed'

export const harms: readonly Harm[] = [
  'a duplicate is not recognised',
  'sent before it is committed',
  'the sign is wrong on the way back',
  'the row is kept in memory alone',
  'taken back before it has come',
  'acknowledged before it is committed',
]

/** Where the process ends: before the next commit, or right behind it. */
export type CrashPoint = 'before' | 'behind'

export class Crashed extends Error {
  readonly isCommitted: boolean
  constructor(isCommitted: boolean) {
    super(`the cell went down ${isCommitted ? 'behind' : 'before'} a commit`)
    this.isCommitted = isCommitted
  }
}

export type Sale = {
  linkHash: string
  buyer: TenantId
  provider: TenantId
  /** The provider's. */
  cell: string
  priceCents: number
}

type Waiting = { entry: Entry; tries: number; nextMs: number }

export type Cell = ReturnType<typeof openCell>

const nextStore = openCellStores(
  'CREATE TABLE clearing_out (id TEXT PRIMARY KEY, entry TEXT NOT NULL)',
)
const firstWaitMs = 1_000
const longestWaitMs = 60_000

type CellDeps = {
  nowMs(): number
  /** Is told of an entry before it is committed. */
  onGiven?: ((entry: Entry) => void) | undefined
  harm?: Harm | undefined
}

export function openCell(name: string, { nowMs, onGiven, harm }: CellDeps) {
  const store = nextStore()
  const row = {
    put: store.raw.prepare('INSERT OR IGNORE INTO clearing_out VALUES (?, ?)'),
    remove: store.raw.prepare('DELETE FROM clearing_out WHERE id = ?'),
    all: store.raw.prepare('SELECT entry FROM clearing_out ORDER BY rowid').pluck(),
  }
  const waiting = new Map<string, Waiting>()
  let crash: CrashPoint | undefined
  let serial = 0
  let given: Entry[] = []

  function transact<T>(fn: (tx: Tx) => T): T {
    const point = crash
    crash = undefined
    given = []
    const value = store.transact((tx) => {
      const made = fn(tx)
      if (point === 'before') throw new Crashed(false)
      return made
    })
    if (point === 'behind') throw new Crashed(true)
    for (const entry of given) awaitAnswer(entry)
    return value
  }

  const write: Write = async (fn) => transact(fn)
  const ledger = openLedger({
    store: { db: store.db, write },
    clock: { nowMs, elapsedMs: nowMs },
    secrets: testSecrets,
    settings: { welcomeCredits: cents(0) },
    planOf: () => 'unlimited',
  })

  function awaitAnswer(entry: Entry): void {
    waiting.set(entry.id, { entry, tries: 0, nextMs: nowMs() })
  }

  /** With its row, in the transaction of the deed. */
  function give(tx: Tx, entry: Entry): void {
    if (!giveOn(tx, entry, nowMs())) return
    if (harm !== 'the row is kept in memory alone') row.put.run(entry.id, JSON.stringify(entry))
    onGiven?.(entry)
    given.push(entry)
  }

  const hashOf = store.raw
    .prepare('SELECT hex(hash) AS hash, provider_cents AS due FROM meter_event WHERE event_id = ?')
    .raw()
  const entryOf = (kind: Entry['kind'], { cell, provider }: Sale, eventId: string): Entry => {
    const [eventHash, amountMinor] = hashOf.get(eventId) as [string, number]
    const id = kind === 'pay' ? payId(eventId) : takeBackId(eventId)
    return { id, kind, from: name, to: cell, provider, amountMinor, eventId, eventHash }
  }

  /** A command whose transaction gives on first what the provider has to give back. */
  function refunding(sale: Sale, eventId: string): Command {
    const withBack: Write = async (fn) =>
      transact((tx) => {
        const isDue = sale.cell !== name && isPosted(tx, payId(eventId))
        const entry = isDue ? entryOf('takeBack', sale, eventId) : undefined
        if (entry && !isPosted(tx, entry.id)) give(tx, entry)
        return fn(tx)
      })
    return commandOf(withBack)
  }

  const commandOf = (how: Write): Command => {
    return { principal: adminPrincipal(), requestId: newId('req', nowMs()), write: how }
  }

  return {
    name,
    store,
    ledger,
    isUp: true,
    admin: () => commandOf(write),
    refunding,
    transact,
    /** The process ends at the next transaction. */
    crashAt(point: CrashPoint): void {
      crash = point
    },
    /** The product's own charge, and what is due to another cell with it. Throws Overdrawn. */
    sell(sale: Sale): string {
      const { linkHash, buyer, provider, cell, priceCents } = sale
      const eventId = `dl:${linkHash}`
      return transact((tx) => {
        ledger.chargeDownload(tx, {
          ...{ linkHash, buyerTenantId: buyer, providerTenantId: provider },
          ...{ assetId: 'obj_1', datasetId: 'dset_1', apiKeyId: null, searchId: null },
          ...{ priceCents: cents(priceCents), providerShareBp: 6_000, nowMs: nowMs() },
        })
        const entry = cell === name ? undefined : entryOf('pay', sale, eventId)
        if (entry && entry.amountMinor > 0) give(tx, entry)
        return eventId
      })
    },
    /** What another cell sent. Throws Crashed. */
    take(entry: Entry) {
      serial += 1
      const again = harm === 'a duplicate is not recognised' ? `${entry.id}#${serial}` : entry.id
      const isWrong = harm === 'the sign is wrong on the way back' && entry.kind === 'takeBack'
      const kind = isWrong ? 'pay' : entry.kind
      const asked = { ...entry, id: again, kind }
      const isHasty = harm === 'taken back before it has come'
      return transact((tx) => takeIn(tx, asked, { atMs: nowMs(), isHasty }))
    },
    acknowledged(id: string): void {
      row.remove.run(id)
      waiting.delete(id)
    },
    /** What is to be sent now; each next time waits longer. */
    due(): Entry[] {
      const due = [...waiting.values()].filter(({ nextMs }) => nextMs <= nowMs())
      for (const one of due) {
        one.nextMs = nowMs() + Math.min(longestWaitMs, firstWaitMs * 2 ** one.tries)
        one.tries += 1
      }
      return due.map(({ entry }) => entry)
    },
    /** When something is due next. */
    nextMs: (): number => Math.min(...[...waiting.values()].map(({ nextMs }) => nextMs)),
    waits: (): number => waiting.size,
    /** A new process finds what the database has. */
    restart(): void {
      waiting.clear()
      crash = undefined
      for (const text of row.all.all() as string[]) awaitAnswer(JSON.parse(text) as Entry)
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}
