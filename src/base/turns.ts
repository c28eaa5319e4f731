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

/** Turns of its own for each name: nobody waits for what is asked under another. */
export function openTurnsByName(rules: TurnRules) {
  const names = new Map<string, { inTurn: ReturnType<typeof openTurns>; asked: number }>()
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const own = names.get(name) ?? { inTurn: openTurns(rules), asked: 0 }
    names.set(name, own)
    own.asked++
    try {
      return await own.inTurn(task)
    } finally {
      own.asked--
      if (own.asked === 0) names.delete(name)
    }
  }
}
