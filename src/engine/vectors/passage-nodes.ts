import type { Db } from '../../store/tx.ts'
import type { DocValues } from '../documents/doc-values.ts'
import { vectorIn } from '../neighbours/unit-vector.ts'
import type { NodeSet, NodeTable, VectorIndex } from '../neighbours/vector-index.ts'
import type { Bitset } from '../ranking/bitset.ts'
import { vectorsAfter } from './queries.ts'

export type PassageNodes = {
  /** Takes in new vectors, at most so many; says whether that was all. */
  catchUp(db: Db, options: { limit: number }): boolean
  /** The node of a document, or -1. */
  nodeAt(docId: number): number
  /** The documents with this node. */
  docIdsOf(node: number): number[]
  /** The nodes of the passages in a set; with `kept`, of one that never changes, remembered. */
  nodesIn(docIds: Bitset, options: { kept: boolean }): NodeSet
  /** The last passage whose vector was taken in. */
  lastNo(): number
  count(): number
  table(): NodeTable
  /** Takes over a table, instead of reading what it has out of the database. */
  load(table: NodeTable): void
}

type Options = { modelNo: number; index: VectorIndex; docValues: DocValues }

const none = -1
const pageMax = 2_000

/**
 * Connects passages with the nodes of their vectors: a column beside the doc values.
 * Passages that were removed lose their node there, and so are found no more.
 */
export function openPassageNodes({ modelNo, index, docValues }: Options): PassageNodes {
  const passageNos = openNumbers()
  const nodes = openNumbers()
  let lastNo = 0
  /** The column: the node of each document, and the documents of each node in a chain. */
  let column = openChains()
  const remembered = new WeakMap<Bitset, { version: number; entries: number; set: NodeSet }>()

  function take({ passageNo, node }: { passageNo: number; node: number }): void {
    passageNos.push(passageNo)
    nodes.push(node)
    lastNo = passageNo
  }

  function nodesIn(docIds: Bitset, { kept }: { kept: boolean }): NodeSet {
    const make = () => setOf(docIds, { column, size: docValues.size, nodes: index.size() })
    if (!kept) return make()
    const known = remembered.get(docIds)
    const entries = passageNos.size()
    if (known?.version === docValues.version && known.entries === entries) return known.set
    const set = make()
    remembered.set(docIds, { version: docValues.version, entries, set })
    return set
  }

  return {
    nodesIn,
    docIdsOf: (node) => column.docIdsOf(node),
    nodeAt: (docId) => column.at(docId),
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
        column = joined(column, { docValues, passageNos, nodes })
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
type Lists = { docValues: DocValues; passageNos: Numbers; nodes: Numbers }

/** Both lists are in the order of passage numbers: one walk goes on where the last one ended. */
function joined(old: Chains, { docValues, passageNos, nodes }: Lists): Chains {
  const { docId: before } = old.upTo
  const isSame = before === 0 || docValues.numbers[before - 1] === old.lastNumber
  const column = before > docValues.size || !isSame ? openChains() : old
  let { docId, entry } = column.upTo
  while (docId < docValues.size && entry < passageNos.size()) {
    const [number, known] = [docValues.numbers[docId] as number, passageNos.at(entry)]
    if (number === known) column.put({ docId, node: nodes.at(entry) })
    if (number <= known) docId += 1
    if (known <= number) entry += 1
  }
  column.lastNumber = docId === 0 ? 0 : (docValues.numbers[docId - 1] as number)
  column.upTo = { docId, entry }
  return column
}

function openChains() {
  let nodeAt = new Int32Array(1024).fill(none)
  let nextAt = new Int32Array(1024).fill(none)
  let firstOf = new Int32Array(1024).fill(none)
  return {
    /** How far the lists were walked, and the number of the last document. */
    upTo: { docId: 0, entry: 0 },
    lastNumber: 0,
    at: (docId: number) => nodeAt[docId] ?? none,
    put({ docId, node }: { docId: number; node: number }) {
      nodeAt = withRoom(nodeAt, docId)
      nextAt = withRoom(nextAt, docId)
      firstOf = withRoom(firstOf, node)
      nodeAt[docId] = node
      nextAt[docId] = firstOf[node] as number
      firstOf[node] = docId
    },
    docIdsOf(node: number): number[] {
      const docIds: number[] = []
      for (let at = firstOf[node] ?? none; at !== none; at = nextAt[at] as number) docIds.push(at)
      return docIds
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

function setOf({ words, bytes }: Bitset, { column, size, nodes }: Around): NodeSet {
  const marks = new Uint8Array(nodes)
  const list: number[] = []
  for (let word = 0; word * 4 < size; word++) {
    if (words[word] === 0) continue
    for (let docId = word * 4; docId < word * 4 + 4; docId++) {
      const node = bytes[docId] === 1 ? column.at(docId) : none
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
