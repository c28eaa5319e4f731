// The example for Python in the manual runs as it stands there, where Python is. It needs nothing
// but what Python brings along.
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestShop } from '../support/open-test-shop.ts'
import { fencesOf, manualPage } from '../support/readme.ts'

const run = promisify(execFile)
const isThere = spawnSync('python3', ['-c', 'import urllib.request']).status === 0
const title = 'in Python it prints the passage, gets the file, and says what it is refused'
if (!isThere) console.log(`    there is no python3: '${title}' was not tried`)

test(title, async () => {
  if (!isThere) return
  await using shop = await openTestShop()
  const asset = await shop.offer({ bytes: Buffer.from('all of it') })
  await shop.shelve(asset, ['The heat pump'])
  const blocks = fencesOf(manualPage('programs.md').text)
  const [block = ''] = blocks.flatMap(({ kind, text }) => (kind === 'python' ? [text] : []))
  assert.match(block, 'from urllib.request import')
  const program = block.replace('http://127.0.0.1:4200', shop.url)
  const said = async (KEY: string) => {
    return (await run('python3', ['-c', program], { env: { ...process.env, KEY } })).stdout
  }
  assert.is(await said(shop.key), `The heat pump ${asset} None\nall of it\n`)
  assert.is(shop.credits(shop.buyer.tenantId), 75)
  assert.is(await said('kontor_wrong'), '401 unauthorized\n')
})

test.run()
