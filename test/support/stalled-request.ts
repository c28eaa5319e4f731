import type { TestApp } from './open-test-app.ts'

/** A request that is in progress for as long as this is held: its body does not end. */
export async function stalledRequest(app: TestApp): Promise<AsyncDisposable> {
  const stop = new AbortController()
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
  })
  const sending = fetch(`${app.url}/v1/auth/login`, {
    method: 'POST',
    body,
    signal: stop.signal,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  } as RequestInit).catch(() => undefined)
  while (app.traffic.inFlight() === 0) await new Promise((done) => setTimeout(done, 5))
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await sending
      while (app.traffic.inFlight() > 0) await new Promise((done) => setTimeout(done, 5))
    },
  }
}
