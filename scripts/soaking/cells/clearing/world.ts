// Cells on a bad network, and beside them what plain arithmetic says.
import type { TenantId } from '../../../../src/base/ids.ts'
import { post } from '../../../../src/domain/ledger/index.ts'
import { openRandom } from '../../random.ts'
import { openNetwork } from '../network.ts'
import { type Cell, type Harm, openCell, type Sale } from './cell.ts'
import type { Entry } from './entry.ts'

export type Sold = Sale & { eventId: string; at: Cell; dueCents: number; isRefunded: boolean }
export type Given = Entry & { isTaken: boolean }

/** What plain arithmetic says. */
export type Model = {
  /** In cents. */
  credits: Map<TenantId, number>
  paidOut: Map<TenantId, number>
  sold: Sold[]
  given: Map<string, Given>
}

export type Body = { what: 'entry'; entry: Entry } | { what: 'taken'; id: string }

export type World = ReturnType<typeof openWorld>

const firstCredits = 2_000
const tenantsPerCell = 2

export function openWorld(seed: string, harm?: Harm) {
  const clock = { nowMs: Date.UTC(2026, 2, 2, 10) }
  const network = openNetwork<Body>(seed)
  const names = 'abcde'.slice(0, 2 + openRandom(`${seed}/cells`).below(4)).split('')
  const send = (entry: Entry) => {
    const { id, from, to } = entry
    network.send({ id, from, to, body: { what: 'entry', entry } }, clock.nowMs)
  }
  const onGiven = harm === 'sent before it is committed' ? send : undefined
  const cells = names.map((name) => openCell(name, { nowMs: () => clock.nowMs, onGiven, harm }))
  const model: Model = { credits: new Map(), paidOut: new Map(), sold: [], given: new Map() }
  for (const cell of cells) {
    for (let i = 0; i < tenantsPerCell; i++) grant(cell, model, `tnt_${cell.name}${i}`)
  }
  const downUntil = new Map<string, number>()
  const counts: Record<string, number> = {}
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const world = {
    clock,
    network,
    cells,
    model,
    counts,
    count,
    send,
    harm,
    downUntil,
    tenants: [...model.credits.keys()],
    cellOf: (tenant: TenantId) => cells.find(({ name }) => tenant[4] === name) as Cell,
    goDown(cell: Cell, forMs: number): void {
      count('crashes')
      cell.isUp = false
      downUntil.set(cell.name, clock.nowMs + forMs)
    },
    [Symbol.dispose]() {
      for (const cell of cells) cell[Symbol.dispose]()
    },
  }
  return world
}

function grant(cell: Cell, { credits }: Model, tenant: TenantId): void {
  credits.set(tenant, firstCredits)
  const transferId = `grant:${tenant}`
  cell.transact((tx) =>
    post(tx, {
      transferId,
      groupId: transferId,
      amountMinor: firstCredits,
      atMs: 0,
      code: 'grant',
      ref: '',
      debit: { unit: 'CREDIT', owner: 'world', kind: 'granted' },
      credit: { unit: 'CREDIT', owner: tenant, kind: 'balance' },
    }),
  )
}
