import { once } from 'node:events'
import { type AnyRoute, get } from '../../src/http/route.ts'
import { allRoutes, type Mounted } from '../../src/http/surfaces.ts'
import type { TestApp } from './open-test-app.ts'
import { untilSo } from './until.ts'

/** The product's routes and one more, with which the server is at work until who asked is gone. */
export function mountsWithWork(): Mounted[] {
  const work = get('/v1/work', {
    id: 'work',
    summary: 'Works',
    tag: 'Test',
    access: 'none',
    status: 200,
    reply: null,
    errors: [],
    async run({ http }) {
      await once(http.ctx.req.socket, 'close')
    },
  })
  return [...allRoutes(), { surface: 'v1', route: work as AnyRoute }]
}

/** So many requests that the server is at work on, for as long as this is held. */
export async function workInProgress(app: TestApp, count = 1): Promise<AsyncDisposable> {
  const stop = new AbortController()
  const asking = Array.from({ length: count }, () =>
    fetch(`${app.url}/v1/work`, { signal: stop.signal }).catch(() => undefined),
  )
  await untilSo('they are at work', () => app.traffic.inFlight() === count)
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(asking)
      await untilSo('they are done', () => app.traffic.inFlight() === 0)
    },
  }
}
