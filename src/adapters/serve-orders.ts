import { parentPort } from 'node:worker_threads'
import type { OrderCall, OrderReply } from './order-thread.ts'

type Work<News> = { signal: AbortSignal; tell(news: News): void }

/** The thread's side of order-thread.ts: one order at a time. What it throws ends the thread. */
export function serveOrders<Order, Answer, News>(
  carryOut: (order: Order, work: Work<News>) => Promise<Answer>,
): void {
  let stop = new AbortController()
  const say = (reply: OrderReply<Answer, News>) => parentPort?.postMessage(reply)
  parentPort?.on('message', (call: OrderCall<Order>) => {
    if (call === 'stop') return stop.abort()
    stop = new AbortController()
    const work = { signal: stop.signal, tell: (news: News) => say({ news }) }
    void carryOut(call.order, work).then((answer) => say({ answer }))
  })
}
