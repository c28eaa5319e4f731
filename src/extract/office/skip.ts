/** Remembers whether we are inside an element that is passed over. */
export function openSkip(names: ReadonlySet<string>) {
  let inside: { name: string; depth: number } | undefined
  return {
    active: () => inside !== undefined,
    /** True: this tag belongs to something passed over. */
    open(name: string): boolean {
      if (inside) {
        if (name === inside.name) inside.depth++
        return true
      }
      if (names.has(name)) inside = { name, depth: 1 }
      return inside !== undefined
    },
    close(name: string): boolean {
      if (!inside) return false
      if (name === inside.name && --inside.depth === 0) inside = undefined
      return true
    },
  }
}
