/**
 * Delivery: the original bytes of an asset, once per link, charged at the moment of the fetch.
 *
 * Owns the prices of files (price.ts) and the single-use links. A link is a promise of one file at
 * one price to one buyer for 15 minutes; whoever has its URL may fetch it, no key needed. Only a
 * hash of its token is kept.
 *
 * States: minted → used, and nothing else. A used link also notes how its delivery ended: sent,
 * aborted by the client, or failed on our side. Charge, split, metered event and the step to used
 * happen in one transaction, before the first byte: no bytes without a charge, no charge twice.
 * Where the store of files lends, the URL that it gives stands for the bytes: once it is handed
 * over the delivery is sent, whatever comes of it.
 *
 * A delivery that failed on our side (a read error, the end of the process) is made good: within
 * 24 hours the same buyer mints the same asset for 0, and that counts once, unless what it cost was
 * given back. A client that hangs up has what it paid for; one that has left before there was
 * anything to send is charged nothing, and its link stays good. Of one link to a clip one fetch is
 * served at a time. (our choice, GET /dl)
 *
 * Refuses: assets that the caller cannot see (NotFound), ranges of what is no recording and
 * searches of others (InvalidInput), too few credits and a spent allowance (PaymentRequired),
 * links that are unknown, expired or withdrawn (LinkInvalid) or used (LinkUsed), files over the
 * limit (TooLarge). Only a delivery spends a link.
 */
import { bind } from '../../base/bind.ts'
import { inSlices } from '../../base/in-slices.ts'
import { openTurnsByName } from '../../base/turns.ts'
import { fetchLink, inspectLink } from './links/fetch-link.ts'
import { freeAgainUntil } from './links/free-again.ts'
import { mintLink } from './links/mint-link.ts'
import { settled } from './links/note-end.ts'
import { verifyLinks } from './links/verify-links.ts'
import { deleteUnusedLinks } from './queries.ts'
import { quote } from './quote.ts'
import type { DeliveryDeps, DeliveryRoom } from './room.ts'

/** Links that are ended in one transaction. */
const endedPerSlice = 500

export type Delivery = ReturnType<typeof openDelivery>

export function openDelivery(deps: DeliveryDeps) {
  const room: DeliveryRoom = {
    ...deps,
    inTurnOf: openTurnsByName({ atOnce: 1 }),
    openedAtMs: deps.clock.nowMs(),
    ending: new Set(),
    cutsOff: false,
  }
  return {
    ...bind(room, {
      quote,
      mintLink,
      fetchLink,
      inspectLink,
      freeAgainUntil,
      settled,
    }),
    /** For `ledger.verify`: every used link has its metered event, and the other way round. */
    verifyLinks,
    /** For the operator: no link that was given out works any more. Gives how many there were. */
    endUnusedLinks: () =>
      inSlices(deps.store.write, { max: endedPerSlice, take: deleteUnusedLinks }),
    /** From here on a connection that ends was ended by us: such deliveries are made good. */
    cutOff: () => {
      room.cutsOff = true
    },
  }
}

export { demandBuyersMax, demandWindowDays } from './limits.ts'
export type { DeliveredFile, LentFile } from './links/fetch-link.ts'
export type { MintedLink, MintRequest } from './links/mint-link.ts'
export { clipPriceCents, filePriceCents } from './price.ts'
export type { Quote } from './quote.ts'
export type { DeliveryDeps, DeliverySettings } from './room.ts'
