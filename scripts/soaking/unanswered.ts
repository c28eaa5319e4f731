// Deeds that were asked for and not answered: each happened whole, or not at all. What is asked
// again afterwards, under the same name, happens once.
import { createHash } from 'node:crypto'
import { approve, confirm, fetchBytes, initiate, remove, search, send, topUp } from './deeds.ts'
import { type Document, isOnOffer, type Link, type TopUp } from './journal.ts'
import type { World } from './world.ts'

/** Sentences about what is there in part; looked for before anything is asked again. */
export function findHalves(world: World): string[] {
  const { documents, topUps, links } = world.journal
  return [
    ...documents.flatMap((document) => halvesOfDocument(world, document)),
    ...halfTopUps(world, topUps),
    ...links.filter(({ fetched }) => fetched === 'asked').flatMap((one) => halfFetch(world, one)),
    ...halfSearches(world),
  ]
}

/** Asks again for everything that has no answer. Throws WrongAnswer. */
export async function askAgain(world: World): Promise<void> {
  const { documents, topUps, links, searches } = world.journal
  for (const document of documents) {
    if (document.initiated === 'asked') await initiate(world, document)
    if (document.sent === 'asked') await send(world, document)
    if (document.confirmed === 'asked') await confirm(world, document)
    if (document.approved === 'asked') await approve(world, document)
    if (document.deleted === 'asked') await remove(world, document)
    document.readers = 0
  }
  for (const record of topUps) if (record.given === 'asked') await topUp(world, record)
  for (const record of searches) if (record.searched === 'asked') await search(world, record)
  for (const record of links) {
    // Nobody knows the token of a link that was not handed over.
    if (record.minted === 'asked') record.minted = 'never'
    if (record.fetched === 'asked' && isOnOffer(record.document)) await fetchBytes(world, record)
  }
}

function halvesOfDocument(world: World, document: Document): string[] {
  const { name, initiated, confirmed, approved, deleted } = document
  if (![initiated, confirmed, approved, deleted].includes('asked')) return []
  const row = world.look().value(
    `SELECT json_object('status', status, 'review', review_state, 'count', count(*),
      'uploads', (SELECT count(*) FROM upload WHERE upload.object_id = object.object_id),
      'inspections', (SELECT count(*) FROM job WHERE subject_id = object_id
        AND kind = 'inspect-object'),
      'ingestions', (SELECT count(*) FROM job WHERE subject_id = object_id
        AND kind = 'ingest-object'))
    FROM object WHERE filename = ? OR object_id = ?`,
    name,
    document.objectId,
  )
  const is = JSON.parse(row as string) as Record<string, unknown>
  const expected = wholeStates(is.count === 0 ? 'absent' : String(is.status))
  if (expected === undefined) return [`${name} is ${is.status} after an unanswered deed`]
  const differing = Object.entries(expected).filter(([key, value]) => is[key] !== value)
  return differing.map(([key, value]) => `${name} (${is.status}): ${key} ${is[key]}, not ${value}`)
}

/** What belongs to each state of an object; only what was approved is deleted here. */
function wholeStates(status: string): Record<string, unknown> | undefined {
  const states: Record<string, Record<string, unknown>> = {
    absent: {},
    initiated: { count: 1, review: null, uploads: 1, inspections: 0, ingestions: 0 },
    staged: { count: 1, review: 'pending', uploads: 0, inspections: 1, ingestions: 0 },
    active: { count: 1, review: 'approved', uploads: 0, inspections: 1, ingestions: 1 },
    deleted: { count: 1, uploads: 0, inspections: 1, ingestions: 1 },
  }
  return states[status]
}

function halfTopUps(world: World, topUps: readonly TopUp[]): string[] {
  const grants = grantsByReason(world)
  return topUps
    .map(({ name }) => ({ name, ...(grants.get(name) ?? noGrant) }))
    .filter(({ audits, transfers }) => audits !== transfers || audits > 1)
    .map(({ name, audits, transfers }) => `${name}: ${transfers} transfers, ${audits} audit events`)
}

export type Grants = { audits: number; transfers: number; credits: number }
export const noGrant: Grants = { audits: 0, transfers: 0, credits: 0 }

/** What was granted for each reason, by the audit log and by the ledger. */
export function grantsByReason(world: World): Map<string, Grants> {
  const rows = world.look().rows(`
    SELECT details ->> 'reason' AS reason, count(*) AS audits, count(transfer_id) AS transfers,
      total(amount_minor) AS credits
    FROM audit_event LEFT JOIN transfer ON transfer_id = details ->> 'transferId'
    WHERE action = 'credits.granted' GROUP BY 1`) as ({ reason: string } & Grants)[]
  return new Map(rows.map((row) => [row.reason, row]))
}

function halfFetch(world: World, link: Link): string[] {
  const { used, events } = fetchOf(world, link)
  return used === events ? [] : [`${link.name}: used ${used} times, charged ${events} times`]
}

/** How often a link was used and how often charged, by the records: both are 0 or 1. */
export function fetchOf(world: World, { url }: Link): { used: number; events: number } {
  const token = url.slice(url.lastIndexOf('/') + 1)
  const hash = createHash('sha256').update(token).digest()
  const used = "SELECT count(*) FROM dl_link WHERE token_hash = ? AND state = 'used'"
  const events = 'SELECT count(*) FROM meter_event WHERE event_id = ?'
  return {
    used: Number(world.look().value(used, hash)),
    events: Number(world.look().value(events, `dl:${hash.toString('hex')}`)),
  }
}

function halfSearches(world: World): string[] {
  const rows = world.look().rows(`
    SELECT request_id AS name FROM search_activity AS search
    WHERE request_id IS NOT NULL AND billed <> (SELECT count(*) FROM meter_event
      WHERE event_id = 'search:' || search.search_id)`) as { name: string }[]
  return rows.map(({ name }) => `${name}: billed without an event, or the other way round`)
}
