/** Has tasks of one name wait for one another, in order; those of other names do not wait. */
export function openLines() {
  const lines = new Map<string, Promise<unknown>>()
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const mine = (lines.get(name) ?? Promise.resolve()).then(task)
    const over = mine.catch(() => undefined)
    lines.set(name, over)
    try {
      return await mine
    } finally {
      if (lines.get(name) === over) lines.delete(name)
    }
  }
}
