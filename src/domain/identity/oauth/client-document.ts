import { Saturated } from '../../../base/errors.ts'
import type { ClientId } from '../../../base/ids.ts'
import * as limits from '../limits.ts'
import type { ClientDocuments } from '../ports.ts'
import type { IdentityRoom } from '../room.ts'
import { findClient, upsertClient } from './queries.ts'
import { redirectProblem } from './redirect-uri.ts'
import { OAuthRefused } from './refused.ts'
import { requireRoom, shownName } from './register-client.ts'

/** What was read last, and when; `refusal` where it was nothing that counts. */
type Look = { readonly atMs: number; readonly refusal: OAuthRefused | undefined }
type Room = Pick<IdentityRoom, 'store' | 'clock' | 'settings' | 'clientDocuments'>

const noDocuments: ClientDocuments = {
  hosts: [],
  read: () => Promise.reject(new Error('nothing is asked for')),
}

/**
 * Programs whose id is the address of a document about them (client ID metadata documents). One is
 * read when somebody comes who was sent by it, at a host that the operator named, and then for an
 * hour not again; what is none of these is left alone. Throws OAuthRefused for a document that is
 * not as it must be, and Saturated where too many are asked for.
 */
export function openClientDocumentReading(room: Room) {
  const { clientDocuments: documents = noDocuments } = room
  const looks = new Map<string, Look>()
  const underWay = new Map<string, Promise<void>>()

  async function look(url: string): Promise<void> {
    requireSeldom(looks, room.clock.nowMs())
    // Counts from its beginning: whoever asks for many waits for none of them.
    looks.set(url, { atMs: room.clock.nowMs(), refusal: undefined })
    const refusal = await learn(room, documents, url).catch((error: unknown) => {
      if (error instanceof OAuthRefused) return error
      throw error
    })
    looks.set(url, { atMs: room.clock.nowMs(), refusal: refusal ?? undefined })
    if (refusal) throw refusal
  }

  return {
    readsDocuments: documents.hosts.length > 0,
    async learnClient(clientId: string): Promise<void> {
      if (!isDocumentOf(documents.hosts, clientId)) return
      const last = looks.get(clientId)
      const ageMs = last ? room.clock.nowMs() - last.atMs : Number.POSITIVE_INFINITY
      if (last?.refusal && ageMs < limits.documentRefusedMs) throw last.refusal
      const isKnown = findClient(room.store.db, clientId) !== undefined
      if (isKnown && ageMs < limits.documentKeptMs) return
      let looking = underWay.get(clientId)
      looking ??= look(clientId).finally(() => underWay.delete(clientId))
      underWay.set(clientId, looking)
      await looking
    },
  }
}

/** Letter for letter what a URL becomes: it has a path, and nothing in it leads elsewhere. */
function isDocumentOf(hosts: readonly string[], clientId: string): boolean {
  const url = URL.parse(clientId)
  if (url?.protocol !== 'https:' || url.href !== clientId || url.pathname === '/') return false
  const isBare = url.username === '' && url.password === '' && !clientId.includes('#')
  return isBare && hosts.includes(url.host)
}

function requireSeldom(looks: Map<string, Look>, nowMs: number): void {
  let lately = 0
  for (const [url, { atMs }] of looks) {
    if (nowMs - atMs >= limits.documentKeptMs) looks.delete(url)
    else if (nowMs - atMs < limits.documentWindowMs) lately++
  }
  if (lately < limits.documentsPerWindow) return
  const message = 'Too many programs are looked up. Try again later.'
  throw new Saturated({ message, retryAfterSeconds: limits.documentWindowMs / 1_000 })
}

async function learn(room: Room, documents: ClientDocuments, url: string): Promise<void> {
  const document = await documents.read(url).catch((error: Error) => {
    // Not what the network said: anybody hears it.
    throw refused({ url, why: `cannot be read: ${error.message}` })
  })
  const { name, redirectUris } = clientIn(document, url)
  await room.store.write((tx) => {
    const nowMs = room.clock.nowMs()
    if (!findClient(tx, url)) requireRoom(room, tx)
    upsertClient(tx, { clientId: url as ClientId, name, redirectUris, createdAt: nowMs })
  })
}

/** What of it counts. The host stands beside the name, since the program cannot make it up. */
function clientIn(document: unknown, url: string) {
  const no = (why: string) => refused({ url, why })
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document)
  if (!isObject) throw no('is no object')
  const said = document as Record<string, unknown>
  if (said.client_id !== url) throw no('must name its own address as client_id')
  const method = said.token_endpoint_auth_method ?? 'none'
  if (method !== 'none' || said.client_secret !== undefined) {
    throw no('must have token_endpoint_auth_method none, and no secret')
  }
  const name = typeof said.client_name === 'string' ? shownName(said.client_name) : ''
  if (name === '') throw no('must have a client_name')
  const uris: unknown = said.redirect_uris
  const isList = Array.isArray(uris) && uris.length > 0 && uris.length <= limits.redirectUrisMax
  if (!isList || !uris.every((one) => typeof one === 'string')) {
    throw no(`must have 1 to ${limits.redirectUrisMax} redirect_uris`)
  }
  for (const uri of uris) {
    const problem = redirectProblem(uri)
    if (problem) throw no(`has redirect_uris of which one ${problem}`)
  }
  const host = ` (${new URL(url).host})`
  const room = Math.max(0, limits.nameLengthMax - host.length)
  const shown = `${name.slice(0, room).toWellFormed()}${host}`.slice(0, limits.nameLengthMax)
  return { name: shown, redirectUris: [...new Set(uris)] }
}

function refused({ url, why }: { url: string; why: string }): OAuthRefused {
  return new OAuthRefused('invalid_client', `The document ${url} ${why}.`)
}
