// What must hold whenever the server rests: the journal against the records, the records against
// the files, the index and the books. Each check gives a sentence for everything that is wrong.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { shelvesIn } from '../../src/adapters/blobs/blob-files.ts'
import { command } from '../../test/support/run-server.ts'
import { ask } from './deeds.ts'
import type { Document, Shelf } from './journal.ts'
import { isOnOffer } from './journal.ts'
import type { Random } from './random.ts'
import { fetchOf, grantsByReason, noGrant } from './unanswered.ts'
import { patiently, type World } from './world.ts'

export type Invariant = {
  name: string
  breaches(world: World, random: Random): string[] | Promise<string[]>
}

export const invariants: readonly Invariant[] = [
  { name: 'every acknowledged write is there', breaches: missingWrites },
  { name: 'every job is finished', breaches: openJobs },
  { name: 'no bytes without a record', breaches: strayBytes },
  { name: 'no record without its bytes', breaches: missingBytes },
  { name: 'the index equals the records', breaches: wrongIndex },
  { name: 'nothing is charged twice', breaches: wrongCharges },
  { name: 'the balances add up', breaches: wrongBalances },
  { name: 'searches and downloads answer by it', breaches: wrongAnswers },
]

type ObjectRow = {
  object_id: string
  filename: string
  status: string
  index_state: string
  checksum_sha256: string | null
  blob_key: string | null
  size_bytes: number
  passage_count: number
  passages: number
  is_down: number
}

const objectsSql = `
  SELECT object_id, filename, status, index_state, checksum_sha256, blob_key, size_bytes,
    passage_count, taken_down_at IS NOT NULL AS is_down,
    (SELECT count(*) FROM passage WHERE passage.object_no = object.object_no) AS passages
  FROM object`

function objectRows(world: World): ObjectRow[] {
  return world.look().rows(objectsSql) as ObjectRow[]
}

function missingWrites(world: World): string[] {
  const rows = new Map(objectRows(world).map((row) => [row.object_id, row]))
  const { documents, topUps, searches, shelves } = world.journal
  const grants = grantsByReason(world)
  const billed = billedByRequest(world)
  return [
    ...documents
      .filter(({ initiated }) => initiated === 'done')
      .flatMap((document) => differences(document, rows.get(document.objectId))),
    ...topUps
      .filter(({ given }) => given === 'done')
      .map(({ name, credits }) => ({ name, credits, is: grants.get(name) ?? noGrant }))
      .filter(({ credits, is }) => is.transfers !== 1 || is.credits !== credits)
      .map(({ name, is }) => `${name} was granted ${is.transfers} times, ${is.credits} credits`),
    ...shelves
      .filter(({ removed }) => removed === 'done')
      .flatMap((shelf) => livingShelf(world, shelf)),
    ...searches
      .filter(({ name, searched }) => searched === 'done' && billed.get(name) !== 1)
      .map(({ name }) => `${name} was billed ${billed.get(name) ?? 0} times`),
  ]
}

function livingShelf(world: World, { name, datasetId }: Shelf): string[] {
  const status = world.look().value('SELECT status FROM dataset WHERE dataset_id = ?', datasetId)
  return status === 'deleted' ? [] : [`${name} is ${status}, not deleted`]
}

function differences(document: Document, row: ObjectRow | undefined): string[] {
  const { name, sha256, sizeBytes, confirmed, approved, deleted } = document
  if (!row) return [`${name} is not there`]
  const [status, indexState] =
    deleted === 'done'
      ? ['deleted', 'none']
      : approved === 'done'
        ? ['active', 'indexed']
        : [confirmed === 'done' ? 'staged' : 'initiated', 'none']
  const expected = {
    status,
    index_state: indexState,
    filename: deleted === 'done' ? '' : name,
    size_bytes: sizeBytes,
    is_down: Number(document.takenDown === 'done' && document.restored !== 'done'),
    ...(confirmed === 'done' ? { checksum_sha256: sha256 } : {}),
  }
  return Object.entries(expected)
    .filter(([key, value]) => row[key as keyof ObjectRow] !== value)
    .map(([key, value]) => `${name}: ${key} is ${row[key as keyof ObjectRow]}, not ${value}`)
}

function billedByRequest(world: World): Map<string, number> {
  const rows = world.look().rows(`
    SELECT request_id AS name, sum(billed) AS times FROM search_activity
    WHERE request_id IS NOT NULL GROUP BY 1`) as { name: string; times: number }[]
  return new Map(rows.map(({ name, times }) => [name, times]))
}

/** A busy machine takes its time; what is still wrong then stays so. */
const patienceMs = 180_000

/** The sweep that begins with the server may have found bytes to purge only now. */
async function openJobs(world: World): Promise<string[]> {
  const deadlineMs = performance.now() + patienceMs
  for (;;) {
    const open = openJobsNow(world)
    if (open.length === 0 || performance.now() > deadlineMs) return open
    await sleep(50)
  }
}

function openJobsNow(world: World): string[] {
  const sql =
    "SELECT kind, state, error, count(*) AS count FROM job WHERE state <> 'done' GROUP BY 1"
  const rows = world.look().rows(sql) as { kind: string; state: string; error: string }[]
  return rows.map(({ kind, state, error }) => `${kind} is ${state}: ${error}`)
}

/** The sweep begins with the server and takes its time: asked again until it had enough. */
async function strayBytes(world: World): Promise<string[]> {
  const deadlineMs = performance.now() + patienceMs
  for (;;) {
    const stray = strayBytesNow(world)
    if (stray.length === 0 || performance.now() > deadlineMs) return stray
    await sleep(50)
  }
}

function strayBytesNow(world: World): string[] {
  // A file that parts are written into may be there before the first of them is on record.
  const open = world
    .look()
    .rows('SELECT blob_key AS key FROM upload WHERE blob_key IS NOT NULL') as { key: string }[]
  const known = new Set([...recordedBytes(world), ...open].map(({ key }) => key))
  const drafts = readdirSync(join(world.dir, 'blobs/tmp'))
  return [
    ...storedBytes(world.dir).filter((key) => !known.has(key)),
    ...drafts.map((name) => `tmp/${name}`),
  ].map((name) => `blobs/${name} belongs to nothing`)
}

function storedBytes(dir: string): string[] {
  const folder = join(dir, 'blobs')
  return shelvesIn(folder).flatMap((shelf) => readdirSync(join(folder, shelf)))
}

/** What must be on the disk: the bytes of living objects and of open uploads. */
function recordedBytes(world: World): { key: string; size: number }[] {
  return world.look().rows(`
    SELECT blob_key AS key, size_bytes AS size FROM object
      WHERE blob_key IS NOT NULL AND status IN ('staged', 'active')
    UNION ALL
    SELECT blob_key, size_bytes FROM upload_part WHERE blob_key IS NOT NULL
  `) as { key: string; size: number }[]
}

function missingBytes(world: World): string[] {
  return recordedBytes(world).flatMap(({ key, size }) => {
    const file = join(world.dir, 'blobs', key.slice(28, 30), key)
    const found = statSync(file, { throwIfNoEntry: false })
    return found?.size === size ? [] : [`${key} has ${found?.size ?? 'no'} bytes, not ${size}`]
  })
}

function wrongIndex(world: World): string[] {
  const wrong = objectRows(world).flatMap((row) => {
    const expected = row.index_state === 'indexed' ? row.passage_count : 0
    const isRight = row.passages === expected && expected > 0 === (row.index_state === 'indexed')
    return isRight ? [] : [`${row.object_id} (${row.index_state}) has ${row.passages} passages`]
  })
  const loose = world.look().value(`
    SELECT (SELECT count(*) FROM passage WHERE passage_no NOT IN (SELECT rowid FROM passage_fts))
      + (SELECT count(*) FROM passage_fts WHERE rowid NOT IN (SELECT passage_no FROM passage))`)
  return loose === 0 ? wrong : [...wrong, `${loose} rows of the index have no partner`]
}

function wrongCharges(world: World): string[] {
  const { links } = world.journal
  const wrong = links
    .filter(({ minted }) => minted === 'done')
    .flatMap((link) => {
      const { used, events } = fetchOf(world, link)
      const isRight = used === events && (link.fetched !== 'done' || used === 1)
      return isRight ? [] : [`${link.name}: used ${used} times, charged ${events} times`]
    })
  const [used, charged] = [
    "SELECT count(*) FROM dl_link WHERE state = 'used'",
    "SELECT count(*) FROM meter_event WHERE kind = 'download'",
  ].map((sql) => world.look().value(sql))
  return used === charged ? wrong : [...wrong, `${used} links used, ${charged} downloads charged`]
}

function wrongBalances(world: World): string[] {
  const { tenantId } = world.market.buyer
  const unbalanced = world.look().value('SELECT sum(posted) FROM account')
  const balance = world
    .look()
    .value("SELECT posted FROM account WHERE owner = ? AND kind = 'balance'", tenantId)
  const granted = world.look().value(
    `SELECT coalesce(sum(details ->> 'credits'), 0) FROM audit_event
     WHERE action = 'credits.granted' AND tenant_id = ?`,
    tenantId,
  )
  const spent = world
    .look()
    .value(
      'SELECT coalesce(sum(charge_cents), 0) FROM meter_event WHERE buyer_tenant_id = ?',
      tenantId,
    )
  const expected = welcomeCredits + Number(granted) - Number(spent)
  return [
    ...(unbalanced === 0 ? [] : [`all accounts together hold ${unbalanced}`]),
    ...(balance === expected ? [] : [`the buyer has ${balance} credits, not ${expected}`]),
  ]
}

const welcomeCredits = 500
const samples = 3

/** A few documents, on offer and deleted, seen through the doors. */
async function wrongAnswers(world: World, random: Random): Promise<string[]> {
  const { documents } = world.journal
  const offered = random.shuffled(documents.filter(isOnOffer)).slice(0, samples)
  const deleted = random.shuffled(documents.filter((one) => one.deleted === 'done'))
  const latest = documents.findLast(isOnOffer)
  const wrong: string[] = []
  for (const document of new Set([...offered, ...(latest ? [latest] : [])])) {
    wrong.push(...(await wrongOffer(world, document)))
  }
  const down = documents.filter(isDown).slice(-samples)
  for (const document of [...deleted.slice(0, samples), ...down]) {
    const found = await foundFor(world, document.word)
    if (found.length > 0) wrong.push(`${document.name} is deleted or taken down, and found`)
  }
  return wrong
}

function isDown({ takenDown, restored, deleted }: Document): boolean {
  return takenDown === 'done' && restored === 'never' && deleted === 'never'
}

async function wrongOffer(world: World, document: Document): Promise<string[]> {
  const { name, word, objectId, bytes } = document
  const { call, provider } = world.market
  const found = await foundFor(world, word)
  const download = await call('GET', `/v1/objects/${objectId}/download`, { as: provider.token })
  const file = await call('GET', download.body.data?.download_url ?? '/')
  const indexed = world.look().texts({ objectId, url: '' }).slice(0, -1).join(' ') as string
  return [
    ...(found.length > 0 && found.every((id) => id === objectId) ? [] : [`${name} is not found`]),
    ...(file.bytes.equals(bytes) ? [] : [`${name} has other bytes`]),
    // The last passage holds its name; all others together are its text.
    ...(bare(indexed) === bare(bytes.toString()) ? [] : [`the text of ${name} is another`]),
  ]
}

function bare(text: string): string {
  return text.replace(/\s+/g, '')
}

async function foundFor(world: World, word: string): Promise<string[]> {
  const path = `/search?q=${encodeURIComponent(`"${word}"`)}&limit=100`
  const { body } = await patiently(() => ask(world, `GET ${path}`, { as: world.searchKey }))
  return body.results.map((hit: { asset_id: string }) => hit.asset_id)
}

/** The books, entry by entry, as the operator has them checked. */
export async function ledgerBreaches(world: World): Promise<string[]> {
  const { code, output } = await command(['ledger', 'verify', '--data-dir', world.dir])
  return code === 0 ? [] : [`ledger verify: ${output.trim()}`]
}
