import type { TraceContext } from './trace-context.ts'

/** A request that is over: what a span of it says. Times are milliseconds since 1970. */
export type ServedRequest = {
  method: string
  /** The route's pattern: a path may carry what opens it. */
  route: string
  status: number
  requestId: string
  startedAtMs: number
  endedAtMs: number
  trace: TraceContext | undefined
}
