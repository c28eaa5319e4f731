import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openExactVectors } from './exact-index.ts'
import { type GraphVectors, type Hnsw, openGraphVectors } from './hnsw-index.ts'
import { crcOfFile, moveInto, readSnapshot, settledCrc, writeSnapshot } from './snapshot-file.ts'
import type { SavedIndex } from './vector-index.ts'

export type SavedIndexOptions = {
  dimensions: number
  /** Where snapshots lie; this model's alone. */
  folder: string
  /** Undefined where the library is missing: everything is compared exactly then. */
  library: Hnsw | undefined
  /** So much of the vectors lies in one memory at most. */
  segmentBytes?: number
  /** Sets up to this size are compared one by one; larger ones are found in a graph. */
  exactMax?: number
}

/**
 * So many numbers, 400,000 vectors of 512, are compared in the time that a search takes besides.
 * Exact answers depend on nothing that a viewer may not see, and overlook nothing, so a graph is
 * used only beyond that.
 */
const exactNumbersMax = 204_800_000

/** Vectors in memory, with a graph when there are many, and both in files. */
export function openSavedIndex(options: SavedIndexOptions): SavedIndex {
  const { dimensions, folder, library, segmentBytes } = options
  const { exactMax = Math.floor(exactNumbersMax / dimensions) } = options
  const exact = openExactVectors({ dimensions, segmentBytes })
  const graph = library && openGraphVectors(exact, { library, exactMax })
  const needsGraph = () => exact.size() > exactMax
  const fileOf = (generation: string) => join(folder, `${generation}.vectors`)
  let unread: Written | undefined

  return {
    ...(graph ?? exact),
    buildGraph: (budgetMs) => !graph || !needsGraph() || graph.grow(budgetMs),
    describe() {
      const all = `${exact.size()} distinct vectors`
      if (!graph) return `${all}, compared one by one: hnswlib-node is not there`
      if (!needsGraph()) return `${all}, compared one by one`
      return `${all}, ${graph.reach()} of them in the graph`
    },
    async save(generation, table) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const vectors = exact.parts().map((part) => Uint8Array.from(part))
      const kept = graph && needsGraph() ? graph : undefined
      const reach = kept?.reach() ?? 0
      try {
        const graphCrc =
          kept && reach > 0 ? await saveGraph(kept, graphFile({ folder, generation })) : 0
        const header = { dimensions, reach, graphCrc }
        await writeSnapshot(fileOf(generation), { header, table, vectors })
      } catch (error) {
        // What was written of it would keep a full disk full.
        removeNamed(folder, (name) => name.startsWith(`${generation}.`))
        throw error
      }
    },
    restore(generation) {
      const found = readSnapshot(fileOf(generation))
      if (found?.header.dimensions !== dimensions) return undefined
      exact.load(found.vectors)
      const { reach, graphCrc } = found.header
      unread = { file: graphFile({ folder, generation }), reach, graphCrc }
      return found.table
    },
    async loadGraph() {
      const written = unread
      unread = undefined
      if (graph && written && needsGraph()) await readGraph(graph, written)
    },
    removeOthers(generation) {
      const isKept = (name: string) => name.startsWith(`${generation}.`) && !name.endsWith('.tmp')
      removeNamed(folder, (name) => !isKept(name))
    },
  }
}

function graphFile({ folder, generation }: { folder: string; generation: string }): string {
  return join(folder, `${generation}.graph`)
}

/** The library neither waits for the disk nor renames. */
async function saveGraph(graph: GraphVectors, file: string): Promise<number> {
  await graph.write(`${file}.tmp`)
  const crc = await settledCrc(`${file}.tmp`)
  await moveInto(file)
  return crc
}

type Written = { file: string; reach: number; graphCrc: number }

/** Without it the graph is made anew out of the vectors, while they are compared one by one. */
async function readGraph(graph: GraphVectors, { file, reach, graphCrc }: Written): Promise<void> {
  try {
    // The library believes what it reads: a damaged file could end the process.
    if (reach > 0 && (await crcOfFile(file)) === graphCrc) await graph.read(file, reach)
  } catch {
    // It is missing, or of another version of the library.
  }
}

function removeNamed(folder: string, isMeant: (name: string) => boolean): void {
  for (const name of namesIn(folder)) {
    if (isMeant(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
