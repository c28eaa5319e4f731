// The example of the client in the manual runs as it stands there.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestShop } from '../support/open-test-shop.ts'
import { fencesOf, manualPage } from '../support/readme.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const client = new URL('../../src/client/index.ts', import.meta.url).href
const run = promisify(execFile)

function exampleFor(url: string): string {
  const blocks = fencesOf(manualPage('programs.md').text)
  const [block = ''] = blocks.flatMap(({ kind, text }) => (kind === 'ts' ? [text] : []))
  assert.match(block, /from 'kontor-client'/)
  const told = `${block}\nif (file) console.log(await file.text())`
  return told.replace("'kontor-client'", `'${client}'`).replace('http://127.0.0.1:4200', url)
}

test('it prints the passage and gets the file', async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer({ bytes: Buffer.from('all of it') })
  await shop.shelve(asset, ['The heat pump'])
  using folder = temporaryFolder()
  const file = join(folder.path, 'example.mts')
  writeFileSync(file, exampleFor(shop.url))
  const { stdout } = await run(process.execPath, [file], { env: { KEY: shop.key } })
  assert.is(stdout, `The heat pump ${asset} null\nall of it\n`)
  assert.is(shop.credits(shop.buyer.tenantId), 75)
})

test.run()
