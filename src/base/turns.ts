/** So many go on at once, so many more may wait; whoever comes then is told why not. */
export type TurnRules = {
  atOnce: number
  waiting?: { max: number; refusal: () => Error }
}

/** Those who go first wait in a queue of their own, and are served before all others. */
type Queue = 'first' | 'usual'

/** Has tasks wait their turn, in order. Throws the refusal when too many do in their queue. */
export function openTurns({ atOnce, waiting: room }: TurnRules) {
  const queues: Record<Queue, (() => void)[]> = { first: [], usual: [] }
  let going = 0
  return async <T>(task: () => Promise<T>, queue: Queue = 'usual'): Promise<T> => {
    const waiting = queues[queue]
    if (going < atOnce) going += 1
    else if (room && waiting.length >= room.max) throw room.refusal()
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await task()
    } finally {
      const next = queues.first.shift() ?? queues.usual.shift()
      if (next) next()
      else going -= 1
    }
  }
}
