// Whoever has but a generator that knows no OpenAPI 3.1 has clients, too: a client for Python made
// of the documents in the words of 3.0 does the main job. The generator (openapi-generator 4.3) is
// no part of the project: where KONTOR_TEST_OPENAPI_GENERATOR names its jar, and Java and Python
// with urllib3, dateutil, six and certifi are here, this is tried.
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { olderText } from '../../../src/http/openapi/older-document.ts'
import { openapiText } from '../../../src/http/openapi/openapi-text.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const run = promisify(execFile)
const jar = process.env.KONTOR_TEST_OPENAPI_GENERATOR ?? ''
const needed = ['-c', 'import urllib3, dateutil, six, certifi']
const text = 'The heat pump of station OPS-306 was inspected in May.'
const program = resolve(import.meta.dirname, '../../support/python-job.py')

const isThere = jar !== '' && spawnSync('python3', needed).status === 0
const title = 'a generated client for Python does the main job'
if (!isThere) console.log(`    no generator is installed: '${title}' was not tried`)
test(title, async () => {
  if (!isThere) return
  using folder = temporaryFolder()
  for (const name of ['a', 'b'] as const) {
    const document = join(folder.path, `${name}.json`)
    writeFileSync(document, olderText(openapiText(name, 'http://127.0.0.1')))
    const about = ['-i', document, '-g', 'python', '--package-name', `kontor_${name}`]
    const out = join(folder.path, name)
    await run('java', ['-jar', jar, 'generate', ...about, '-o', out], { maxBuffer: 1e8 })
  }
  await using app = await openTestApp({ config: { welcomeCredits: 100 } })
  const ways = [join(folder.path, 'a'), join(folder.path, 'b'), process.env.PYTHONPATH]
  const env = { ...process.env, PYTHONPATH: ways.filter(Boolean).join(':') }
  const args = [program, app.url, (await app.ensureSetupCode()) ?? '', text]
  const { stdout } = await run('python3', args, { env })
  assert.equal(JSON.parse(stdout), {
    status: 'staged',
    snippet: text,
    fetched: text,
    refused: [400, 'bad_request'],
  })
})

test.run()
