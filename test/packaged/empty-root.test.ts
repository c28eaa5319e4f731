// The single file on a machine with nothing on it: KONTOR_TEST_FILE says which file.
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { emptyRoot } from '../support/empty-root.ts'
import { testPackagedFile } from '../support/program.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const file = testPackagedFile()

type Step = { request: string; as: string; status: number }
type Demo = { ok: boolean; steps: Step[] }

test('in an empty root, as nobody, without network, the demo passes', async () => {
  using folder = temporaryFolder()
  mkdirSync(folder.path, { recursive: true })
  const root = emptyRoot(folder.path, { file })
  console.log(`\nthe demo runs in ${root.apart}`)
  // On a busy machine the first search starts the threads that search for longer than usual.
  const child = root.start(['demo', '--json', '--search-timeout-ms', '60000'])
  const [out, err, [code]] = await Promise.all([
    text(child.stdout as NonNullable<typeof child.stdout>),
    text(child.stderr as NonNullable<typeof child.stderr>),
    once(child, 'close'),
  ])
  assert.equal({ code, err }, { code: 0, err: '' })
  const { ok, steps } = JSON.parse(out) as Demo
  assert.ok(ok)
  // PDFs were read in the child process, searches went by words and by meaning, files were sold.
  const searches = steps.filter(({ request }) => request.startsWith('GET /search?'))
  assert.ok(searches.some(({ request }) => /mode=semantic/.test(request)))
  assert.ok(searches.every(({ status }) => status === 200))
  assert.ok(steps.some(({ request, status }) => /^GET \/dl\//.test(request) && status === 200))
  // Nothing of the demo is left; what was unpacked is, in the one place that could be written.
  const left = readdirSync(join(folder.path, 'tmp'))
  assert.is(left.filter((name) => !/^kontor-(\d+|cache)$/.test(name)).join(), '')
})

test.run()
