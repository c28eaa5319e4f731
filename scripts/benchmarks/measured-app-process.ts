import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Asked, Told } from './measured-app.ts'

export type MeasuredApp = {
  url: string
  key: string
  queries: string[]
  pid: number
  /** Times of whole searches without HTTP, in the process of the server. */
  search(queries: readonly string[]): Promise<number[]>
  offer(file: { name: string; sizeBytes: number }): Promise<{ assetId: string; file: string }>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts it; `passages` passages are in its index. */
type Options = { passages: number; env?: Record<string, string> }

export async function openMeasuredApp({ passages, env = {} }: Options): Promise<MeasuredApp> {
  const child = fork(new URL('./measured-app.ts', import.meta.url), {
    env: { ...process.env, KONTOR_BENCH_COUNT: String(passages), ...env },
  })
  const told = async <S extends Told['say']>(say: S): Promise<Extract<Told, { say: S }>> => {
    const [message] = (await once(child, 'message')) as [Told]
    if (message.say === say) return message as Extract<Told, { say: S }>
    throw new Error(`${message.say} came instead of ${say}`)
  }
  const ask = <S extends Told['say']>(asked: Asked, say: S) => {
    const answer = told(say)
    child.send(asked)
    return answer
  }
  const { url, key, queries } = await told('ready')
  return {
    url,
    key,
    queries,
    pid: child.pid ?? 0,
    search: async (asked) => (await ask({ ask: 'search', queries: [...asked] }, 'searched')).times,
    offer: (file) => ask({ ask: 'offer', ...file }, 'offered'),
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
