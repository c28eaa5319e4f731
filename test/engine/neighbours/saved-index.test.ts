// Vectors in files: whole or not at all, and never needed.
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { SavedIndex } from '../../../src/engine/index.ts'
import { loadHnsw } from '../../../src/engine/neighbours/hnsw-index.ts'
import { openSavedIndex } from '../../../src/engine/neighbours/saved-index.ts'
import type { NodeTable } from '../../../src/engine/neighbours/vector-index.ts'
import { refusal } from '../../support/refusal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { clustered, range, setOf } from '../../support/vectors.ts'

const dimensions = 32
const size = 1_500
const vectors = clustered(size, dimensions)
const table: NodeTable = {
  passageNos: Int32Array.from(range(size), (i) => i + 10),
  nodes: Int32Array.from(range(size)),
}

async function openIndex(folder: string, { exactMax = 200 } = {}): Promise<SavedIndex> {
  return openSavedIndex({ dimensions, folder, library: await loadHnsw(), exactMax })
}

async function filled(folder: string): Promise<SavedIndex> {
  const index = await openIndex(folder)
  for (const vector of vectors) index.add(vector)
  while (!index.buildGraph(50));
  return index
}

function answers(index: SavedIndex): number[][] {
  const allowed = setOf(range(index.size()), index.size())
  return vectors
    .filter((_, i) => i % 300 === 0)
    .map((query) => [...index.nearest(query, { allowed, limit: 5, cutoff: 0 }).nodes])
}

test('what was saved is restored', async () => {
  using folder = temporaryFolder()
  const index = await filled(folder.path)
  await index.save('a1', table)
  const again = await openIndex(folder.path)
  assert.equal(again.restore('a1'), table)
  assert.equal(answers(again), answers(index), 'before its graph is read')
  await again.loadGraph()
  assert.is(again.describe(), index.describe())
  assert.equal(answers(again), answers(index))
})

test('of what could not be saved nothing is left, not even its graph', async () => {
  using folder = temporaryFolder()
  const index = await filled(folder.path)
  await index.save('a1', table)
  const saved = readdirSync(folder.path)
  mkdirSync(join(folder.path, 'b2.vectors'))
  assert.match((await refusal(index.save('b2', table))).message, 'EISDIR')
  assert.equal(readdirSync(folder.path), saved)
  await index.save('b2', table)
  assert.equal((await openIndex(folder.path)).restore('b2'), table)
})

test('what was saved out of one memory is restored into several, and back', async () => {
  using folder = temporaryFolder()
  const library = await loadHnsw()
  const segmentBytes = 65_536 + 400 * 64
  const index = await filled(folder.path)
  await index.save('a1', table)
  const parted = openSavedIndex({ dimensions, folder: folder.path, library, segmentBytes })
  assert.equal(parted.restore('a1'), table)
  assert.equal(answers(parted), answers(index))
  assert.is(parted.add(vectors[1_400] as Int16Array), 1_400)
  await parted.save('a2', table)
  const again = await openIndex(folder.path)
  assert.equal(again.restore('a2'), table)
  assert.equal(answers(again), answers(index))
})

test('a vector that was restored is not kept twice', async () => {
  using folder = temporaryFolder()
  await (await filled(folder.path)).save('a1', table)
  const again = await openIndex(folder.path)
  again.restore('a1')
  for (const [node, vector] of vectors.entries()) assert.is(again.add(vector), node)
  assert.is(again.size(), size)
})

test('another name, other dimensions and an empty folder restore nothing', async () => {
  using folder = temporaryFolder()
  const index = await filled(folder.path)
  await index.save('a1', table)
  assert.is((await openIndex(folder.path)).restore('b2'), undefined)
  assert.is((await openIndex(join(folder.path, 'none'))).restore('a1'), undefined)
  const narrow = openSavedIndex({ dimensions: 16, folder: folder.path, library: undefined })
  assert.is(narrow.restore('a1'), undefined)
})

test('a graph that was saved is not read where everything is compared by now', async () => {
  using folder = temporaryFolder()
  const index = await filled(folder.path)
  await index.save('a1', table)
  const library = await loadHnsw()
  if (library === undefined) return
  let graphs = 0
  class Counted extends library.HierarchicalNSW {
    override readIndex(file: string) {
      graphs++
      return super.readIndex(file)
    }
  }
  for (const read of [0, 1]) {
    graphs = 0
    const exactMax = size - read
    const again = openSavedIndex({
      dimensions,
      folder: folder.path,
      exactMax,
      library: { ...library, HierarchicalNSW: Counted },
    })
    again.restore('a1')
    await again.loadGraph()
    assert.is(graphs, read, `${size} vectors, compared up to ${exactMax}`)
  }
})

const damages: [name: string, change: (file: string) => void][] = [
  ['cut in half', (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2))],
  ['cut by one byte', (file) => truncateSync(file, readFileSync(file).length - 1)],
  ['empty', (file) => truncateSync(file, 0)],
  ['with one bit turned over', turnOneBit],
  ['that is something else', (file) => writeFileSync(file, 'x'.repeat(5_000))],
]

function turnOneBit(file: string) {
  const bytes = readFileSync(file)
  const at = Math.floor(bytes.length * 0.7)
  bytes[at] = (bytes[at] as number) ^ 4
  writeFileSync(file, bytes)
}

for (const [name, damage] of damages) {
  test(`vectors in a file ${name} are made anew`, async () => {
    using folder = temporaryFolder()
    await (await filled(folder.path)).save('a1', table)
    damage(join(folder.path, 'a1.vectors'))
    const again = await openIndex(folder.path)
    assert.is(again.restore('a1'), undefined)
    assert.is(again.size(), 0)
  })

  test(`a graph in a file ${name} is made anew, the vectors stay`, async () => {
    using folder = temporaryFolder()
    const index = await filled(folder.path)
    await index.save('a1', table)
    if (!readdirSync(folder.path).includes('a1.graph')) return
    damage(join(folder.path, 'a1.graph'))
    const again = await openIndex(folder.path)
    assert.equal(again.restore('a1'), table)
    await again.loadGraph()
    assert.match(again.describe(), / 0 of them in the graph/)
    assert.equal(answers(again), answers(index))
    while (!again.buildGraph(50));
    assert.is(again.describe(), index.describe())
  })
}

test('what a killed process left half-written is no snapshot, and is removed', async () => {
  using folder = temporaryFolder()
  const index = await filled(folder.path)
  await index.save('a1', table)
  for (const name of ['b2.vectors.tmp', 'b2.graph', 'a1.graph.tmp']) {
    writeFileSync(join(folder.path, name), 'half')
  }
  const again = await openIndex(folder.path)
  assert.equal(again.restore('a1'), table)
  again.removeOthers('a1')
  assert.ok(readdirSync(folder.path).every((name) => /^a1\.(vectors|graph)$/.test(name)))
})

test('passages that come while a snapshot is written are not in it, and not lost', async () => {
  using folder = temporaryFolder()
  const index = await filled(folder.path)
  const saving = index.save('a1', table)
  const late = clustered(40, dimensions).map((vector) => index.add(vector.map((part) => -part)))
  index.buildGraph(1)
  await saving
  while (!index.buildGraph(50));
  const again = await openIndex(folder.path)
  assert.equal(again.restore('a1'), table)
  assert.is(again.size(), size)
  assert.is(index.size(), size + late.length)
})

test('without the library everything is compared, and it says so', async () => {
  using folder = temporaryFolder()
  const index = openSavedIndex({
    dimensions,
    folder: folder.path,
    library: undefined,
    exactMax: 10,
  })
  for (const vector of vectors) index.add(vector)
  assert.ok(index.buildGraph(1))
  assert.match(index.describe(), /compared one by one: hnswlib-node is not there/)
  assert.equal(answers(index), answers(await filled(folder.path)))
})

test.run()
