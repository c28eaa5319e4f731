// Deeds that were asked for and not answered: each happened whole, or not at all. What is asked
// again afterwards, under the same name, happens once.
import { createHash } from 'node:crypto'
import {
  approve,
  confirm,
  createShelf,
  fetchBytes,
  initiate,
  remove,
  removeShelf,
  restore,
  search,
  send,
  sendPart,
  takeDown,
  topUp,
} from './deeds.ts'
import {
  type Document,
  isOnOffer,
  type Link,
  type Shelf,
  type Told,
  type TopUp,
} from './journal.ts'
import { patiently, type World } from './world.ts'

/** Sentences about what is there in part; looked for before anything is asked again. */
export function findHalves(world: World): string[] {
  const { documents, topUps, links, shelves } = world.journal
  return [
    ...documents.flatMap((document) => halvesOfDocument(world, document)),
    ...documents.flatMap((document) => halfTakeDown(world, document)),
    ...documents.flatMap((document) => lostParts(world, document)),
    ...shelves.flatMap((shelf) => halfShelf(world, shelf)),
    ...halfTopUps(world, topUps),
    ...links.filter(({ fetched }) => fetched === 'asked').flatMap((one) => halfFetch(world, one)),
    ...halfSearches(world),
  ]
}

/** Asks again for everything that has no answer. Throws WrongAnswer. */
export async function askAgain(world: World): Promise<void> {
  const { documents, topUps, links, searches, shelves } = world.journal
  for (const shelf of shelves) {
    await again(shelf.created, () => createShelf(world, shelf))
    await again(shelf.removed, () => removeShelf(world, shelf))
  }
  for (const document of documents) await askAgainOf(world, document)
  for (const record of topUps) await again(record.given, () => topUp(world, record))
  for (const record of searches) await again(record.searched, () => search(world, record))
  for (const record of links) {
    // Nobody knows the token of a link that was not handed over.
    if (record.minted === 'asked') record.minted = 'never'
    if (isOnOffer(record.document)) await again(record.fetched, () => fetchBytes(world, record))
  }
}

async function askAgainOf(world: World, document: Document): Promise<void> {
  const deed = (work: (world: World, document: Document) => Promise<void>) => () =>
    work(world, document)
  await again(document.initiated, deed(initiate))
  await again(document.sent, deed(send))
  for (const part of document.parts) {
    await again(part.sent, () => sendPart(world, document, part))
  }
  await again(document.confirmed, deed(confirm))
  await again(document.approved, deed(approve))
  await again(document.takenDown, deed(takeDown))
  await again(document.restored, deed(restore))
  await again(document.deleted, deed(remove))
  document.readers = 0
  document.isReserved = document.shelf !== undefined
}

async function again(told: Told, deed: () => Promise<unknown>): Promise<void> {
  if (told === 'asked') await patiently(deed)
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

/** Out of sight with an audit event, or neither. */
function halfTakeDown(world: World, document: Document): string[] {
  const { name, objectId, takenDown, restored } = document
  if (takenDown !== 'asked' && restored !== 'asked') return []
  const events = (action: string) =>
    Number(
      world
        .look()
        .value(
          'SELECT count(*) FROM audit_event WHERE action = ? AND subject_id = ?',
          action,
          objectId,
        ),
    )
  const isDown = world
    .look()
    .value('SELECT taken_down_at IS NOT NULL FROM object WHERE object_id = ?', objectId)
  const expected = events('object.taken_down') - events('object.restored')
  return isDown === expected ? [] : [`${name} is down: ${isDown}, by its events: ${expected}`]
}

/** Parts that were acknowledged and are not on record as they were sent. */
function lostParts(world: World, { objectId, confirmed, parts }: Document): string[] {
  if (confirmed !== 'never') return []
  return parts
    .filter(({ sent }) => sent === 'done')
    .filter(({ partNumber, etag }) => {
      const sql = `SELECT checksum_sha256 FROM upload_part JOIN upload USING (upload_id)
        WHERE object_id = ? AND part_number = ?`
      return `"${world.look().value(sql, objectId, partNumber)}"` !== etag
    })
    .map(({ name }) => `${name} was acknowledged and is not there`)
}

/** A dataset is deleted with all of its objects, or none of them is. */
function halfShelf(world: World, { name, datasetId, removed }: Shelf): string[] {
  if (removed !== 'asked') return []
  const status = world.look().value('SELECT status FROM dataset WHERE dataset_id = ?', datasetId)
  const isGone = status !== 'active' && status !== 'empty'
  const living = world
    .look()
    .value("SELECT count(*) FROM object WHERE dataset_id = ? AND status <> 'deleted'", datasetId)
  const dead = world
    .look()
    .value("SELECT count(*) FROM object WHERE dataset_id = ? AND status = 'deleted'", datasetId)
  const isWhole = isGone ? living === 0 : dead === 0
  return isWhole ? [] : [`${name} is ${status} with ${living} objects living and ${dead} deleted`]
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
      WHERE event_id = 'ret:' || search.search_id)`) as { name: string }[]
  return rows.map(({ name }) => `${name}: billed without an event, or the other way round`)
}
