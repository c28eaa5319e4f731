import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Conflict } from '../../../src/base/errors.ts'
import { type AccountName, granted, spendable } from '../../../src/domain/ledger/books/account.ts'
import { Overdrawn, post, verifyLedger } from '../../../src/domain/ledger/index.ts'
import { findAccount } from '../../../src/domain/ledger/queries.ts'
import { openTestLedger, type TestLedger } from '../../support/open-test-ledger.ts'

/** The ledger in a few lines of plain arithmetic. */
type Model = {
  posted: number[]
  held: number[]
  holds: { seq: number; from: number; to: number; amount: number; open: boolean }[]
  bodies: Map<string, string>
}

type Move = { id: number; from: number; to: number; amount: number }
type Deed =
  | (Move & { kind: 'post' | 'hold' })
  | { kind: 'post_hold' | 'void_hold'; id: number; hold: number; amount: number }

const world = 0
const names: AccountName[] = [granted, ...['a', 'b', 'c'].map((x) => spendable(`tnt_${x}`))]

const account = fc.nat({ max: names.length - 1 })
const amount = fc.integer({ min: 1, max: 60 })
// Few ids, so that they are often used again, with the same body and with another.
const id = fc.nat({ max: 40 })
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ kind: fc.constantFrom('post', 'hold'), id, from: account, to: account, amount }),
  fc.record({ kind: fc.constantFrom('post_hold', 'void_hold'), id, hold: fc.nat(8), amount }),
) as fc.Arbitrary<Deed>

type Answer = 'done' | 'again' | 'conflict' | 'overdrawn' | 'refused'

/** What must happen, worked out by the model; it changes only when something is done. */
function expectedOf(model: Model, asked: Deed, seq: number): Answer {
  const move = moveOf(model, asked)
  if (!move) return 'refused'
  const body = JSON.stringify({ ...move, kind: asked.kind })
  const old = model.bodies.get(`${asked.id}`)
  if (old !== undefined) return old === body ? 'again' : 'conflict'
  const answer = apply(model, asked, move, seq)
  if (answer === 'done') model.bodies.set(`${asked.id}`, body)
  return answer
}

type Resolved = { from: number; to: number; amount: number; hold?: number }

function moveOf(model: Model, asked: Deed): Resolved | undefined {
  if ('from' in asked) return { from: asked.from, to: asked.to, amount: asked.amount }
  const hold = model.holds[asked.hold]
  if (!hold) return undefined
  const moved = asked.kind === 'void_hold' ? hold.amount : asked.amount
  return { from: hold.from, to: hold.to, amount: moved, hold: asked.hold }
}

function apply(model: Model, asked: Deed, move: Resolved, seq: number): Answer {
  const { posted, held, holds } = model
  const { from, to, amount: moved } = move
  const hold = move.hold === undefined ? undefined : holds[move.hold]
  const free = (posted[from] ?? 0) - (held[from] ?? 0) + (hold?.amount ?? 0)
  const taken = asked.kind === 'void_hold' ? 0 : moved
  if (from !== world && free < taken) return 'overdrawn'
  if (from === to) return 'refused'
  if (hold && (!hold.open || moved > hold.amount)) return 'refused'
  if (hold) {
    hold.open = false
    held[from] = (held[from] ?? 0) - hold.amount
  }
  if (asked.kind === 'hold') {
    held[from] = (held[from] ?? 0) + moved
    holds.push({ seq, from, to, amount: moved, open: true })
  }
  if (asked.kind === 'post' || asked.kind === 'post_hold') {
    posted[from] = (posted[from] ?? 0) - moved
    posted[to] = (posted[to] ?? 0) + moved
  }
  return 'done'
}

async function actualOf(ledger: TestLedger, model: Model, asked: Deed): Promise<Answer> {
  const move = moveOf(model, asked)
  if (!move) return 'refused'
  const holdSeq = move.hold === undefined ? {} : { holdSeq: model.holds[move.hold]?.seq ?? 0 }
  const request = {
    transferId: `g:t${asked.id}`,
    groupId: 'g',
    code: 'c',
    ref: '',
    atMs: 1,
    phase: asked.kind,
    debit: names[move.from] as AccountName,
    credit: names[move.to] as AccountName,
    amountMinor: move.amount,
    ...holdSeq,
  }
  try {
    const { isNew } = await ledger.store.write((tx) => post(tx, request))
    return isNew ? 'done' : 'again'
  } catch (error) {
    if (error instanceof Conflict) return 'conflict'
    return error instanceof Overdrawn ? 'overdrawn' : 'refused'
  }
}

test('whatever is tried, the ledger does what plain arithmetic does and verifies', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 40 }), async (deeds) => {
      using ledger = openTestLedger()
      const model: Model = {
        posted: [0, 0, 0, 0],
        held: [0, 0, 0, 0],
        holds: [],
        bodies: new Map(),
      }
      for (const asked of deeds) {
        const actual = await actualOf(ledger, model, asked)
        const expected = expectedOf(model, asked, headSeq(ledger))
        assert.is(actual, expected, JSON.stringify(asked))
      }
      names.forEach((name, i) => {
        const { posted = 0, held = 0 } = findAccount(ledger.store.db, name) ?? {}
        assert.equal([posted, held], [model.posted[i], model.held[i]])
      })
      assert.equal(verifyLedger(ledger.store.db).problems, [])
    }),
    { numRuns: 60 },
  )
})

function headSeq({ store }: TestLedger): number {
  return store.raw.prepare('SELECT coalesce(max(seq), 0) FROM transfer').pluck().get() as number
}

test.run()
