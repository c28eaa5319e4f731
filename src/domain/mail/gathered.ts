import type { TenantId, UserId } from '../../base/ids.ts'
import { seal, unseal } from '../../base/sealed.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { changeWaiting, enqueue, type JobPayloads, listWaiting } from '../outbox/index.ts'
import { gatheredLetter, type OffMarketItem } from './compose.ts'
import { localeOf } from './locale-of.ts'
import type { Letter } from './ports.ts'
import type { MailRoom } from './room.ts'

/** What befell files of a house, for one who answers for it, until the hour is over. */
type Gathered = {
  userId: UserId
  tenantId: TenantId
  items: readonly OffMarketItem[]
  /** Those beyond what one letter holds. */
  more: number
}

const hourMs = 3_600_000
/** Each with its reason, which has up to 500 signs: a letter of 100 kB at most. */
const itemsMax = 100

/** From now on what befalls files waits for the end of the hour; of each person one letter does. */
export function openGathering(
  room: MailRoom,
  tx: Tx,
  { userId, tenantId }: Pick<Gathered, 'userId' | 'tenantId'>,
): void {
  if (gatheringOf(tx, userId)) return
  const empty = { userId, tenantId, items: [], more: 0 }
  enqueue(tx, {
    kind: 'send-mail',
    payload: { sealed: sealedIn(room, empty), letterId: crypto.randomUUID(), gathers: true },
    subjectId: userId,
    tenantId,
    nowMs: room.clock.nowMs(),
    runAfterMs: room.clock.nowMs() + hourMs,
  })
}

type Added = { userId: UserId; item: OffMarketItem }

/** False where nothing waits to which it could be added. */
export function addToGathered(room: MailRoom, tx: Tx, { userId, item }: Added): boolean {
  const waiting = gatheringOf(tx, userId)
  if (!waiting) return false
  const gathered = openedFrom(room, waiting.payload)
  const isFull = gathered.items.length >= itemsMax
  const added = isFull
    ? { ...gathered, more: gathered.more + 1 }
    : { ...gathered, items: [...gathered.items, item] }
  changeWaiting(tx, {
    ...waiting,
    payload: { ...waiting.payload, sealed: sealedIn(room, added) },
  })
  return true
}

function gatheringOf(tx: Tx, userId: UserId) {
  const about = { kind: 'send-mail', subjectId: userId } as const
  return listWaiting(tx, about).find(({ payload }) => payload.gathers)
}

/** The letter of an hour, to who still answers for the house; undefined: there is none. */
export function letterOfHour(
  room: MailRoom,
  payload: JobPayloads['send-mail'],
): { letter: Letter | undefined; house: Pick<Gathered, 'userId' | 'tenantId'> } {
  const { userId, tenantId, items, more } = openedFrom(room, payload)
  const house = { userId, tenantId }
  const [first, ...rest] = items
  const to = addressOf(room, room.store.db, house)
  if (!first || to === undefined) return { letter: undefined, house }
  const locale = localeOf(room, { userId, spoken: undefined })
  const baseUrl = `${room.baseUrl()}/console/`
  return { letter: gatheredLetter({ to, locale, items: [first, ...rest], more, baseUrl }), house }
}

function addressOf(
  { managersOf }: MailRoom,
  db: Db,
  { userId, tenantId }: Pick<Gathered, 'userId' | 'tenantId'>,
): string | undefined {
  return managersOf(db, tenantId).find((manager) => manager.userId === userId)?.email
}

function sealedIn({ sealKey }: MailRoom, gathered: Gathered): string {
  return seal(sealKey(), Buffer.from(JSON.stringify(gathered), 'utf8')).toString('base64')
}

function openedFrom({ sealKey }: MailRoom, { sealed }: JobPayloads['send-mail']): Gathered {
  const text = unseal(sealKey(), Buffer.from(sealed, 'base64')).toString('utf8')
  return JSON.parse(text) as Gathered
}
