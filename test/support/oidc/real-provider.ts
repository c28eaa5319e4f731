// Starts the provider's process, and tells it what to do.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../free-port.ts'

export type Person = {
  sub: string
  claims: Record<string, unknown>
  amr?: string[]
  acr?: string
}

export type Order =
  | { person: Person }
  | { button: boolean }
  | { rotate: true }
  | { revoke: true }
  | { logOut: string }

export type RealProvider = {
  issuer: string
  tell(order: Order): Promise<void>
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startProvider({
  appUrl,
  clientSecret = '',
  port,
}: {
  appUrl: string
  clientSecret?: string
  port?: number
}): Promise<RealProvider> {
  const at = port ?? (await freePort())
  const program = new URL('./provider-process.ts', import.meta.url)
  const child = fork(program, [String(at), appUrl, clientSecret], {
    execArgv: [],
    stdio: ['ignore', 'ignore', process.env.OIDC_DEBUG ? 'inherit' : 'ignore', 'ipc'],
  })
  const waiting = new Map<number, { done: () => void; fail: (error: Error) => void }>()
  const ready = Promise.withResolvers<void>()
  child.on('message', (message: { id?: number; error?: string; ready?: true }) => {
    if (message.ready) return ready.resolve()
    const asked = waiting.get(message.id as number)
    if (message.error === undefined) asked?.done()
    else asked?.fail(new Error(message.error))
  })
  child.once('exit', (code) => ready.reject(new Error(`the provider ended with ${code}`)))
  await ready.promise
  let last = 0
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill()
    await once(child, 'exit')
  }
  return {
    issuer: `http://127.0.0.2:${at}`,
    tell(order) {
      const id = ++last
      return new Promise((done, fail) => {
        waiting.set(id, { done, fail })
        child.send({ id, order })
      })
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
