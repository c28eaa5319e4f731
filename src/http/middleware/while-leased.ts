import type { ServerResponse } from 'node:http'
import type { Context } from 'koa'
import { LeaseOver } from '../../base/lease.ts'
import type { HttpDeps } from '../deps.ts'

/**
 * The last look at the lease, as the head of an answer is written: what others do meanwhile comes
 * before it or after. A process that was halted on the way here cuts the connection. That somebody
 * is answered no more may be said.
 */
export function whileLeased({ requireLease }: Pick<HttpDeps, 'requireLease'>) {
  return ({ res }: Pick<Context, 'res'>, next: () => Promise<unknown>) => {
    const { writeHead } = res
    // To a connection that was cut nothing is written.
    const look = (status: number) => {
      if (status !== 503 && isOver(requireLease)) res.destroy()
    }
    res.writeHead = ((status: number, ...rest: never[]): ServerResponse => {
      look(status)
      return writeHead.call(res, status, ...rest)
    }) as typeof writeHead
    return next()
  }
}

function isOver(requireLease: () => void): boolean {
  try {
    requireLease()
    return false
  } catch (error) {
    if (error instanceof LeaseOver) return true
    throw error
  }
}
