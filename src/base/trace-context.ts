import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** Where a request stands in a trace (W3C Trace Context). Ids are lower-case hexadecimal. */
export type TraceContext = {
  readonly traceId: string
  /** Of the span that this request is here. */
  readonly spanId: string
  /** Of the caller's span; undefined: the trace begins here. */
  readonly parentId: string | undefined
  readonly sampled: boolean
}

const format = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const nothing = /^0+$/
const traceIdBytes = 16
const spanIdBytes = 8

/** What the caller's header says; undefined for none, and for one that is not well formed. */
export function readTraceparent(header: string): Omit<TraceContext, 'spanId'> | undefined {
  const [, version, traceId, parentId, flags, more] = format.exec(header.trim()) ?? []
  if (traceId === undefined || parentId === undefined || flags === undefined) return undefined
  if (nothing.test(traceId) || nothing.test(parentId)) return undefined
  // Later versions may say more; this one says no more than that.
  if (version === '00' && more !== undefined) return undefined
  return { traceId, parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/**
 * The request's place: under the caller's span when there is one. A server that records no spans
 * hands the caller's on as it came, and begins no trace of its own.
 */
export function traceOf(header: string, recording: boolean): TraceContext | undefined {
  const caller = readTraceparent(header)
  if (!recording) return caller && { ...caller, spanId: caller.parentId ?? '' }
  const spanId = randomBytes(spanIdBytes).toString('hex')
  if (caller) return { ...caller, spanId }
  const traceId = randomBytes(traceIdBytes).toString('hex')
  return { traceId, spanId, parentId: undefined, sampled: true }
}

const current = new AsyncLocalStorage<TraceContext>()

/** What `run` asks of others belongs to this trace. */
export function inTrace<R>(trace: TraceContext | undefined, run: () => R): R {
  return trace ? current.run(trace, run) : run()
}

/** For a request to another service: the header that continues the trace, if there is one. */
export function traceHeaders(): { traceparent?: string } {
  const trace = current.getStore()
  if (!trace) return {}
  const { traceId, spanId, sampled } = trace
  return { traceparent: `00-${traceId}-${spanId}-${sampled ? '01' : '00'}` }
}
