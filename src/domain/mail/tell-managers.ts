import type { Tx } from '../../store/tx.ts'
import type { OffMarketNews } from '../identity/index.ts'
import { offMarketLetter } from './compose.ts'
import { addToGathered, openGathering } from './gathered.ts'
import { localeOf } from './locale-of.ts'
import { post } from './post.ts'
import * as queries from './queries.ts'
import type { MailRoom } from './room.ts'

/**
 * A letter to each who answers for a tenant, in the transaction of what befell it, whatever they
 * chose: who is shut out has no other way to learn of it. Who chose to hear of it, and may just
 * now, is told by that letter alone. Files come in rows: of those the first is told at once, and
 * what follows within the hour in one letter at its end.
 */
export function tellManagers(room: MailRoom, tx: Tx, news: OffMarketNews): void {
  const { tenantId, place, ...said } = news
  for (const { userId, email } of room.mailer ? room.managersOf(tx, tenantId) : []) {
    const choice = queries.findChoice(tx, userId)
    const isChosen = choice?.atOnce.includes(said.type) || choice?.daily.includes(said.type)
    if (isChosen && room.addresseeOf(tx, userId)) continue
    const locale = localeOf(room, { userId, spoken: undefined })
    const url = `${room.baseUrl()}/console${place}`
    const isFile = said.type.startsWith('object.')
    if (isFile && addToGathered(room, tx, { userId, item: { ...said, url } })) continue
    const letter = offMarketLetter({ ...said, to: email, locale, url })
    post(room, tx, { letter, subjectId: userId, tenantId })
    if (isFile) openGathering(room, tx, { userId, tenantId })
  }
}
