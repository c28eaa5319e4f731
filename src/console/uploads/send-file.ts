import { KontorError, kontor, ownUrl } from '../api/kontor.ts'
import type { Item, Plan } from './item.ts'
import { forget, remember } from './memory.ts'
import { persist } from './plan-files.ts'
import { hashMaxBytes, sha256 } from './sha256.ts'

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
 * Sends what the server lacks of a file, and confirms it. What the server says that it received is
 * held against our own sum of the same bytes.
 */
export async function sendFile({ item, until }: Sent): Promise<void> {
  const plan = item.plan ?? (await resumed({ item, until }))
  if (!plan) return
  item.plan = undefined
  const parts = await sendParts({ item, until }, plan)
  const body = plan.parts === undefined ? {} : { parts }
  const order = { id: item.objectId, ...body }
  const idempotencyKey = `confirm ${item.objectId}`
  await persist(() => kontor.confirmUpload(order, { signal: until, idempotencyKey }), until)
  await remember([[item.name, { objectId: item.objectId, isDone: true }]])
  item.become('done')
}

/** What came of it before. One that was confirmed is over; one that is gone is announced anew. */
async function resumed({ item, until }: Sent): Promise<Plan | undefined> {
  try {
    return await persist(() => kontor.getUpload({ id: item.objectId }, { signal: until }), until)
  } catch (error) {
    if (!(error instanceof KontorError)) throw error
    if (error.status === 409) {
      await remember([[item.name, { objectId: item.objectId, isDone: true }]])
      item.become('known')
      return undefined
    }
    if (error.status !== 404) throw error
    await forget(item.name)
    Object.assign(item, { objectId: '', isResumed: false })
    item.become('waiting')
    return undefined
  }
}

async function sendParts(sent: Sent, plan: Plan & { received?: Part['received'] }) {
  const { item } = sent
  const { upload_url, received } = plan
  const whole = { part_number: 0, offset_bytes: 0, size_bytes: item.size, upload_url }
  const parts: readonly Part[] = plan.parts ?? [{ ...whole, received: received ?? null }]
  const named: { part_number: number; etag: string }[] = []
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
  const bytes = item.file.slice(from, from + size)
  const sum = size > hashMaxBytes ? undefined : wholeSum(item, part) || (await sha256(bytes))
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

function wholeSum(item: Item, part: Part): string {
  return part.part_number === 0 ? item.sha256 : ''
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

type Sending = { until: AbortSignal; onProgress(count: number): void }

/** By the older way of asking, which alone tells how much of a body has gone. */
function put(url: string, bytes: Blob, { until, onProgress }: Sending): Promise<string> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open('PUT', ownUrl(url))
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onloadend = () => until.removeEventListener('abort', stop)
    request.onload = () => {
      if (request.status < 300) done(request.getResponseHeader('etag') ?? '')
      // Over, or overtaken: with another address it goes.
      else fail(new TypeError(`${request.status}`))
    }
    request.onerror = () => fail(new TypeError('offline'))
    request.onabort = () => fail(until.reason)
    until.addEventListener('abort', stop, { once: true })
    request.send(bytes)
  })
}
