// Sends the calls of the table and holds whole answers against what they must be.
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import * as assert from 'uvu/assert'
import type { World } from './world.ts'

export type Told = { status: number; body: unknown }
export type Question = {
  call: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  raw?: string
  as?: string | undefined
  headers?: Record<string, string>
}
export type Heard = Told & { text: string }

/** The answer, with what differs from request to request taken out. */
export async function ask({ app, names }: World, question: Question): Promise<Heard> {
  const [method = '', path = ''] = filled(names, question.call).split(' ')
  const { raw, body } = question
  const sent = raw ?? (body === undefined ? '' : filled(names, JSON.stringify(body)))
  const headers = {
    ...(question.as === undefined ? {} : { authorization: `Bearer ${question.as}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(sent),
    accept: 'application/json, text/event-stream',
    ...question.headers,
  }
  const { hostname, port } = new URL(app.url)
  return new Promise<Heard>((done, fail) => {
    const asking = request({ hostname, port, method, path, headers }, (response) => {
      buffer(response).then((bytes) => {
        const status = response.statusCode ?? 0
        const text = sameEachTime(bytes.toString('utf8'))
        done({ status, body: parsed(text), text })
      }, fail)
    })
    asking.once('error', fail).end(sent)
  })
}

/** All differences of a table are shown at once. */
export class Differences {
  readonly #seen: unknown[] = []
  readonly #wanted: unknown[] = []
  count = 0

  compare(name: string, [heard, wanted]: [heard: Told, wanted: Told]): void {
    this.count += 1
    const seen = { name, status: heard.status, body: heard.body }
    const want = { name, status: wanted.status, body: wanted.body }
    if (isDeepStrictEqual(seen, want)) return
    this.#seen.push(seen)
    this.#wanted.push(want)
  }

  assertNone(): void {
    assert.ok(this.count > 0, 'something was compared')
    assert.equal(this.#seen, this.#wanted)
  }
}

/** What a row of the table expects, with the ids of this world. */
export function expectedOf({ names }: World, { status, body }: Told): Told {
  return { status, body: JSON.parse(filled(names, JSON.stringify(body))) }
}

/** The same question about things that do not exist: ids of the same form. */
export function aboutNothing({ names }: World, { call, body }: Question): Question {
  const nothing = Object.fromEntries(
    Object.entries(names).map(([name, id]) => [
      name,
      name.startsWith('own') ? id : unknownLike(id),
    ]),
  )
  return {
    call: filled(nothing, call),
    body: JSON.parse(filled(nothing, JSON.stringify(body ?? null))),
  }
}

/** Whether a question names something of the provider's. */
export function namesForeign({ call, body }: Question): boolean {
  return /\{(?!own)\w+\}/.test(call + JSON.stringify(body ?? ''))
}

function unknownLike(id: string): string {
  const [, prefix, rest = ''] = /^([a-z]+_)[0-9a-z]{26}(.*)$/.exec(id) ?? []
  return prefix === undefined ? 'A'.repeat(id.length) : `${prefix}01${'0'.repeat(24)}${rest}`
}

export function filled(names: Readonly<Record<string, string>>, text: string): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole)
}

function sameEachTime(text: string): string {
  return text
    .replace(/req_[0-9a-z]{26}/g, 'REQ')
    .replace(/"search_id":"srch_[0-9a-z]{26}"/, '"search_id":"SEARCH"')
    .replace(/"took_ms":\d+/, '"took_ms":0')
    .replace(/Try again in \d+ s/, 'Try again in N s')
    .replace(/"retry_after_seconds":\d+/, '"retry_after_seconds":0')
    .replace(/"timestamp":"[0-9TZ:.-]+"/, '"timestamp":"NOW"')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
