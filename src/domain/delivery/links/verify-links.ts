import type { Db } from '../../../store/tx.ts'
import {
  type DownloadEvent,
  downloadEventsAfter,
  downloadEventsOf,
  type VerifyProblem,
} from '../../ledger/index.ts'
import { verifySliceLinks } from '../limits.ts'
import { listLinksAfter, listUsedLinks } from '../queries.ts'
import type { Link } from './link.ts'

/**
 * Compares links with the ledger, in slices: a link is used exactly when there is one metered
 * download for it, and that event names the buyer, the provider, the asset, the price and the
 * time that the link does. Handed to `ledger.verify`, which checks the charge of every event.
 */
export function* verifyLinks(db: Db, slice = verifySliceLinks): Generator<VerifyProblem[]> {
  yield* linksAgainstEvents(db, slice)
  yield* eventsAgainstLinks(db, slice)
}

function* linksAgainstEvents(db: Db, limit: number): Generator<VerifyProblem[]> {
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const links = listLinksAfter(db, { after, limit })
    const events = downloadEventsOf(db, links.map(hexOf))
    yield links.flatMap((link) => {
      const event = events.get(hexOf(link))
      return checkLink(link, event).map((message) => problemOf(link, event, message))
    })
    const last = links.at(-1)
    if (!last || links.length < limit) return
    after = last.tokenHash
  }
}

function checkLink(link: Link, event: DownloadEvent | undefined): string[] {
  if (link.state === 'minted') return event ? ['was metered and is unused'] : []
  if (!event) return ['is used and was not metered']
  const pairs = {
    buyer: [link.buyerTenantId, event.buyerTenantId],
    provider: [link.providerTenantId, event.providerTenantId],
    asset: [link.assetId, event.assetId],
    price: [link.priceCents, event.chargeCents],
    share: [link.priceCents && link.providerShareBp, event.providerShareBp],
    time: [link.usedAtMs, event.createdAt],
  }
  return Object.entries(pairs)
    .filter(([, [ours, theirs]]) => ours !== theirs)
    .map(([what, [ours, theirs]]) => `has ${what} ${ours}, its event has ${theirs}`)
}

function* eventsAgainstLinks(db: Db, limit: number): Generator<VerifyProblem[]> {
  let seq = 0
  for (;;) {
    const events = downloadEventsAfter(db, { seq, limit })
    const hashes = events.map(({ linkHash }) => Buffer.from(linkHash, 'hex'))
    const used = new Set(listUsedLinks(db, hashes).map(hexOf))
    yield events
      .filter(({ linkHash }) => !used.has(linkHash))
      .map((event) => ({
        check: 'meter_event',
        seq: event.seq,
        message: 'is a download without a used link',
      }))
    const last = events.at(-1)
    if (!last || events.length < limit) return
    seq = last.seq
  }
}

function hexOf({ tokenHash }: Pick<Link, 'tokenHash'>): string {
  return tokenHash.toString('hex')
}

function problemOf(link: Link, event: DownloadEvent | undefined, message: string): VerifyProblem {
  return {
    check: 'link',
    seq: event?.seq ?? null,
    message: `${hexOf(link).slice(0, 16)} ${message}`,
  }
}
