// The graph beside the exact comparison. Where the library was not compiled these are skipped.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openExactVectors } from '../../../src/engine/neighbours/exact-index.ts'
import { loadHnsw, openGraphVectors } from '../../../src/engine/neighbours/hnsw-index.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { clustered, nearestBy, range, setOf } from '../../support/vectors.ts'

const isCompiled = existsSync(
  join(import.meta.dirname, '../../../node_modules/hnswlib-node/build/Release/addon.node'),
)
const check = isCompiled ? test : test.skip

const size = 4_000
const dimensions = 32
const exactMax = 100

async function openGraph(count = size) {
  const library = await loadHnsw()
  assert.ok(library)
  const exact = openExactVectors({ dimensions })
  const vectors = clustered(count, dimensions)
  for (const vector of vectors) exact.add(vector)
  return { exact, vectors, graph: openGraphVectors(exact, { library, exactMax }) }
}

type Opened = Awaited<ReturnType<typeof openGraph>>

/** For those who only ask: to put all in takes ten times as long as what most of them do. */
let whole: Promise<Opened> | undefined
function wholeGraph(): Promise<Opened> {
  whole ??= openGraph().then((opened) => {
    while (!opened.graph.grow(50));
    return opened
  })
  return whole
}

/** The share of the true ten nearest that are found, over some queries. */
function recall({ graph, vectors }: Opened, list: readonly number[]): number {
  const allowed = setOf(list, graph.size())
  let found = 0
  const queries = vectors.filter((_, i) => i % 97 === 0)
  for (const query of queries) {
    const near = [...graph.nearest(query, { allowed, limit: 10, cutoff: -1 }).nodes]
    found += nearestBy(vectors, { query, list, limit: 10 }).filter((one) =>
      near.includes(one),
    ).length
  }
  return found / (queries.length * 10)
}

check('the graph finds what comparing finds, at every share that may be found', async () => {
  const opened = await wholeGraph()
  for (const step of [1, 2, 10, 39, 100]) {
    const share = recall(
      opened,
      range(size).filter((node) => node % step === 0),
    )
    assert.ok(share >= 0.98, `every ${step}: ${share}`)
  }
})

check('it answers while it grows, and has everything all the while', async () => {
  const opened = await openGraph()
  const { graph } = opened
  for (const target of [0, exactMax, 1_000, 2_500]) {
    while (graph.reach() < target) graph.grow(1)
    assert.ok(graph.reach() < size)
    const share = recall(opened, range(size))
    assert.ok(share >= 0.98, `at ${graph.reach()}: ${share}`)
  }
})

check('nodes that came after the graph was made are found at once', async () => {
  const opened = await openGraph()
  while (!opened.graph.grow(50));
  const late = clustered(30, dimensions).map((vector) => vector.map((part) => -part))
  const nodes = late.map((vector) => opened.graph.add(vector))
  const allowed = setOf(range(opened.graph.size()), opened.graph.size())
  for (const [i, query] of late.entries()) {
    const near = opened.graph.nearest(query, { allowed, limit: 1, cutoff: 0 })
    assert.equal([...near.nodes], [nodes[i]])
  }
  // It makes room for them, too.
  while (!opened.graph.grow(50));
  assert.is(opened.graph.reach(), size + late.length)
})

check('what may not be found is not found, however near it is', async () => {
  const { graph, vectors } = await wholeGraph()
  const hidden = 1_234
  const allowed = setOf(
    range(size).filter((node) => node !== hidden),
    size,
  )
  const query = vectors[hidden] as Int16Array
  const near = graph.nearest(query, { allowed, limit: 200, cutoff: -1 })
  assert.not.ok([...near.nodes].includes(hidden))
  assert.is(near.nodes.length, 200)
})

check('both ways give the same scores', async () => {
  const { graph, exact, vectors } = await wholeGraph()
  const allowed = setOf(range(size), size)
  const asked = { allowed, limit: 5, cutoff: 0 }
  const query = vectors[3] as Int16Array
  assert.equal(graph.nearest(query, asked), exact.nearest(query, asked))
})

check('a graph that was written is read again, one that was cut is refused', async () => {
  using folder = temporaryFolder()
  const { graph, exact, vectors } = await wholeGraph()
  const file = join(folder.path, 'a.graph')
  await graph.write(file)
  const library = await loadHnsw()
  assert.ok(library)
  const again = openGraphVectors(exact, { library, exactMax })
  await again.read(file, size)
  assert.is(again.reach(), size)
  const asked = { allowed: setOf(range(size), size), limit: 5, cutoff: 0 }
  assert.equal(
    again.nearest(vectors[9] as Int16Array, asked),
    graph.nearest(vectors[9] as Int16Array, asked),
  )
  const refused = await again.read(file, size - 1).catch(({ message }: Error) => message)
  assert.match(refused ?? '', /other nodes/)
})

test.run()
