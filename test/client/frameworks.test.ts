// The manual's examples for frameworks of agents, as they stand there, against a real server. The
// frameworks themselves are too large to be installed for it: what is imported of them is a
// stand-in (test/support/frameworks), and where a real one differs from it this test cannot see.
import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { faultsIn } from '../support/compiler.ts'
import { openTestShop } from '../support/open-test-shop.ts'
import { fencesOf, manualPage, repository, sectionOf } from '../support/readme.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)
const names = ['langchain', 'llamaindex', 'vercel-ai']

const standIns = resolve(import.meta.dirname, '../support/frameworks')
const modules: readonly [pattern: RegExp, path: string][] = [
  [/'kontor-client'/, join(repository, 'src/client/index.ts')],
  [/'@langchain\/core\/\w+'/g, join(standIns, 'langchain.ts')],
  [/'@llamaindex\/core\/[\w-]+'/g, join(standIns, 'llamaindex.ts')],
  [/'ai'/, join(standIns, 'vercel-ai.ts')],
]

/** The sources of the client are held by the compiler elsewhere, in their own setting. */
const loosely = ['--noPropertyAccessFromIndexSignature', 'false']

/** As a query it would be refused twice. */
const question = 'Was there a "heat pump AND'

const caller = `
import './langchain.ts'
import './llamaindex.ts'
import { tools } from './vercel-ai.ts'

const asked = tools.search.inputSchema.parse({ question: '${question}' })
const { results, search_id } = await tools.search.execute(asked)
const { asset_id = '', snippet } = results[0] ?? {}
const bought = await tools.buy.execute({ asset_id, search_id })
const refused = await tools.buy.execute({ asset_id: 'obj_none', search_id })
console.log(JSON.stringify({ snippet, approved: tools.buy.needsApproval, bought, refused }))
`

function exampleFor(source: string, url: string): string {
  return modules
    .reduce((text, [pattern, path]) => text.replace(pattern, `'${path}'`), source)
    .replace('http://127.0.0.1:4200', url)
    .replace(/'Where [^']+'/, `'${question}'`)
}

test('the examples for LangChain, LlamaIndex and Vercel AI compile, find and buy', async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer({ bytes: Buffer.from('all of it') })
  await shop.shelve(asset, ['The heat pump'])
  using folder = temporaryFolder()
  const sources = fencesOf(sectionOf(manualPage('programs.md').text, 'Frameworks of agents'))
  assert.is(sources.length, names.length)
  assert.is((await shop.search(question, { as: shop.key })).status, 400)
  for (const [n, name] of names.entries()) {
    const example = exampleFor(sources[n]?.text ?? '', shop.url)
    assert.match(example, new RegExp(`/frameworks/${name}\\.ts`))
    writeFileSync(join(folder.path, `${name}.ts`), example)
  }
  const main = join(folder.path, 'main.ts')
  writeFileSync(main, caller)
  writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(folder.path, 'node_modules'))
  for (const name of ['@types', 'zod']) {
    symlinkSync(join(repository, 'node_modules', name), join(folder.path, 'node_modules', name))
  }

  const options = ['--module', 'nodenext', '--skipLibCheck', '--types', 'node', ...loosely]
  const faults = await faultsIn({ folder: folder.path, files: ['main.ts'], options })
  assert.equal([...faults], [])

  const { stdout } = await run(process.execPath, [main], { env: { KEY: shop.key } })
  const [chained = '', indexed = '', told = ''] = stdout.split('\n')
  assert.match(chained, /^The heat pump \S/)
  assert.match(indexed, /^\S.* (0\.\d+|1)$/)
  const { refused, ...done } = JSON.parse(told)
  const bought = { credits: 25, text: 'all of it' }
  assert.equal(done, { snippet: 'The heat pump', approved: true, bought })
  assert.is(refused.refused, 'not_found')
  assert.is(shop.credits(shop.buyer.tenantId), 75)
})

test.run()
