// Clients that do one thing after the other until the server is gone or they are told to stop.
import { setTimeout as sleep } from 'node:timers/promises'
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
import { type Document, isOnOffer, newDocument, type Size } from './journal.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** A client looks at what it got before it asks for more; this long at most. */
const thinkMs = 30

/**
 * Everything from the file to the approval; the text becomes searchable by itself. Whoever wants it
 * for themselves says so before it can be found: nobody else buys or deletes it then.
 */
export async function publish(
  world: World,
  random: Random,
  { isReserved = false, ...size }: Size & { isReserved?: boolean },
): Promise<Document> {
  const document = newDocument(world.journal, random, size)
  document.isReserved = isReserved
  await initiate(world, document)
  await send(world, document)
  await confirm(world, document)
  await approve(world, document)
  return document
}

/** One deed of whoever uses the market, chosen by chance. */
export async function anyDeed(world: World, random: Random): Promise<void> {
  const document = anyIndexed(world, random)
  const chance = random.below(100)
  if (chance < 4) await publish(world, random, { sentences: 5 + random.below(60) })
  else if (chance < 8 && document?.readers === 0) await remove(world, document)
  else if (chance < 40 && document) await buy(world, document)
  else if (chance < 60) await topUp(world, newTopUp(world, 30 + random.below(100)))
  else await search(world, newSearch(world, document?.word ?? 'boiler'))
}

/** Deeds until there is no answer any more, or `signal` says that it is enough. */
export async function keepBusy(world: World, random: Random, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await anyDeed(world, random)
    await sleep(random.below(thinkMs))
  }
}

export async function buy(world: World, document: Document): Promise<void> {
  const link = newLink(world, document)
  document.readers++
  try {
    await mint(world, link)
    await fetchBytes(world, link)
  } finally {
    document.readers--
  }
}

/** What the records say is for sale now; a delete that is under way takes it out at once. */
export function anyIndexed(world: World, random: Random): Document | undefined {
  const isFree = (one: Document) => isOnOffer(one) && !one.isReserved
  const offered = world.journal.documents.filter(isFree).slice(-40)
  const indexed = offered.filter(({ objectId }) => indexState(world, objectId) === 'indexed')
  return indexed.length === 0 ? undefined : random.pick(indexed)
}

export function indexState(world: World, objectId: string): unknown {
  return world.look().value('SELECT index_state FROM object WHERE object_id = ?', objectId)
}
