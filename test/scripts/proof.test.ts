// scripts/proof: its figures are campaigns that there are. A little of the one without a server.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { figures } from '../../scripts/proving/figures.ts'
import { campaigns } from '../../scripts/soaking/campaigns.ts'
import { flipsLines, soakFlips } from '../../scripts/soaking/flips.ts'
import { filesOf } from '../../scripts/soaking/tests.ts'

const root = resolve(import.meta.dirname, '../..')
const main = resolve(root, 'scripts/proving/main.ts')

test('each of the thirteen figures is a campaign with options that it takes', () => {
  assert.is(figures.length, 13)
  for (const line of figures.flatMap(({ short, whole }) => [...short, ...whole])) {
    const [name = '', ...words] = line.split(' ')
    const campaign = campaigns[name]
    assert.ok(campaign, line)
    const flags = words.filter((word) => word.startsWith('--'))
    for (const flag of flags) assert.ok(campaign.options.includes(`[${flag} `), line)
  }
})

test('the tests that figures are made of are there', () => {
  for (const name of ['faults', 'isolation', 'hostile', 'contract'] as const) {
    const files = filesOf(name)
    assert.ok(files.length > 1, name)
    for (const file of files) assert.ok(existsSync(resolve(root, file)), file)
  }
})

test('a figure that there is not is a mistake of the command line', () => {
  const { status, stderr } = spawnSync(process.execPath, [main, '--only', '3,14'], {
    encoding: 'utf8',
  })
  assert.is(status, 2)
  assert.match(stderr, /^--only takes numbers from 1 to 13\./)
})

test('what would be run is told, and nothing is run', () => {
  const { status, stdout } = spawnSync(process.execPath, [main, '--list', '--seed', 'abc'], {
    encoding: 'utf8',
  })
  assert.is(status, 0)
  const lines = figures.flatMap(({ short }) => short).map((one) => `scripts/soak ${one} --seed abc`)
  assert.equal(stdout.trim().split('\n'), lines)
})

test('flipped bits in what carries money are found, each of them', async () => {
  const report = await soakFlips({ count: 25, seed: 'test' })
  assert.equal(report.breaches, [], flipsLines(report).join('\n'))
  assert.ok(Object.keys(report.tables).length > 8)
})

test.run()
