import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from 'koa'
import { type DomainError, InvalidInput, TooLarge } from '../../base/errors.ts'
import { HeadersTooLarge, TooSlow } from '../refusals.ts'
import { endAfterAnswer } from './lingering.ts'

export type Answering = (req: IncomingMessage, res: ServerResponse) => unknown

/**
 * All headers together. A query of 2,048 characters takes 24 KiB where each is written with twelve
 * bytes, as the rarest are; as much again is left for everything else. (our choice)
 */
export const headerMaxBytes = 48 * 1024
/** Node's own. */
const chunkExtensionsMaxBytes = 16 * 1024

/** What a connection did wrong before there was a request to find a route for. */
type Fault = Error & { code?: string; rawPacket?: Buffer }

const refused = new WeakMap<IncomingMessage, DomainError>()
const answered = new WeakSet<Socket>()
const underWay = new WeakMap<Socket, UnderWay>()
/** What still comes is thrown away for so long. */
const lingerMs = 2_000

type UnderWay = {
  req: IncomingMessage
  res: ServerResponse
  /** Unset until the request has got so far. */
  refuse?: (error: DomainError) => void
}

/** Remembers the request that a connection is at, for what may yet come of its body. */
export function begin(req: IncomingMessage, res: ServerResponse): void {
  underWay.set(req.socket, { req, res })
}

/** Has a body that breaks the rules of HTTP refused as part of the request that it belongs to. */
export function refuseBodyBy({ req, res }: Context, refuse: (error: DomainError) => void): void {
  underWay.set(req.socket, { req, res, refuse })
}

/**
 * Answers what the parser of HTTP does not take as everything else is answered: with an id, in the
 * log, and in the words of the surface that its path resembles, as far as the path is known.
 */
export function refuseEarly(fault: Fault, socket: Socket, answer: Answering): void {
  if (answered.has(socket)) return
  answered.add(socket)
  const error = errorOf(fault)
  const current = underWay.get(socket)
  if (!socket.writable) return void socket.destroy()
  if (current && !current.res.closed) return void refuseUnderWay(current, error)
  const req = requestOf(fault, socket)
  refused.set(req, error)
  const res = new ServerResponse(req)
  res.shouldKeepAlive = false
  res.assignSocket(socket)
  endAfterAnswer(req, lingerMs)
  res.once('finish', () => socket.destroySoon())
  void answer(req, res)
}

function refuseUnderWay({ req, res, refuse }: UnderWay, error: DomainError): void {
  if (res.headersSent) req.socket.destroy()
  else if (refuse) refuse(error)
  else refused.set(req, error)
}

const firstLine = /^[\r\n]*([A-Z]{1,20}) (\/[^\s]*)/
const session = /^authorization: *bearer (sess_)/im

/** As much of the request as its first bytes say; of a part of a later packet nothing is known. */
function requestOf({ rawPacket }: Fault, socket: Socket): IncomingMessage {
  const head = rawPacket?.toString('latin1') ?? ''
  const [, method = 'GET', target = '/'] = firstLine.exec(head) ?? []
  const req = new IncomingMessage(socket)
  const [path = '/'] = target.split('?')
  req.method = method
  req.url = path
  if (session.test(head)) req.headers.authorization = 'Bearer sess_'
  return req
}

/** Slower than the time for the head of a request, larger than its limit, or not HTTP at all. */
function errorOf({ code }: Fault): DomainError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new TooSlow()
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge(headerMaxBytes)
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    const limitBytes = chunkExtensionsMaxBytes
    return new TooLarge({ limitBytes, message: 'The extensions of its chunks are too large.' })
  }
  const message = 'This is no request that HTTP/1.1 knows.'
  return new InvalidInput({ field: 'request', reason: 'malformed_request', message })
}

/** Has a request refused when it is its turn, as the last one of its connection. */
export function refuse(req: IncomingMessage, error: DomainError): void {
  refused.set(req, error)
}

/** Throws what the request was refused for before it was one. */
export async function throwEarly(ctx: Context, next: () => Promise<unknown>): Promise<void> {
  const error = refused.get(ctx.req)
  if (!error) return void (await next())
  ctx.set('Connection', 'close')
  throw error
}
