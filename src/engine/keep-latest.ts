/** How much is kept, and what one value takes of it, in one unit. */
type Room<K, V> = { readonly max: number; sizeOf(value: V, key: K): number }

export type Kept<K, V> = {
  get(key: K): V | undefined
  set(key: K, value: V): void
  clear(): void
}

/** Keeps what was asked for last, as far as there is room; what is larger alone is not kept. */
export function keepLatest<K, V>({ max, sizeOf }: Room<K, V>): Kept<K, V> {
  const kept = new Map<K, V>()
  let size = 0

  function forget(key: K): void {
    const value = kept.get(key)
    if (value === undefined) return
    size -= sizeOf(value, key)
    kept.delete(key)
  }

  return {
    get(key) {
      const value = kept.get(key)
      if (value === undefined) return undefined
      kept.delete(key)
      kept.set(key, value)
      return value
    },
    set(key, value) {
      forget(key)
      kept.set(key, value)
      size += sizeOf(value, key)
      for (const oldest of kept.keys()) {
        if (size <= max) break
        forget(oldest)
      }
    },
    clear() {
      kept.clear()
      size = 0
    },
  }
}

/** Begins anew when there are too many. */
export function remember<V>(kept: Map<string, V>, { key, value }: { key: string; value: V }): void {
  if (kept.size >= rememberedMax) kept.clear()
  kept.set(key, value)
}

const rememberedMax = 10_000
