// Where a server is killed. What the moment is, is seen from outside, in its files and in its
// database, so that there is no switch for tests in the program.
import { existsSync, readdirSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../test/support/market.ts'
import { childrenOf } from '../../test/support/processes.ts'
import { anyIndexed, indexState, keepBusy, publish } from './clients.ts'
import {
  approve,
  confirm,
  fetchBytes,
  initiate,
  mint,
  newLink,
  newSearch,
  newTopUp,
  remove,
  search,
  send,
  topUp,
} from './deeds.ts'
import { type Document, isOnOffer, newDocument } from './journal.ts'
import { afterParts, whilePartsCome, whilePutTogether } from './large-files.ts'
import type { Random } from './random.ts'
import { whileRestored, whileShelfEmpties, whileShelfGoes, whileTakenDown } from './shelves.ts'
import type { World } from './world.ts'

export type KillPoint = {
  name: string
  /** Comes back at the moment of the kill. */
  reach(world: World, random: Random): Promise<void>
  /** Kills the next server, too, while it starts. */
  alsoWhileStarting?: true
}

/** A few sentences are one slice of passages; these are two or more. */
const small = { sentences: 12 }
const ofMine = { ...small, isReserved: true }
const long = { sentences: 1_000 }
/** Is read when it was approved, not with its inspection. */
const tooLongToKeep = { sentences: 1_000, blankBytes: 1_500_000 }
const largeBytes = 16_000_000

const arrival: readonly KillPoint[] = [
  {
    name: 'while an upload is begun',
    reach: during((world, document) => initiate(world, document)),
  },
  { name: 'while bytes arrive', reach: whileBytesArrive },
  { name: 'between bytes and their record', reach: betweenBytesAndRecord },
  { name: 'while bytes are sent', reach: during(send, initiate) },
  { name: 'after the bytes were taken', reach: after(initiate, send) },
]

const inspection: readonly KillPoint[] = [
  { name: 'while it is confirmed', reach: during(confirm, initiate, send) },
  { name: 'after it was confirmed', reach: after(initiate, send, confirm) },
  { name: 'while it is inspected', reach: whileInspected },
]

const approval: readonly KillPoint[] = [
  { name: 'while it is approved', reach: during(approve, initiate, send, confirm) },
  { name: 'after it was approved', reach: after(initiate, send, confirm, approve) },
]

const indexing: readonly KillPoint[] = [
  { name: 'while its text is extracted', reach: whileExtracted },
  { name: 'between slices of passages', reach: betweenSlices },
  { name: 'when it is indexed', reach: whenIndexed },
]

const parts: readonly KillPoint[] = [
  { name: 'while parts come', reach: whilePartsCome },
  { name: 'after parts were taken', reach: afterParts },
  { name: 'while parts are put together', reach: whilePutTogether },
]

const sight: readonly KillPoint[] = [
  { name: 'while it is taken down', reach: whileTakenDown },
  { name: 'while it is restored', reach: whileRestored },
]

const shelves: readonly KillPoint[] = [
  { name: 'while its dataset is deleted', reach: whileShelfGoes },
  { name: 'while a dataset is cleared out', reach: whileShelfEmpties },
]

const deletion: readonly KillPoint[] = [
  { name: 'while it is deleted', reach: duringWithIndexed(remove) },
  { name: 'while its passages are removed', reach: whilePassagesGo },
]

const sale: readonly KillPoint[] = [
  {
    name: 'while a search runs',
    reach: duringWithIndexed((world, { word }) => search(world, newSearch(world, word))),
  },
  {
    name: 'while a link is minted',
    reach: duringWithIndexed((world, document) => mint(world, newLink(world, document))),
  },
  { name: 'while a link is fetched', reach: whileFetched },
  { name: 'in the middle of the bytes', reach: amidBytes },
  { name: 'while credits are granted', reach: whileToppedUp },
]

const anyTime: readonly KillPoint[] = [
  { name: 'at any moment of a busy day', reach: whileBusy },
  { name: 'at any moment, and again while it starts', reach: whileBusy, alsoWhileStarting: true },
]

/** What becomes of a file, from its first byte on; then what people do with it. */
export const killPhases: readonly (readonly KillPoint[])[] = [
  ...[arrival, inspection, approval, indexing, parts],
  ...[sight, shelves, deletion, sale, anyTime],
]

export const killPoints: readonly KillPoint[] = killPhases.flat()

type DocumentDeed = (world: World, document: Document) => Promise<unknown>

/** Until shortly after the deed was asked for: before, in and after its transaction. */
function during(deed: DocumentDeed, ...before: DocumentDeed[]): KillPoint['reach'] {
  return async (world, random) => {
    const document = newDocument(world.journal, random, small)
    for (const step of before) await step(world, document)
    world.inFlight(deed(world, document))
    await sleep(random.below(25))
  }
}

function after(...deeds: DocumentDeed[]): KillPoint['reach'] {
  return async (world, random) => {
    const document = newDocument(world.journal, random, small)
    for (const deed of deeds) await deed(world, document)
  }
}

function duringWithIndexed(deed: DocumentDeed): KillPoint['reach'] {
  return async (world, random) => {
    const document = await someIndexed(world, random)
    world.inFlight(deed(world, document))
    await sleep(random.below(25))
  }
}

/** One that nobody is buying, and that nobody else buys or deletes until all is at rest. */
async function someIndexed(world: World, random: Random): Promise<Document> {
  const found = anyIndexed(world, random)
  if (found?.readers !== 0) return indexed(world, await publish(world, random, ofMine))
  found.isReserved = true
  return found
}

async function indexed(world: World, document: Document): Promise<Document> {
  const { objectId, name } = document
  await until(`${name} is indexed`, () => indexState(world, objectId) === 'indexed' || undefined)
  return document
}

async function whileBytesArrive(world: World, random: Random): Promise<void> {
  const document = newDocument(world.journal, random, { sentences: 2_000 })
  await initiate(world, document)
  document.sent = 'asked'
  const headers = { 'content-length': document.bytes.length }
  const sending = request(document.uploadUrl, { method: 'PUT', headers })
  sending.on('error', () => {}).write(document.bytes.subarray(0, document.bytes.length / 2))
  const arriving = () => readdirSync(join(world.dir, 'blobs/tmp')).length > 0
  await world.look().until(arriving)
}

/** The file has its name, and the transaction that tells of it has just begun. */
async function betweenBytesAndRecord(world: World, random: Random): Promise<void> {
  const document = newDocument(world.journal, random, small)
  await initiate(world, document)
  const shelf = join(world.dir, 'blobs', document.objectId.slice(-2))
  const isThere = () => readdirSync(shelf).some((name) => name.startsWith(document.objectId))
  world.inFlight(send(world, document))
  await world.look().until(() => existsSync(shelf) && isThere())
}

async function whileInspected(world: World, random: Random): Promise<void> {
  const document = newDocument(world.journal, random, long)
  for (const step of [initiate, send, confirm]) await step(world, document)
  await world.look().until(() => stateOfJob(world, 'inspect-object', document) !== 'queued')
}

async function whileExtracted(world: World, random: Random): Promise<void> {
  const { pid } = world.server()
  let seen: 'it extracts' | 'it has' = 'it has'
  // Who looked too late looks at another one.
  while (seen === 'it has') {
    const document = await publish(world, random, tooLongToKeep)
    seen = await until('a child extracts', () => {
      const state = stateOfJob(world, 'ingest-object', document)
      if (state === 'done') return 'it has'
      return state === 'running' && childrenOf(pid).length > 0 ? 'it extracts' : undefined
    })
  }
  await sleep(random.below(100))
}

async function betweenSlices(world: World, random: Random): Promise<void> {
  const { objectId } = await publish(world, random, long)
  await world.look().until(() => world.look().passages({ objectId, url: '' }) > 0)
}

async function whenIndexed(world: World, random: Random): Promise<void> {
  const { objectId } = await publish(world, random, small)
  await world.look().until(() => indexState(world, objectId) === 'indexed')
}

async function whilePassagesGo(world: World, random: Random): Promise<void> {
  const document = await indexed(world, await publish(world, random, { ...long, isReserved: true }))
  await remove(world, document)
  await world.look().until(() => stateOfJob(world, 'remove-passages', document) !== 'queued')
}

async function whileFetched(world: World, random: Random): Promise<void> {
  const link = newLink(world, await someIndexed(world, random))
  await mint(world, link)
  world.inFlight(fetchBytes(world, link))
  await sleep(random.below(20))
}

/** Some bytes have come, and the rest is more than the sockets between us can hold. */
async function amidBytes(world: World, random: Random): Promise<void> {
  const large = world.journal.documents.find(
    (document) => document.sizeBytes > largeBytes && isOnOffer(document),
  )
  const size = { ...ofMine, blankBytes: largeBytes }
  if (large !== undefined) large.readers++
  const document = large ?? (await indexed(world, await publish(world, random, size)))
  const link = newLink(world, document)
  await mint(world, link)
  link.fetched = 'asked'
  await firstBytes(link.url)
}

async function whileToppedUp(world: World, random: Random): Promise<void> {
  for (let i = 0; i < 4; i++) world.inFlight(topUp(world, newTopUp(world, 1 + random.below(500))))
  await sleep(random.below(25))
}

async function whileBusy(world: World, random: Random): Promise<void> {
  const enough = new AbortController()
  for (const name of ['a', 'b', 'c']) {
    world.inFlight(keepBusy(world, random.branch(name), enough.signal))
  }
  await sleep(random.below(400))
  enough.abort()
}

function stateOfJob(world: World, kind: string, { objectId }: Document): unknown {
  return world
    .look()
    .value('SELECT state FROM job WHERE kind = ? AND subject_id = ?', kind, objectId)
}

function firstBytes(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request(url, (answer) => {
      answer
        .on('error', () => {})
        .once('data', () => {
          answer.pause()
          resolve(answer)
        })
    })
    asking.once('error', reject).end()
  })
}
