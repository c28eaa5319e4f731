// Surface B keeps its promises (spec 9): what a client could rely on in the released document it
// can still rely on. The golden file is the document of that release, as `kontor openapi --surface
// b` printed it; it changes with a release and not with the code.
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { breakingDifferences, type OpenapiDocument } from '../../../scripts/openapi-diff.ts'
import { openapiText } from '../../../src/http/openapi/openapi-text.ts'
import { v1Routes } from '../../../src/http/v1/routes.ts'

const release = '1.0.0'
const golden = new URL(`../../golden/openapi-b-${release}.json`, import.meta.url)

type Versioned = OpenapiDocument & { info: { version: string } }
const released: Versioned = JSON.parse(readFileSync(golden, 'utf8'))
const current = (): Versioned => JSON.parse(openapiText('b', 'https://kontor.example'))

test('nothing that was released is broken', () => {
  assert.equal(breakingDifferences(released, current()), [])
})

test('the golden file is of the release that the document names', () => {
  assert.equal([released.info.version, current().info.version], [release, release])
})

test('every endpoint of Surface B lies under the prefix of its version', () => {
  const major = release.split('.')[0]
  assert.equal(
    v1Routes.filter(({ path }) => !path.startsWith(`/v${major}/`)).map(({ path }) => path),
    [],
  )
})

const harms: [title: string, harm: (document: Versioned) => void][] = [
  ['a lost path', ({ paths }) => void delete paths['/v1/datasets']],
  ['a lost method', ({ paths }) => void delete paths['/v1/datasets'].get],
  [
    'a lost field of an answer',
    ({ components }) => void delete components.schemas.Dataset.properties.name,
  ],
  [
    'a field that is required now',
    ({ components }) => void components.schemas.CreateDataset.required.push('description'),
  ],
  [
    'a lost value',
    ({ components }) => void components.schemas.Dataset.properties.status.enum.pop(),
  ],
]

for (const [title, harm] of harms) {
  test(`${title} would be noticed in the real document`, () => {
    const harmed = structuredClone(released)
    harm(harmed)
    assert.ok(breakingDifferences(released, harmed).length > 0)
  })
}

test.run()
