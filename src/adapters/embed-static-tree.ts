/** What stands before pieces that go on inside a word. */
const insideMark = '##'
/** The vocabulary has no letters beyond these: Latin with its extensions, IPA, Greek. */
const lettersEnd = 0x400
const letterBits = 10
/** Pieces that stand for something else than letters. */
const special = /^\[[A-Z]+\]$/

const beginning = 1
const inside = 2

export type LetterTree = {
  /** Cuts the first `length` letters; says into how many pieces, 0 if it cannot to the end. */
  cut(word: Uint16Array, length: number, ids: Int32Array): number
}

/**
 * All pieces as one tree of letters with two roots, so that the longest one that fits is found in
 * one walk. The branches are in a table with open addressing: key (node, letter), value the node.
 */
export function openLetterTree(vocabulary: readonly string[]): LetterTree {
  const letters = vocabulary.reduce((sum, piece) => sum + piece.length, 0)
  const mask = 2 ** Math.ceil(Math.log2(Math.max(16, letters * 2))) - 1
  const keys = new Int32Array(mask + 1)
  const nodes = new Int32Array(mask + 1)
  const pieceAt = new Int32Array(letters + 3).fill(-1)
  let nodeCount = inside

  /** Where the branch (node and letter) is, or the free place where it belongs. */
  function place(key: number): number {
    let at = Math.imul(key, 0x9e3779b1) >>> 7
    for (at &= mask; keys[at] !== 0 && keys[at] !== key; at = (at + 1) & mask);
    return at
  }

  function add(piece: string, id: number): void {
    if (special.test(piece)) return
    const isInside = piece.startsWith(insideMark)
    let node = isInside ? inside : beginning
    for (let i = isInside ? insideMark.length : 0; i < piece.length; i += 1) {
      const letter = piece.charCodeAt(i)
      if (letter >= lettersEnd) return
      const at = place((node << letterBits) | letter)
      if (keys[at] === 0) {
        keys[at] = (node << letterBits) | letter
        nodeCount += 1
        nodes[at] = nodeCount
      }
      node = nodes[at] as number
    }
    if (pieceAt[node] === -1) pieceAt[node] = id
  }

  vocabulary.forEach(add)
  return {
    cut(word, length, ids) {
      let count = 0
      let start = 0
      while (start < length) {
        let node = start === 0 ? beginning : inside
        let end = start
        for (let i = start; i < length; i += 1) {
          const letter = word[i] as number
          if (letter >= lettersEnd) break
          const at = place((node << letterBits) | letter)
          if (keys[at] === 0) break
          node = nodes[at] as number
          if (pieceAt[node] !== -1) {
            end = i + 1
            ids[count] = pieceAt[node] as number
          }
        }
        if (end === start) return 0
        count += 1
        start = end
      }
      return count
    },
  }
}
