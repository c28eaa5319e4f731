/** Words with more letters, or in more pieces, are cut each time. */
const lettersMax = 24
const piecesMax = 6
/** So many words are known at once, each in its own slot: they take two megabytes. */
const slotBits = 15
const width = lettersMax + 1
const idsWidth = piecesMax + 1

type Cut = (word: Uint16Array, length: number) => number

/**
 * Words that were cut lately, with their pieces: of most texts nine words in ten. A slot has the
 * word that came last; `cut` fills `ids` as it does for others.
 */
export function rememberCuts(cut: Cut, ids: Int32Array): Cut {
  const words = new Uint16Array(width << slotBits)
  const cuts = new Int32Array(idsWidth << slotBits)

  function isIn(slot: number, word: Uint16Array, length: number): boolean {
    const at = slot * width
    if (words[at] !== length) return false
    for (let i = 0; i < length; i += 1) if (words[at + 1 + i] !== word[i]) return false
    return true
  }

  return (word, length) => {
    if (length > lettersMax) return cut(word, length)
    let hash = 0x811c9dc5
    for (let i = 0; i < length; i += 1) hash = Math.imul(hash ^ (word[i] as number), 0x01000193)
    const slot = (hash ^ (hash >>> slotBits)) & ((1 << slotBits) - 1)
    const from = slot * idsWidth
    if (isIn(slot, word, length)) {
      const count = cuts[from] as number
      for (let i = 0; i < count; i += 1) ids[i] = cuts[from + 1 + i] as number
      return count
    }
    const count = cut(word, length)
    if (count > piecesMax) return count
    const at = slot * width
    words[at] = length
    for (let i = 0; i < length; i += 1) words[at + 1 + i] = word[i] as number
    cuts[from] = count
    for (let i = 0; i < count; i += 1) cuts[from + 1 + i] = ids[i] as number
    return count
  }
}
