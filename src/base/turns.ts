/** So many go on at once, so many more may wait; whoever comes then is told why not. */
export type TurnRules = {
  atOnce: number
  waiting?: { max: number; refusal: () => Error }
}

/** Has tasks wait their turn, in order. Throws the refusal when too many do. */
export function openTurns({ atOnce, waiting: room }: TurnRules) {
  const waiting: (() => void)[] = []
  let going = 0
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (going < atOnce) going += 1
    else if (room && waiting.length >= room.max) throw room.refusal()
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else going -= 1
    }
  }
}
