// Datasets that are deleted with what is in them, and objects that the operator takes out of sight.
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../test/support/market.ts'
import { indexState } from './clients.ts'
import {
  approve,
  confirm,
  createShelf,
  initiate,
  newShelf,
  removeShelf,
  restore,
  send,
  takeDown,
} from './deeds.ts'
import { type Document, newDocument, type Shelf } from './journal.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

const objectsInShelf = 3
const small = { sentences: 12 }

export async function whileTakenDown(world: World, random: Random): Promise<void> {
  const document = await offered(world, random)
  world.inFlight(takeDown(world, document))
  await sleep(random.below(25))
}

export async function whileRestored(world: World, random: Random): Promise<void> {
  const document = await offered(world, random)
  await takeDown(world, document)
  world.inFlight(restore(world, document))
  await sleep(random.below(25))
}

export async function whileShelfGoes(world: World, random: Random): Promise<void> {
  const shelf = await filled(world, random)
  world.inFlight(removeShelf(world, shelf))
  await sleep(random.below(25))
}

/** Deleted for everybody, and its passages and its own record are still on the way out. */
export async function whileShelfEmpties(world: World, random: Random): Promise<void> {
  const shelf = await filled(world, random)
  await removeShelf(world, shelf)
  const left = random.below(objectsInShelf + 1)
  const sql = "SELECT count(*) FROM object WHERE dataset_id = ? AND index_state = 'removing'"
  await world.look().until(() => Number(world.look().value(sql, shelf.datasetId)) <= left)
}

async function filled(world: World, random: Random): Promise<Shelf> {
  const shelf = newShelf(world)
  await createShelf(world, shelf)
  for (let i = 0; i < objectsInShelf; i++) await offered(world, random, shelf)
  return shelf
}

/** An object that nobody else touches, once it can be found. */
async function offered(world: World, random: Random, shelf?: Shelf): Promise<Document> {
  const document = newDocument(world.journal, random, small)
  Object.assign(document, { shelf, isReserved: true })
  for (const step of [initiate, send, confirm, approve]) await step(world, document)
  const { objectId, name } = document
  await until(`${name} is indexed`, () => indexState(world, objectId) === 'indexed' || undefined)
  return document
}
