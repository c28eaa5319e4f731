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

/** Branches by key (node and letter), with open addressing; which piece ends at which node. */
type Table = { keys: Int32Array; nodes: Int32Array; pieceAt: Int32Array }

const tableMin = 2 ** 12

/** Where a branch is in a table, or the free place where it belongs. */
function docIdOf(key: number, { keys }: Pick<Table, 'keys'>): number {
  const mask = keys.length - 1
  let at = Math.imul(key, 0x9e3779b1) >>> 7
  for (at &= mask; keys[at] !== 0 && keys[at] !== key; at = (at + 1) & mask);
  return at
}

/**
 * All pieces as one tree of letters with two roots, so that the longest one that fits is found in
 * one walk. Pieces share most of their letters: a table for all of them would be mostly empty, so
 * it grows with what there is, and is at most half full.
 */
function tableOf(vocabulary: readonly string[]): Table {
  let table = emptyTable(tableMin)
  let nodeCount = inside

  function branchFrom(node: number, { letter }: { letter: number }): number {
    const key = (node << letterBits) | letter
    const at = docIdOf(key, table)
    if (table.keys[at] === key) return table.nodes[at] as number
    nodeCount += 1
    table.keys[at] = key
    table.nodes[at] = nodeCount
    const added = nodeCount
    if (nodeCount * 2 >= table.keys.length) table = doubled(table)
    return added
  }

  function add(piece: string, id: number): void {
    if (special.test(piece)) return
    const isInside = piece.startsWith(insideMark)
    let node = isInside ? inside : beginning
    for (let i = isInside ? insideMark.length : 0; i < piece.length; i += 1) {
      const letter = piece.charCodeAt(i)
      if (letter >= lettersEnd) return
      node = branchFrom(node, { letter })
    }
    if (table.pieceAt[node] === -1) table.pieceAt[node] = id
  }

  vocabulary.forEach(add)
  return table
}

/** A node has one branch that leads to it, and half of the places stay free. */
function emptyTable(places: number): Table {
  return {
    keys: new Int32Array(places),
    nodes: new Int32Array(places),
    pieceAt: new Int32Array(places / 2 + 1).fill(-1),
  }
}

function doubled(old: Table): Table {
  const table = emptyTable(old.keys.length * 2)
  table.pieceAt.set(old.pieceAt)
  old.keys.forEach((key, i) => {
    if (key === 0) return
    const at = docIdOf(key, table)
    table.keys[at] = key
    table.nodes[at] = old.nodes[i] as number
  })
  return table
}

/** The tree of a vocabulary. */
export function openLetterTree(vocabulary: readonly string[]): LetterTree {
  const table = tableOf(vocabulary)
  const { keys, nodes, pieceAt } = table
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
          const at = docIdOf((node << letterBits) | letter, table)
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
