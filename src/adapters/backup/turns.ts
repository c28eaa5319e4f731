/** Has so many of its tasks go on at the same time, and the others wait in order. */
export function openTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let going = 0
  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (going < atOnce) going += 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else going -= 1
    }
  }
}
