import { hash } from 'node:crypto'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  inclusionPath,
  leafHash,
  nodeHash,
  rootFromPath,
  rootOf,
  type Subtree,
} from '../../../../src/domain/ledger/proofs/merkle.ts'

// The inputs and roots of the Certificate Transparency test vectors (RFC 6962).
const inputs = [
  ...['', '00', '10', '2021', '3031', '40414243', '5051525354555657'],
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'))

const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

function treeOf(leaves: readonly Buffer[]): Subtree {
  const at: Subtree = ({ level, place }) =>
    level === 0
      ? leafHash(leaves[place] as Buffer)
      : nodeHash(
          at({ level: level - 1, place: place * 2 }),
          at({ level: level - 1, place: place * 2 + 1 }),
        )
  return at
}

for (const [size, root] of roots.entries()) {
  test(`the tree of the first ${size} inputs has the root of the standard`, () => {
    assert.is(rootOf(size, treeOf(inputs)).toString('hex'), root)
  })
}

const anyLeaf = fc
  .integer({ min: 1, max: 200 })
  .chain((size) => fc.record({ size: fc.constant(size), index: fc.nat({ max: size - 1 }) }))

const leaves = Array.from({ length: 201 }, (_, i) => hash('sha256', `${i}`, 'buffer'))
const subtree = treeOf(leaves)

test('every leaf leads to the root by its path', () => {
  fc.assert(
    fc.property(anyLeaf, ({ index, size }) => {
      const path = inclusionPath({ index, size }, subtree)
      const leaf = { index, size, hash: leafHash(leaves[index] as Buffer) }
      assert.equal(rootFromPath(leaf, path), rootOf(size, subtree))
    }),
  )
})

test('another leaf, place, size or path does not', () => {
  fc.assert(
    fc.property(anyLeaf, fc.nat(), ({ index, size }, n) => {
      const path = inclusionPath({ index, size }, subtree)
      const right = { index, size, hash: leafHash(leaves[index] as Buffer) }
      const root = rootOf(size, subtree).toString('hex')
      const reached = (leaf: typeof right, way: Buffer[]) =>
        rootFromPath(leaf, way)?.toString('hex')
      assert.is.not(reached({ ...right, hash: leaves[200] as Buffer }, path), root)
      if (size > 1) {
        const other = (index + 1 + (n % (size - 1))) % size
        assert.is.not(reached({ ...right, index: other }, path), root)
        assert.is.not(reached(right, path.slice(1)), root)
        const changed = path.map((sibling, i) => (i === n % path.length ? right.hash : sibling))
        assert.is.not(reached(right, changed), root)
      }
      assert.is.not(reached(right, [...path, right.hash]), root)
    }),
  )
})

for (const index of [-1, 5, 1.5, Number.NaN, 2 ** 53]) {
  test(`leaf ${index} of five is none`, () => {
    assert.is(rootFromPath({ index, size: 5, hash: leaves[0] as Buffer }, []), undefined)
  })
}

test.run()
