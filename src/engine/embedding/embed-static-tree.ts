/** What stands before pieces that go on inside a word. */
const insideMark = '##'
/** Pieces that stand for something else than letters. */
const special = /^\[[A-Z]+\]$/

const beginning = 1
const inside = 2

export type LetterTree = {
  /** Cuts the first `length` letters; says into how many pieces, 0 if it cannot to the end. */
  cut(word: Uint16Array, length: number, ids: Int32Array): number
  /** The same where words are not told apart: each piece is a word, and others are left out. */
  cutRun(run: Uint16Array, length: number, ids: Int32Array): number
}

/** Branches by key (node and letter), with open addressing; which piece ends at which node. */
type Table = { keys: Int32Array; nodes: Int32Array; pieceAt: Int32Array }

/** The number of each letter that the pieces have, from 1 on, and how many bits it takes. */
type Letters = { numbers: Uint16Array; bits: number }

const keyBits = 32

function lettersOf(vocabulary: readonly string[]): Letters {
  const numbers = new Uint16Array(0x1_0000)
  let count = 0
  for (const piece of vocabulary) {
    for (let i = 0; i < piece.length; i += 1) {
      const letter = piece.charCodeAt(i)
      if (numbers[letter] === 0) {
        count += 1
        numbers[letter] = count
      }
    }
  }
  return { numbers, bits: keyBits - Math.clz32(count) }
}

const tableMin = 2 ** 12

/** Where a branch is in a table, or the free place where it belongs. */
function slotOf(key: number, { keys }: Pick<Table, 'keys'>): number {
  const mask = keys.length - 1
  let at = Math.imul(key, 0x9e3779b1) >>> 7
  for (at &= mask; keys[at] !== 0 && keys[at] !== key; at = (at + 1) & mask);
  return at
}

/**
 * Pieces as one tree of letters with two roots, so that the longest one that fits is found in one
 * walk. They share most of their letters: a table for all of them would be mostly empty, so it
 * grows with what there is, and is at most half full. Pieces come into it when a text first has
 * what they begin with: a house reads few of the scripts that the model knows, and one without
 * texts none.
 */
function growingTree(vocabulary: readonly string[], { numbers, bits }: Letters) {
  let table = emptyTable(tableMin)
  let nodeCount = inside
  const waiting = byBeginning(vocabulary)

  function branchFrom(node: number, { letter }: { letter: number }): number {
    const key = (node << bits) | (numbers[letter] as number)
    const at = slotOf(key, table)
    if (table.keys[at] === key) return table.nodes[at] as number
    nodeCount += 1
    table.keys[at] = key
    table.nodes[at] = nodeCount
    const added = nodeCount
    if (nodeCount * 2 >= table.keys.length) table = doubled(table)
    return added
  }

  function add(id: number, { root }: { root: number }): void {
    const piece = vocabulary[id] as string
    let node = root
    for (let i = root === inside ? insideMark.length : 0; i < piece.length; i += 1) {
      node = branchFrom(node, { letter: piece.charCodeAt(i) })
    }
    if (table.pieceAt[node] === -1) table.pieceAt[node] = id
  }

  return {
    /** With all that begins so; whoever walks from a root asks with the first letter. */
    tableFor(letter: number, { root }: { root: number }): Table {
      const ids = waiting[root]?.get(letter)
      if (ids === undefined) return table
      waiting[root]?.delete(letter)
      for (const id of ids) add(id, { root })
      if (nodeCount >= 2 ** (keyBits - bits)) throw new Error('the vocabulary has too many pieces')
      return table
    },
  }
}

/** By root the numbers of the pieces, by their first letter. */
function byBeginning(vocabulary: readonly string[]): Map<number, number[]>[] {
  const roots: Map<number, number[]>[] = [new Map(), new Map(), new Map()]
  for (const [id, piece] of vocabulary.entries()) {
    if (piece.startsWith('[') && special.test(piece)) continue
    const isInside = piece.startsWith(insideMark)
    const letter = piece.charCodeAt(isInside ? insideMark.length : 0)
    const root = roots[isInside ? inside : beginning] as Map<number, number[]>
    const others = root.get(letter)
    if (others === undefined) root.set(letter, [id])
    else others.push(id)
  }
  return roots
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
    const at = slotOf(key, table)
    table.keys[at] = key
    table.nodes[at] = old.nodes[i] as number
  })
  return table
}

/** The tree of a vocabulary. */
export function openLetterTree(vocabulary: readonly string[]): LetterTree {
  const letters = lettersOf(vocabulary)
  const { numbers, bits } = letters
  const tree = growingTree(vocabulary, letters)

  type Cut = { isJoined: boolean }

  function cutWith(word: Uint16Array, length: number, ids: Int32Array, { isJoined }: Cut): number {
    let count = 0
    let start = 0
    while (start < length) {
      let node = isJoined && start > 0 ? inside : beginning
      const table = tree.tableFor(word[start] as number, { root: node })
      const { keys, nodes, pieceAt } = table
      let end = start
      for (let i = start; i < length; i += 1) {
        const letter = numbers[word[i] as number] as number
        if (letter === 0) break
        const at = slotOf((node << bits) | letter, table)
        if (keys[at] === 0) break
        node = nodes[at] as number
        if (pieceAt[node] !== -1) {
          end = i + 1
          ids[count] = pieceAt[node] as number
        }
      }
      if (end > start) count += 1
      else if (isJoined) return 0
      start = Math.max(end, start + 1)
    }
    return count
  }

  return {
    cut: (word, length, ids) => cutWith(word, length, ids, { isJoined: true }),
    cutRun: (run, length, ids) => cutWith(run, length, ids, { isJoined: false }),
  }
}
