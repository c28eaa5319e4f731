/** Makes something once for each thing, and keeps it as long as that is there. */
export function onceFor<K extends WeakKey, V extends {}>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>()
  return (key) => {
    const old = known.get(key)
    if (old !== undefined) return old
    const made = make(key)
    known.set(key, made)
    return made
  }
}
