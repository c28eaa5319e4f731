import type { Db } from '../../store/tx.ts'
import type { PassageColumns } from '../documents/doc-values.ts'
import { vectorIn } from '../neighbours/unit-vector.ts'
import type { NodeSet, NodeTable, VectorIndex } from '../neighbours/vector-index.ts'
import type { Bits } from '../ranking/bitset.ts'
import { vectorsAfter } from './queries.ts'

export type PassageNodes = {
  /** Takes in new vectors, at most so many; says whether that was all. */
  catchUp(db: Db, options: { limit: number }): boolean
  /** The node at a place of the columns, or -1. */
  nodeAt(place: number): number
  /** The places of the passages with this node. */
  placesOf(node: number): number[]
  /** The nodes of the passages in a set; with `kept`, of one that never changes, remembered. */
  nodesIn(places: Bits, options: { kept: boolean }): NodeSet
  /** The last passage whose vector was taken in. */
  lastNo(): number
  count(): number
  table(): NodeTable
  /** Takes over a table, instead of reading what it has out of the database. */
  load(table: NodeTable): void
}

type Options = { modelNo: number; index: VectorIndex; columns: PassageColumns }

const none = -1
const pageMax = 2_000

/**
 * Connects passages with the nodes of their vectors: a column beside those of the passages.
 * Passages that were removed lose their place there, and so are found no more.
 */
export function openPassageNodes({ modelNo, index, columns }: Options): PassageNodes {
  const passageNos = openNumbers()
  const nodes = openNumbers()
  let lastNo = 0
  /** The column: the node at each place, and the places that have the same node in a chain. */
  let column = openChains()
  const remembered = new WeakMap<Bits, { version: number; entries: number; set: NodeSet }>()

  function take({ passageNo, node }: { passageNo: number; node: number }): void {
    passageNos.push(passageNo)
    nodes.push(node)
    lastNo = passageNo
  }

  function nodesIn(places: Bits, { kept }: { kept: boolean }): NodeSet {
    const make = () => setOf(places, { column, size: columns.size, nodes: index.size() })
    if (!kept) return make()
    const known = remembered.get(places)
    const entries = passageNos.size()
    if (known?.version === columns.version && known.entries === entries) return known.set
    const set = make()
    remembered.set(places, { version: columns.version, entries, set })
    return set
  }

  return {
    nodesIn,
    placesOf: (node) => column.placesOf(node),
    nodeAt: (place) => column.at(place),
    lastNo: () => lastNo,
    count: () => passageNos.size(),
    table: () => ({ passageNos: passageNos.list(), nodes: nodes.list() }),
    catchUp(db, { limit }) {
      let left = limit
      while (left > 0) {
        const page = Math.min(left, pageMax)
        const rows = vectorsAfter(db, { modelNo, passageNo: lastNo, limit: page })
        for (const { passageNo, vector } of rows) {
          const numbers = vectorIn(vector, index.dimensions)
          if (numbers) take({ passageNo, node: index.add(numbers) })
          lastNo = passageNo
        }
        left -= page
        if (rows.length === page) continue
        column = joined(column, { columns, passageNos, nodes })
        return true
      }
      return false
    },
    load(table) {
      for (let i = 0; i < table.nodes.length; i++) {
        take({ passageNo: table.passageNos[i] as number, node: table.nodes[i] as number })
      }
    },
  }
}

type Chains = ReturnType<typeof openChains>
type Numbers = ReturnType<typeof openNumbers>
type Lists = { columns: PassageColumns; passageNos: Numbers; nodes: Numbers }

/** Both lists are in the order of passage numbers: one walk goes on where the last one ended. */
function joined(old: Chains, { columns, passageNos, nodes }: Lists): Chains {
  const { place: before } = old.upTo
  const isSame = before === 0 || columns.numbers[before - 1] === old.lastNumber
  const column = before > columns.size || !isSame ? openChains() : old
  let { place, entry } = column.upTo
  while (place < columns.size && entry < passageNos.size()) {
    const [number, known] = [columns.numbers[place] as number, passageNos.at(entry)]
    if (number === known) column.put(place, nodes.at(entry))
    if (number <= known) place += 1
    if (known <= number) entry += 1
  }
  column.lastNumber = place === 0 ? 0 : (columns.numbers[place - 1] as number)
  column.upTo = { place, entry }
  return column
}

function openChains() {
  let nodeAt = new Int32Array(1024).fill(none)
  let nextAt = new Int32Array(1024).fill(none)
  let firstOf = new Int32Array(1024).fill(none)
  return {
    /** How far the lists were walked, and the number of the last place. */
    upTo: { place: 0, entry: 0 },
    lastNumber: 0,
    at: (place: number) => nodeAt[place] ?? none,
    put(...[place, node]: [place: number, node: number]) {
      nodeAt = withRoom(nodeAt, place)
      nextAt = withRoom(nextAt, place)
      firstOf = withRoom(firstOf, node)
      nodeAt[place] = node
      nextAt[place] = firstOf[node] as number
      firstOf[node] = place
    },
    placesOf(node: number): number[] {
      const places: number[] = []
      for (let at = firstOf[node] ?? none; at !== none; at = nextAt[at] as number) places.push(at)
      return places
    },
  }
}

function withRoom(list: Int32Array<ArrayBuffer>, at: number): Int32Array<ArrayBuffer> {
  if (at < list.length) return list
  const larger = new Int32Array(Math.max(list.length * 2, at + 1)).fill(none)
  larger.set(list)
  return larger
}

type Around = { column: Chains; size: number; nodes: number }

function setOf({ words, bytes }: Bits, { column, size, nodes }: Around): NodeSet {
  const marks = new Uint8Array(nodes)
  const list: number[] = []
  for (let word = 0; word * 4 < size; word++) {
    if (words[word] === 0) continue
    for (let place = word * 4; place < word * 4 + 4; place++) {
      const node = bytes[place] === 1 ? column.at(place) : none
      if (node === none || marks[node] === 1) continue
      marks[node] = 1
      list.push(node)
    }
  }
  return { marks, list: Int32Array.from(list) }
}

/** A list of numbers that grows, outside of the heap. */
function openNumbers() {
  let list = new Int32Array(1024)
  let size = 0
  return {
    push(value: number) {
      list = withRoom(list, size)
      list[size] = value
      size += 1
    },
    at: (i: number) => list[i] as number,
    size: () => size,
    list: () => list.slice(0, size),
  }
}
