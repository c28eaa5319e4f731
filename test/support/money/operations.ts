// Everything that moves money, as plain data that can be drawn at random.
import fc from 'fast-check'
import type { StatementDeed } from '../../../src/domain/ledger/index.ts'

/** open, premium, curated. */
export type Mode = 0 | 1 | 2

export type PassageDrawn = { provider: number; mode: Mode; n: number }

export type Operation =
  | { kind: 'grant' | 'redeem'; who: number; credits: number }
  | {
      kind: 'search'
      who: number
      passages: PassageDrawn[]
      requestId: string | undefined
      budget: number | undefined
    }
  | { kind: 'download'; who: number; provider: number; mode: Mode; price: number }
  | { kind: 'cite'; at: number }
  | { kind: 'refund'; at: number }
  | { kind: 'dispute'; at: number }
  | { kind: 'tell'; at: number; revenue: number }
  | { kind: 'resolve'; at: number; decision: 'reject' | 'refund' }
  | { kind: 'pass' | 'setBack'; hours: number }
  | { kind: 'settle' | 'release' }
  | { kind: 'batch'; retryFailed: boolean }
  | { kind: 'step'; at: number; to: StatementDeed }

export const tenants = 4

const who = fc.nat({ max: tenants - 1 })
const at = fc.nat({ max: 0x7fffffff })
const mode = fc.constantFrom<Mode>(0, 1, 2)
const passage = fc.record({ provider: who, mode, n: fc.nat({ max: 9 }) })
const sameOnce = { selector: (one: PassageDrawn) => JSON.stringify(one), maxLength: 6 }
const to = fc.constantFrom<StatementDeed>('approved', 'held', 'paid', 'failed', 'reversed')

/** Much use, some money, a little of everything else; months go by in tens of operations. */
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: only('grant'), who, credits: whole(1, 400) }) },
  { weight: 1, arbitrary: fc.record({ kind: only('redeem'), who, credits: whole(1, 100) }) },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: only('search'),
      who,
      passages: fc.uniqueArray(passage, sameOnce),
      requestId: fc.option(fc.constantFrom('r', 's'), { nil: undefined, freq: 3 }),
      budget: fc.option(whole(0, 60), { nil: undefined, freq: 4 }),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({ kind: only('download'), who, provider: who, mode, price: whole(0, 60) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: only('cite'), at }) },
  { weight: 4, arbitrary: fc.record({ kind: only('tell'), at, revenue: whole(0, 500) }) },
  { weight: 3, arbitrary: fc.record({ kind: only('refund'), at }) },
  { weight: 2, arbitrary: fc.record({ kind: only('dispute'), at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: only('resolve'),
      at,
      decision: fc.constantFrom<'reject' | 'refund'>('reject', 'refund'),
    }),
  },
  { weight: 12, arbitrary: fc.record({ kind: only('pass'), hours: whole(1, 60) }) },
  { weight: 1, arbitrary: fc.record({ kind: only('setBack'), hours: whole(1, 60) }) },
  { weight: 2, arbitrary: fc.record({ kind: only('settle') }) },
  { weight: 2, arbitrary: fc.record({ kind: only('release') }) },
  { weight: 2, arbitrary: fc.record({ kind: only('batch'), retryFailed: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ kind: only('step'), at, to }) },
) as fc.Arbitrary<Operation>

function only<const K extends string>(kind: K) {
  return fc.constant(kind)
}

function whole(min: number, max: number) {
  return fc.integer({ min, max })
}
