/**
 * Finds the node that already has a vector: equal vectors share one, or a passage that is there
 * ten thousand times would fill every list of neighbours. A table of slots with open addressing.
 * Vectors are looked at two numbers at a time, as words.
 */
export function openDistinct(wordsOf: (node: number) => Int32Array) {
  let slots = new Int32Array(1024).fill(free)
  let used = 0

  /** Where a vector is, or else the slot that is free for it. */
  function slotOf(words: Int32Array): number {
    const mask = slots.length - 1
    let slot = hashOf(words) & mask
    for (;;) {
      const node = slots[slot] as number
      if (node === free || equal(wordsOf(node), words)) return slot
      slot = (slot + 1) & mask
    }
  }

  /** A node whose vector no other one has. */
  function put(node: number): void {
    const mask = slots.length - 1
    let slot = hashOf(wordsOf(node)) & mask
    while (slots[slot] !== free) slot = (slot + 1) & mask
    slots[slot] = node
  }

  function makeRoom(count: number): void {
    let length = slots.length
    while (count * 2 > length) length *= 2
    if (length === slots.length) return
    const old = slots
    slots = new Int32Array(length).fill(free)
    for (const one of old) if (one !== free) put(one)
  }

  return {
    find(words: Int32Array): number | undefined {
      const node = slots[slotOf(words)] as number
      return node === free ? undefined : node
    },
    /** Takes in a node that `find` did not find. */
    remember(node: number): number {
      makeRoom(used + 1)
      put(node)
      used += 1
      return node
    },
    /** Makes room for so many at once. */
    makeRoom,
  }
}

const free = -1

/** FNV-1a. */
function hashOf(words: Int32Array): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ (words[i] as number), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

function equal(kept: Int32Array, words: Int32Array): boolean {
  for (let i = 0; i < words.length; i++) if (kept[i] !== words[i]) return false
  return true
}
