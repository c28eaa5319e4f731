// One cell of the clearing: its ledger, the rows that wait to be sent, and a process that can end
// at any moment. What the process knows and the database does not is gone with it.
import { newId, type TenantId } from '../../../../src/base/ids.ts'
import { cents } from '../../../../src/base/money.ts'
import type { Command } from '../../../../src/domain/command.ts'
import { openLedger } from '../../../../src/domain/ledger/index.ts'
import type { Tx, Write } from '../../../../src/store/tx.ts'
import { adminPrincipal } from '../../../../test/support/test-principal.ts'
import { testSecrets } from '../../../../test/support/test-secrets.ts'
import { type CellStore, openCellStores } from '../books.ts'
import { type Entry, giveOn, isPosted, payId, takeBackId, takeIn } from './entry.ts'
import { openOutbox, outboxSchema } from './outbox.ts'

/** What is broken on purpose, to see that it is found. */
export const harms = [
  'a duplicate is not recognised',
  'sent before it is committed',
  'the sign is wrong on the way back',
  'the row is kept in memory alone',
  'taken back before it has come',
  'acknowledged before it is committed',
] as const
export type Harm = (typeof harms)[number]

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

export type Cell = ReturnType<typeof openCell>

type CellDeps = {
  nowMs(): number
  /** Is told of an entry before it is committed. */
  onGiven?: ((entry: Entry) => void) | undefined
  harm?: Harm | undefined
}

const nextStore = openCellStores(outboxSchema)

export function openCell(name: string, { nowMs, onGiven, harm }: CellDeps) {
  const store = nextStore()
  const outbox = openOutbox(store, { nowMs })
  const { transact, crashAt, onCommit } = openTransactions(store)
  const write: Write = async (fn) => transact(fn)
  const ledger = ledgerOf(store, { write, nowMs })
  const commandOf = (how: Write): Command => {
    return { principal: adminPrincipal(), requestId: newId('req', nowMs()), write: how }
  }
  let messages = 0

  /** With its row, in the transaction of the deed. */
  function give(tx: Tx, entry: Entry): void {
    giveOn(tx, entry, nowMs())
    if (harm !== 'the row is kept in memory alone') outbox.keep(entry)
    onGiven?.(entry)
    onCommit(() => outbox.send(entry))
  }

  return {
    name,
    store,
    ledger,
    outbox,
    isUp: true,
    transact,
    crashAt,
    admin: () => commandOf(write),
    /** A command whose transaction first takes from the provider what the deed gives back. */
    refunding(sale: Sale, eventId: string): Command {
      return commandOf(async (fn) =>
        transact((tx) => {
          const isDue = isPosted(tx, payId(eventId)) && !isPosted(tx, takeBackId(eventId))
          if (isDue) give(tx, entryOf(store, { kind: 'takeBack', from: name, sale, eventId }))
          return fn(tx)
        }),
      )
    },
    /** The product's own charge, and what is due to another cell with it. */
    sell(sale: Sale, eventId: string): void {
      transact((tx) => {
        ledger.chargeDownload(tx, downloadOf(sale, nowMs()))
        if (sale.cell === name) return
        const entry = entryOf(store, { kind: 'pay', from: name, sale, eventId })
        if (entry.amountMinor > 0) give(tx, entry)
      })
    },
    /** What another cell sent. */
    take(entry: Entry) {
      messages += 1
      const isNew = harm === 'a duplicate is not recognised'
      const isWrong = harm === 'the sign is wrong on the way back' && entry.kind === 'takeBack'
      const kind = isWrong ? 'pay' : entry.kind
      const asked = { ...entry, id: isNew ? `${entry.id}#${messages}` : entry.id, kind }
      const isHasty = harm === 'taken back before it has come'
      return transact((tx) => takeIn(tx, asked, { atMs: nowMs(), isHasty }))
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

/** Transactions at which a process can end: before the commit, or right behind it. */
function openTransactions(store: CellStore) {
  let crash: 'before' | 'behind' | undefined
  let behind: (() => void)[] = []
  return {
    onCommit: (run: () => void): unknown => behind.push(run),
    crashAt(point: 'before' | 'behind' | undefined): void {
      crash = point
    },
    transact<T>(fn: (tx: Tx) => T): T {
      const point = crash
      crash = undefined
      behind = []
      const value = store.transact((tx) => {
        const made = fn(tx)
        if (point === 'before') throw new Crashed(false)
        return made
      })
      if (point === 'behind') throw new Crashed(true)
      for (const run of behind) run()
      return value
    },
  }
}

function ledgerOf({ db }: CellStore, { write, nowMs }: { write: Write; nowMs(): number }) {
  return openLedger({
    store: { db, write },
    clock: { nowMs, elapsedMs: nowMs },
    secrets: testSecrets,
    settings: { welcomeCredits: cents(0) },
    planOf: () => 'unlimited',
  })
}

function downloadOf({ linkHash, buyer, provider, priceCents }: Sale, nowMs: number) {
  return {
    linkHash,
    buyerTenantId: buyer,
    providerTenantId: provider,
    assetId: 'obj_1' as const,
    datasetId: 'dset_1' as const,
    apiKeyId: null,
    searchId: null,
    priceCents: cents(priceCents),
    providerShareBp: 6_000,
    nowMs,
  }
}

type Asked = { kind: Entry['kind']; from: string; sale: Sale; eventId: string }

/** What the ledger says that the provider is due. */
function entryOf({ raw }: CellStore, { kind, from, sale, eventId }: Asked): Entry {
  const { cell: to, provider } = sale
  const event = raw
    .prepare('SELECT hex(hash), provider_cents FROM meter_event WHERE event_id = ?')
    .raw()
  const [eventHash, amountMinor] = event.get(eventId) as [string, number]
  const id = kind === 'pay' ? payId(eventId) : takeBackId(eventId)
  return { id, kind, from, to, provider, amountMinor, eventId, eventHash }
}
