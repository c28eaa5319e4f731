import { detailsOf, KontorError, kontor, ownUrl } from '../api/kontor.ts'
import type { Item, Plan } from './item.ts'
import { remember } from './memory.ts'
import { isThere, persist } from './plan-files.ts'
import { bytesOf, hashMaxBytes, sha256 } from './sha256.ts'

type Part = {
  part_number: number
  offset_bytes: number
  size_bytes: number
  upload_url: string
  received?: { etag: string } | null
}

/** The bytes that arrived are others than those that were sent. */
export class Altered extends Error {}

type Sent = { item: Item; until: AbortSignal }

/**
 * Sends what the server lacks of a file. What the server says that it received is held against our
 * own sum of the same bytes. A file in parts is confirmed as well; one that is whole waits for that
 * (`isSent`), so that many are confirmed at once.
 */
export async function sendFile(sent: Sent): Promise<void> {
  try {
    await sendRest(sent)
  } catch (error) {
    if (!(error instanceof KontorError && error.status === 404)) throw error
    await announceAnew(sent.item)
  }
}

/** Its upload is gone: somebody gave it up, or it took too long. */
export async function announceAnew(item: Item): Promise<void> {
  await remember([[item.name, undefined]])
  Object.assign(item, { objectId: '', isResumed: false, isSent: false, sentBytes: 0 })
  item.become('waiting')
}

async function sendRest({ item, until }: Sent): Promise<void> {
  const plan = item.plan ?? (await resumed({ item, until }))
  if (!plan) return
  item.plan = undefined
  const parts = await sendParts({ item, until }, plan)
  item.bytes = undefined
  if (plan.parts === undefined) item.isSent = true
  else await confirmParts({ item, until }, parts)
}

async function confirmParts({ item, until }: Sent, parts: readonly NamedPart[]): Promise<void> {
  const order = { id: item.objectId, parts: [...parts] }
  const idempotencyKey = `confirm ${item.objectId}`
  await persist(() => kontor.confirmUpload(order, { signal: until, idempotencyKey }), until)
  await remember([[item.name, { objectId: item.objectId, isDone: true }]])
  item.become('done')
}

/** What came of it before. One that was confirmed is over, unless it was refused since. */
async function resumed({ item, until }: Sent): Promise<Plan | undefined> {
  try {
    return await persist(() => kontor.getUpload({ id: item.objectId }, { signal: until }), until)
  } catch (error) {
    if (!(error instanceof KontorError && error.status === 409)) throw error
    if (isThere(detailsOf(error).status)) {
      await remember([[item.name, { objectId: item.objectId, isDone: true }]])
      item.become('known')
    } else await announceAnew(item)
    return undefined
  }
}

type NamedPart = { part_number: number; etag: string }

async function sendParts(
  sent: Sent,
  plan: Plan & { received?: Part['received'] },
): Promise<NamedPart[]> {
  const { item } = sent
  const { upload_url, received } = plan
  const whole = { part_number: 0, offset_bytes: 0, size_bytes: item.size, upload_url }
  const parts: readonly Part[] = plan.parts ?? [{ ...whole, received: received ?? null }]
  const named: NamedPart[] = []
  let done = 0
  for (const part of parts) {
    const etag = part.received?.etag ?? (await sendPart(sent, part, done))
    named.push({ part_number: part.part_number, etag })
    done += part.size_bytes
    item.sentBytes = done
    item.become('sending')
  }
  return named
}

async function sendPart(sent: Sent, part: Part, done: number): Promise<string> {
  const { item, until } = sent
  const { offset_bytes: from, size_bytes: size } = part
  const bytes = item.bytes ?? item.file.slice(from, from + size)
  const sum = await sumOf(item, part)
  const etag = await persist(async () => {
    const url = await freshUrl(sent, part)
    return put(url, bytes, {
      until,
      onProgress: (count) => {
        item.sentBytes = done + count
        item.become('sending')
      },
    })
  }, until)
  if (sum !== undefined && etag.replaceAll('"', '') !== sum) throw new Altered()
  return etag
}

/** Of what is too long to be read whole there is none. */
async function sumOf(item: Item, part: Part): Promise<string | undefined> {
  const { part_number, offset_bytes: from, size_bytes: size } = part
  if (size > hashMaxBytes) return undefined
  if (part_number === 0 && item.sha256 !== '') return item.sha256
  return sha256(await bytesOf(item.file.slice(from, from + size)))
}

const used = new WeakSet<Part>()

/** An address is good for a quarter of an hour: when it did not serve, another is asked for. */
async function freshUrl({ item, until }: Sent, part: Part): Promise<string> {
  if (!used.has(part)) {
    used.add(part)
    return part.upload_url
  }
  const open = await kontor.getUpload({ id: item.objectId }, { signal: until })
  const same = open.parts?.find(({ part_number }) => part_number === part.part_number)
  return same?.upload_url ?? open.upload_url
}

function offline(): KontorError {
  return new KontorError({ status: 0, code: 'unreachable', message: 'offline' })
}

type Bytes = Blob | Uint8Array<ArrayBuffer>
type Sending = { until: AbortSignal; onProgress(count: number): void }

/** Of a line that is there something goes within this time, however slow it is. */
const silentMs = 60_000
/** What has gone is written and summed up before the server answers. */
const answersWithinMs = 600_000

/** By the older way of asking, which alone tells how much of a body has gone. */
function put(url: string, bytes: Bytes, { until, onProgress }: Sending): Promise<string> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    // It is sent again, as where there was no line.
    const stall = () => {
      fail(offline())
      stop()
    }
    request.open('PUT', ownUrl(url))
    // Nobody sees how far a small one is, and whoever listens is told by each.
    let stalls = setTimeout(stall, silentMs)
    if (bytes instanceof Blob) {
      request.upload.onprogress = ({ loaded }) => {
        clearTimeout(stalls)
        stalls = setTimeout(stall, loaded < bytes.size ? silentMs : answersWithinMs)
        onProgress(loaded)
      }
    }
    request.onloadend = () => {
      clearTimeout(stalls)
      until.removeEventListener('abort', stop)
    }
    request.onload = () => {
      if (request.status < 300) done(request.getResponseHeader('etag') ?? '')
      // Over, or overtaken: with another address it goes.
      else fail(new TypeError(`${request.status}`))
    }
    request.onerror = () => fail(offline())
    request.onabort = () => fail(until.reason)
    until.addEventListener('abort', stop, { once: true })
    request.send(bytes)
  })
}
