import { Worker } from 'node:worker_threads'
import { type EntryName, entryUrl } from '../base/entry.ts'

/** What goes to the thread and comes from it; the program of the thread has serve-orders.ts. */
export type OrderCall<Order> = { order: Order } | 'stop'
export type OrderReply<Answer, News> = { news: News } | { answer: Answer }

type Watch<News> = {
  signal?: AbortSignal | undefined
  onNews?: ((news: News) => void) | undefined
  /** Whoever was asked to stop and has not after this time is ended where it is. */
  graceMs?: number
}

type Current<Answer, News> = {
  take(reply: OrderReply<Answer, News>): void
  end(error?: Error): void
}

/** A check often follows its backup; after so long nobody is expected any more. */
const restMs = 5_000

/**
 * Long orders, each carried out by a thread that does nothing else meanwhile. Whichever answered
 * waits a little for the next order: a thread costs more to start than many an order. One that was
 * asked to stop, or threw, is ended. A resting thread keeps no process alive.
 */
export function openOrderThreads<Order, Answer, News>(name: EntryName) {
  type Thread = ReturnType<typeof start>
  let resting: { thread: Thread; timer: NodeJS.Timeout } | undefined

  function start() {
    const worker = new Worker(entryUrl(name), { name })
    let current: Current<Answer, News> | undefined
    worker.on('message', (reply: OrderReply<Answer, News>) => current?.take(reply))
    worker.once('error', (error) => current?.end(error as Error))
    worker.once('exit', () => {
      current?.end()
      if (resting?.thread === thread) takeResting()
    })
    const thread = {
      worker,
      serve(next: Current<Answer, News> | undefined) {
        current = next
        if (next === undefined) worker.unref()
        else worker.ref()
      },
    }
    return thread
  }

  function takeResting(): Thread | undefined {
    clearTimeout(resting?.timer)
    const thread = resting?.thread
    resting = undefined
    return thread
  }

  async function leave(thread: Thread, isWell: boolean): Promise<void> {
    thread.serve(undefined)
    // Of several at once one is enough.
    if (!isWell || resting) return void (await thread.worker.terminate())
    const timer = setTimeout(() => void takeResting()?.worker.terminate(), restMs).unref()
    resting = { thread, timer }
  }

  /** Undefined when the thread ended without an answer. Rejects with what ended it. */
  return async (order: Order, watch: Watch<News> = {}): Promise<Answer | undefined> => {
    const { signal, onNews, graceMs } = watch
    const thread = takeResting() ?? start()
    const { worker } = thread
    const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>()
    thread.serve({
      take: (reply) => ('news' in reply ? onNews?.(reply.news) : resolve(reply.answer)),
      end: (error) => (error ? reject(error) : resolve(undefined)),
    })
    let grace: NodeJS.Timeout | undefined
    const stop = () => {
      worker.postMessage('stop' satisfies OrderCall<Order>)
      if (graceMs !== undefined) grace = setTimeout(() => resolve(undefined), graceMs)
    }
    worker.postMessage({ order } satisfies OrderCall<Order>)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    let isWell = false
    try {
      const answer = await promise
      isWell = answer !== undefined && !signal?.aborted
      return answer
    } finally {
      clearTimeout(grace)
      signal?.removeEventListener('abort', stop)
      await leave(thread, isWell)
    }
  }
}
