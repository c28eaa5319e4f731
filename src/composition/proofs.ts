import { type Anchor, readAnchor, writeAnchor } from '../adapters/anchor-file.ts'
import { type Clock, isoOf } from '../base/clock.ts'
import type { Secrets } from '../base/secrets.ts'
import { recordAudit } from '../domain/audit/index.ts'
import type { Marks } from '../domain/chain/index.ts'
import type { VerifyPart } from '../domain/ledger/index.ts'
import type { Rooms } from '../domain/rooms.ts'
import type { Store } from '../store/open.ts'
import { openSeal, type Seal, sealToRead } from '../store/seal/open-seal.ts'
import { sealKeysOf } from '../store/seal/sums.ts'
import { verifySeal } from '../store/seal/verify-seal.ts'

type Needs = {
  store: Store
  secrets: Secrets
  clock: Clock
  dataDir: string
  isReadOnly: boolean
}

/** What shows that a hand other than the server's was on the database. */
export type Proofs = {
  /** The seal of the tables, and what the anchor says otherwise than the database. */
  parts(rooms: Pick<Rooms, 'chain'>): VerifyPart[]
  /** What of the anchor is not there any more, in sentences. */
  missed(rooms: Pick<Rooms, 'chain'>): string[]
  /**
   * Writes how far everything reached. Where it falls short of what was written before, that is
   * written down instead and given: it is not forgotten when the books grow again.
   */
  anchor(rooms: Pick<Rooms, 'chain'>): string[]
  /** Takes the database as it is for the right one, which is written down. */
  accept(rooms: Pick<Rooms, 'chain'>, reason: string): Promise<void>
}

const everyMs = 600_000

export function openProofs({ store, secrets, clock, dataDir, isReadOnly }: Needs): Proofs {
  const keys = sealKeysOf(secrets)
  const anchorKey = secrets.derive('anchor')
  const read = () => readAnchor<Marks>(dataDir, anchorKey)
  const { raw, db, file, beforeCommit, syncNow } = store
  const seal = isReadOnly
    ? sealToRead({ db, keys })
    : openSeal({ raw, db, keys, wasSealed: read() !== undefined, beforeCommit })
  const write = ({ chain }: Pick<Rooms, 'chain'>) => {
    const at = isoOf(clock.nowMs())
    const marks = chain.marks()
    const kind = 'kontor anchor 1'
    const anchor: Anchor<Marks> = { kind, at, seal: seal.count() ?? 0, marks }
    // It must not say more than what a power cut leaves.
    syncNow()
    writeAnchor(dataDir, anchorKey, anchor)
  }
  const missed: Proofs['missed'] = ({ chain }) => missedOf(read(), { chain, seal })

  return {
    missed,
    parts: (rooms) => [
      () => verifySeal({ file, keys }),
      () => [missed(rooms).map((message) => ({ check: 'anchor', seq: null, message }))],
    ],
    anchor(rooms) {
      seal.settle()
      const last = read()
      const found = missed(rooms)
      if (typeof last !== 'object') {
        if (found.length === 0) write(rooms)
      } else if (found.length > 0) {
        if (!last.found) writeAnchor(dataDir, anchorKey, { ...last, found })
      } else if (last.seal !== seal.count()) write(rooms)
      return found
    },
    async accept(rooms, reason) {
      await store.write((tx) =>
        recordAudit(tx, {
          atMs: clock.nowMs(),
          tenantId: null,
          actor: { type: 'operator', id: null },
          action: 'ledger.accepted',
          subject: { type: 'ledger', id: 'ledger' },
          details: { reason },
        }),
      )
      await store.write(() => seal.renew())
      write(rooms)
    },
  }
}

type Held = Pick<Rooms, 'chain'> & { seal: Seal }

function missedOf(anchor: Anchor<Marks> | 'altered' | undefined, { chain, seal }: Held): string[] {
  if (anchor === undefined) return []
  if (anchor === 'altered') return ['ledger.anchor was altered, or written with another key']
  if (anchor.found) return [...anchor.found]
  const problems = chain.missedMarks(anchor.marks)
  if ((seal.count() ?? 0) < anchor.seal) {
    problems.push('the database is older than it was: its tables were put back')
  }
  return problems.map((problem) => `${problem} at ${anchor.at}`)
}

/** For the clock: a crash takes no more than this off what the anchor says. */
export function anchorChore(anchor: () => unknown) {
  const slice = async () => {
    anchor()
    return false
  }
  return { name: 'write-anchor', everyMs, slice }
}
