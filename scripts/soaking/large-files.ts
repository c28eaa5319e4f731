// Files that come in parts, and what a kill leaves of them.
import { setTimeout as sleep } from 'node:timers/promises'
import { confirm, initiate, remove, sendPart } from './deeds.ts'
import { type Document, newDocument } from './journal.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** Just above what is taken in one piece. */
const large = { sentences: 12, filledBytes: 64 * 1024 * 1024 }

/** Some parts are there, and two more are on their way. */
export async function whilePartsCome(world: World, random: Random): Promise<void> {
  const { document, rest } = await begun(world, random)
  for (const part of rest.slice(0, 2)) world.inFlight(sendPart(world, document, part))
  await sleep(random.below(80))
}

export async function afterParts(world: World, random: Random): Promise<void> {
  await begun(world, random)
}

export async function whilePutTogether(world: World, random: Random): Promise<void> {
  const { document, rest } = await begun(world, random)
  await Promise.all(rest.map((part) => sendPart(world, document, part)))
  world.inFlight(confirm(world, document))
  await sleep(random.below(150))
}

/** One or more parts in no particular order, acknowledged; and those that are left. */
async function begun(world: World, random: Random) {
  const document = newDocument(world.journal, random, large)
  await initiate(world, document)
  const parts = random.shuffled(document.parts)
  const sent = 1 + random.below(parts.length - 2)
  for (const part of parts.slice(0, sent)) await sendPart(world, document, part)
  return { document, rest: parts.slice(sent) }
}

/**
 * Sends what is missing of every file that was begun and confirms it; then its bytes must be those
 * that were meant. Deletes it afterwards: a long soak has many.
 */
export async function finishLarge(world: World): Promise<void> {
  const isOpen = ({ parts, deleted }: Document) => parts.length > 0 && deleted === 'never'
  for (const document of world.journal.documents.filter(isOpen)) {
    for (const part of document.parts) {
      if (part.sent !== 'done') await sendPart(world, document, part)
    }
    if (document.confirmed !== 'done') await confirm(world, document)
    const sql = 'SELECT checksum_sha256 FROM object WHERE object_id = ?'
    const checksum = world.look().value(sql, document.objectId)
    if (checksum !== document.sha256) {
      throw new Error(`${document.name} has the checksum ${checksum}, not ${document.sha256}`)
    }
    await requireBytes(world, document)
    await remove(world, document)
  }
}

async function requireBytes({ market }: World, { name, objectId, bytes }: Document) {
  const { call, provider } = market
  const asked = await call('GET', `/v1/objects/${objectId}/download`, { as: provider.token })
  const { bytes: read } = await call('GET', asked.body.data.download_url)
  if (!read.equals(bytes)) throw new Error(`${name} has other bytes than were sent`)
}
