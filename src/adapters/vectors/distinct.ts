/**
 * Finds the node that already has a vector: equal vectors share one, or a passage that is there
 * ten thousand times would fill every list of neighbours. A table of slots with open addressing.
 */
export function openDistinct(vectorOf: (node: number) => Int16Array) {
  let slots = new Int32Array(1024).fill(free)
  let used = 0

  function slotOf(vector: Int16Array): number {
    const mask = slots.length - 1
    let slot = hashOf(vector) & mask
    for (;;) {
      const node = slots[slot] as number
      if (node === free || equal(vectorOf(node), vector)) return slot
      slot = (slot + 1) & mask
    }
  }

  function put(node: number): void {
    slots[slotOf(vectorOf(node))] = node
  }

  return {
    find(vector: Int16Array): number | undefined {
      const node = slots[slotOf(vector)] as number
      return node === free ? undefined : node
    },
    remember(node: number): number {
      if (used * 2 >= slots.length) {
        const old = slots
        slots = new Int32Array(old.length * 2).fill(free)
        for (const one of old) if (one !== free) put(one)
      }
      put(node)
      used += 1
      return node
    },
  }
}

const free = -1

/** FNV-1a; what lies behind the vector's own numbers is zero and counts for nothing. */
function hashOf(vector: Int16Array): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < vector.length; i++) {
    if (vector[i] !== 0) hash = Math.imul(hash ^ ((vector[i] as number) + i * 65_536), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}

/** The kept one may be longer, by zeros. */
function equal(kept: Int16Array, vector: Int16Array): boolean {
  const length = Math.min(kept.length, vector.length)
  for (let i = 0; i < length; i++) if (kept[i] !== vector[i]) return false
  return true
}
