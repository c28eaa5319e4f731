import type { Context } from 'koa'
import type { HttpDeps } from '../deps.ts'
import type { AnyRoute } from '../route.ts'

type Write = HttpDeps['write']

/** HEAD never costs, counts or consumes. (our choice, Costs and retries) */
export function isHead({ method }: Pick<Context, 'method'>): boolean {
  return method === 'HEAD'
}

/** The status and the type that a GET would have; what its length would be is not worked out. */
export function sendHead(ctx: Context, route: AnyRoute): void {
  ctx.body = null
  ctx.status = route.status
  if (route.status !== 204) ctx.type = 'application/json'
}

/** Writes as it is told, gives what came of it, and takes it back. */
export function undone(write: Write): Write {
  return async (fn) => {
    let outcome: { result: ReturnType<typeof fn> } | undefined
    try {
      return await write((tx) => {
        outcome = { result: fn(tx) }
        throw new TakenBack()
      })
    } catch (error) {
      if (outcome !== undefined && error instanceof TakenBack) return outcome.result
      throw error
    }
  }
}

class TakenBack extends Error {
  override readonly name = 'TakenBack'
}
