import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { FilesAway } from '../../../base/errors.ts'
import { failureWords } from '../../../base/failure-words.ts'
import type { S3Place } from '../../../base/s3-place.ts'
import { piecesOf } from './pieces-of.ts'
import { NoAnswer, openSilence } from './silence.ts'

export type S3Ask = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Below the prefix; undefined for the bucket itself. */
  name?: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Buffer
  /**
   * Not tried again: a second try would mean something else. Asked although nobody was answered a
   * moment ago, too.
   */
  once?: boolean
  /**
   * From when the body may have been sent until the head of an answer, and until more of a text; by
   * default as long as a busy server may take.
   */
  withinMs?: number
}

export type S3Answer = { status: number; headers: Headers; body: Response['body']; stop(): void }

/** The server understood and said no: with the status and the code of S3. */
export class S3Refused extends Error {
  override readonly name = 'S3Refused'
  readonly status: number
  readonly code: string
  constructor({ status, code, message }: { status: number; code: string; message: string }) {
    super(message)
    this.status = status
    this.code = code
  }
}

export type S3Requests = {
  /** Throws FilesAway where the server is away or lets us in no more, S3Refused otherwise. */
  ask(ask: S3Ask): Promise<S3Answer>
  /** The text of an answer. */
  text(ask: S3Ask): Promise<string>
  /** By how much the clock of the server is ahead of ours, by the last answer. */
  skewMs(): number
  /** A URL that permits this and nothing else, for so long by the clock of the server. */
  presigned(ask: Pick<S3Ask, 'method' | 'name' | 'query' | 'headers'>, s: number): Promise<string>
  /** How often something went wrong, by what it was. */
  readonly troubles: Map<string, number>
}

export type S3Settings = { onTrouble?: ((facts: object) => void) | undefined }

const triesMax = 4
const waitFirstMs = 150
/** Until the head of an answer; a body may take longer, as long as it comes. */
const headMs = 20_000
/** Half a megabit a second: a slower line is none to send files over. */
const slowestBytesPerMs = 64
/** A timer that comes so late was not late by itself. */
const lateMs = 50
const lateTimersMax = 3
/** These say nothing about what was asked: the same may go well in a moment. */
const passing = new Set([408, 429, 500, 502, 503, 504])
/** Ours to mend, the caller's to wait for: keys, clock, bucket, rights. */
const shut = new Set([401, 403])
const emptySha256 = createHash('sha256').digest('hex')

/**
 * Signed requests to one bucket, tried again while the server has a moment of weakness. While it
 * answers nobody they throw FilesAway at once.
 */
export function openS3Requests(place: S3Place, { onTrouble }: S3Settings = {}): S3Requests {
  const keys = new Map<string, ArrayBuffer>()
  const troubles = new Map<string, number>()
  const silence = openSilence()
  let skewMs = 0
  const signing = {
    accessKeyId: place.accessKey,
    secretAccessKey: place.secretKey,
    region: place.region,
    service: 's3',
    cache: keys,
  }

  async function signed({ method, headers, body, ...where }: S3Ask) {
    const sha256 = body ? createHash('sha256').update(body).digest('hex') : emptySha256
    const signer = new AwsV4Signer({
      ...signing,
      method,
      url: urlOf(place, where),
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
    })
    return await signer.sign()
  }

  async function sent(ask: S3Ask): Promise<S3Answer> {
    const { method, url, headers } = await signed(ask)
    const sendingMs = (ask.body?.length ?? 0) / slowestBytesPerMs
    const { stopping, isIn } = stoppedAfter((ask.withinMs ?? headMs) + sendingMs)
    try {
      const init = { method, headers, signal: stopping.signal, redirect: 'manual' as const }
      const response = await fetch(url, ask.body ? { ...init, body: bodyOf(ask.body) } : init)
      silence.heard()
      const date = Date.parse(response.headers.get('date') ?? '')
      if (Number.isFinite(date)) skewMs = date - Date.now()
      const { status } = response
      if (status >= 200 && status < 300) {
        return {
          status,
          headers: response.headers,
          body: response.body,
          stop: () => stopping.abort(),
        }
      }
      throw refusalIn(status, await response.text().catch(() => ''))
    } finally {
      isIn()
    }
  }

  function note(error: unknown, { method, name }: S3Ask): void {
    const kind = error instanceof S3Refused ? error.code : 'unreachable'
    troubles.set(kind, (troubles.get(kind) ?? 0) + 1)
    onTrouble?.({ kind, method, name: name ?? '', error: failureWords(error) })
  }

  async function ask(asked: S3Ask): Promise<S3Answer> {
    for (let tries = 1; ; tries += 1) {
      const since = asked.once ? 0 : silence.asking()
      try {
        return await sent(asked)
      } catch (error) {
        const isUnheard = error instanceof NoAnswer && !asked.once
        if (isUnheard && silence.unheard(since)) tries = triesMax
        const isPassing = !(error instanceof S3Refused) || passing.has(error.status)
        if (!isPassing && !isShut(error)) throw error
        note(error, asked)
        if (!isPassing || asked.once || tries >= triesMax) throw new FilesAway(error)
        await delay(waitFirstMs * 4 ** (tries - 1) * (0.5 + Math.random()))
      }
    }
  }

  return {
    ask,
    troubles,
    skewMs: () => skewMs,
    async text(asked) {
      const answer = await ask(asked)
      const since = silence.heard()
      try {
        const pieces = await Array.fromAsync(piecesOf(answer, asked.withinMs))
        return Buffer.concat(pieces).toString('utf8')
      } catch (error) {
        if (error instanceof NoAnswer) silence.unheard(since)
        note(error, asked)
        throw new FilesAway(error)
      }
    },
    presigned: (asked, seconds) => presignedUrl(place, { signing, asked, seconds, skewMs }),
  }
}

type Presigning = {
  signing: Omit<ConstructorParameters<typeof AwsV4Signer>[0], 'url'>
  asked: Pick<S3Ask, 'method' | 'name' | 'query' | 'headers'>
  seconds: number
  skewMs: number
}

async function presignedUrl(
  place: S3Place,
  { signing, asked, seconds, skewMs }: Presigning,
): Promise<string> {
  const { method, headers, ...where } = asked
  const url = new URL(urlOf(place, where))
  url.searchParams.set('X-Amz-Expires', String(seconds))
  const signer = new AwsV4Signer({
    ...signing,
    datetime: amzDate(Date.now() + skewMs),
    method,
    url: url.href,
    headers: { ...headers },
    signQuery: true,
    // The length too, so that not one byte more is taken.
    allHeaders: true,
  })
  const { url: signed } = await signer.sign()
  // A plus is a space in forms alone.
  signed.search = signed.search.replaceAll('+', '%20')
  return signed.href
}

/** `20260131T235959Z` */
function amzDate(ms: number): string {
  return new Date(ms).toISOString().replace(/[:-]|\.\d{3}/g, '')
}

/**
 * Where the timer itself comes late this process had no turn, and the answer may lie there unread:
 * it then waits once more, `lateTimersMax` times at most.
 */
function stoppedAfter(ms: number) {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout
  function wait(more: number): void {
    const dueMs = performance.now() + ms
    timer = setTimeout(() => {
      if (more > 0 && performance.now() > dueMs + lateMs) wait(more - 1)
      else stopping.abort(new NoAnswer())
    }, ms)
  }
  wait(lateTimersMax)
  return { stopping, isIn: () => clearTimeout(timer) }
}

function urlOf(place: S3Place, { name, query = {} }: Pick<S3Ask, 'name' | 'query'>): string {
  const { endpoint, bucket, prefix, pathStyle } = place
  const url = new URL(endpoint)
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
  const path = name === undefined ? '' : `${prefix}${name}`
  url.pathname = `${pathStyle ? `/${bucket}` : ''}/${path}`
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  return url.href
}

/** Of its own: what the next piece is written into must not change what is being sent. */
function bodyOf(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
}

function refusalIn(status: number, text: string): S3Refused {
  const code = /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(text)?.[1] ?? `HTTP${status}`
  const said = /<Message>([^<]{1,300})<\/Message>/.exec(text)?.[1]
  const message = said ? `${code}: ${said.trim().replace(/\.$/, '')}` : code
  return new S3Refused({ status, code, message })
}

/** A bucket that is not there is the operator's matter, an object the caller's. */
function isShut(error: unknown): boolean {
  if (!(error instanceof S3Refused)) return false
  return shut.has(error.status) || error.code === 'NoSuchBucket' || isElsewhere(error)
}

const otherRegion = new Set([
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
  'IncorrectEndpoint',
])

/** The bucket is in another region than the one that was signed for. */
export function isElsewhere({ status, code }: S3Refused): boolean {
  return [301, 307, 308].includes(status) || otherRegion.has(code)
}
