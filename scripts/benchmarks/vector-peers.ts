import Database from 'better-sqlite3'
import type { Hnsw } from '../../src/engine/index.ts'

export type Found = (query: Int16Array) => ArrayLike<number> | Promise<ArrayLike<number>>

/** An index that is measured, over the vectors of this list. */
export type Subject = { name: string; over(list: readonly number[]): Found | undefined }

type Options = {
  vectors: readonly Int16Array[]
  library: Hnsw | undefined
  log(line: string): void
}

const limit = 10
/** What their authors call a good middle; the same for all graphs. */
const graph = { neighbours: 16, buildBreadth: 200, breadth: 50 }

const floatsOf = (vector: Int16Array) => Float32Array.from(vector, (part) => part / 32_767)

/** The others, each with its own copy of the vectors. */
export async function openVectorPeers({ vectors, library, log }: Options): Promise<Subject[]> {
  const floats = vectors.map(floatsOf)
  const dimensions = floats[0]?.length ?? 0
  const timed = async (name: string, open: () => Subject | Promise<Subject>) => {
    const startedMs = performance.now()
    const subject = await open()
    log(`  ${name}: ready after ${Math.round(performance.now() - startedMs)} ms`)
    return subject
  }
  return [
    plainScan(floats),
    await timed('sqlite-vec', () => openSqliteVec(floats, dimensions)),
    await timed('usearch', () => openUsearch(floats, dimensions)),
    ...(library
      ? [await timed('raw hnswlib-node', () => openRaw(library, floats, dimensions))]
      : []),
  ]
}

/** What one writes first: every vector in turn, in plain code. */
function plainScan(floats: readonly Float32Array[]): Subject {
  return {
    name: 'plain scan',
    over: (list) => (asked) => {
      const query = floatsOf(asked)
      const found = list.map((i) => dot(query, floats[i] as Float32Array))
      return found.sort((a, b) => b - a).slice(0, limit)
    },
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}

async function openSqliteVec(
  floats: readonly Float32Array[],
  dimensions: number,
): Promise<Subject> {
  const { getLoadablePath } = await import('sqlite-vec')
  const db = new Database(':memory:')
  db.loadExtension(getLoadablePath())
  db.exec(`CREATE VIRTUAL TABLE v USING vec0 (e float[${dimensions}] distance_metric=cosine);
    CREATE TEMP TABLE seen (id INTEGER PRIMARY KEY)`)
  const put = db.prepare('INSERT INTO v (rowid, e) VALUES (?, ?)')
  const fill = db.transaction(() => {
    for (const [i, one] of floats.entries()) put.run(BigInt(i + 1), Buffer.from(one.buffer))
  })
  fill()
  const see = db.prepare('INSERT INTO seen VALUES (?)')
  const all = `SELECT distance FROM v WHERE e MATCH ? AND k = ${limit}`
  return {
    name: 'sqlite-vec',
    over(list) {
      db.exec('DELETE FROM seen')
      const fillSeen = db.transaction(() => {
        for (const i of list) see.run(i + 1)
      })
      fillSeen()
      const isAll = list.length === floats.length
      const ask = db.prepare(isAll ? all : `${all} AND rowid IN (SELECT id FROM seen)`).pluck()
      return (query) =>
        (ask.all(Buffer.from(floatsOf(query).buffer)) as number[]).map((distance) => 1 - distance)
    },
  }
}

/** Its interface for JavaScript cannot leave anything out. */
async function openUsearch(floats: readonly Float32Array[], dimensions: number): Promise<Subject> {
  const { Index, MetricKind, ScalarKind } = await import('usearch')
  const index = new Index({
    dimensions,
    metric: MetricKind.IP,
    quantization: ScalarKind.F32,
    connectivity: graph.neighbours,
    expansion_add: graph.buildBreadth,
    expansion_search: graph.breadth,
    multi: false,
  })
  floats.forEach((one, i) => {
    index.add(BigInt(i), one)
  })
  return {
    name: 'usearch',
    over(list) {
      if (list.length < floats.length) return undefined
      return (query) =>
        Array.from(index.search(floatsOf(query), limit, 0).distances, (distance) => 1 - distance)
    },
  }
}

function openRaw(library: Hnsw, floats: readonly Float32Array[], dimensions: number): Subject {
  const index = new library.HierarchicalNSW('ip', dimensions)
  index.initIndex(floats.length, graph.neighbours, graph.buildBreadth)
  floats.forEach((one, i) => {
    index.addPoint(Array.from(one), i)
  })
  index.setEf(graph.breadth)
  return {
    name: 'raw hnswlib-node',
    over(list) {
      const seen = new Set(list)
      const filter = list.length < floats.length ? (i: number) => seen.has(i) : undefined
      return (query) =>
        index
          .searchKnn(Array.from(floatsOf(query)), limit, filter)
          .distances.map((distance) => 1 - distance)
          .sort((a, b) => b - a)
    },
  }
}
