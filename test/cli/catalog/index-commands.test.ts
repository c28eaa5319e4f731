// kontor index verify and kontor index rebuild, with and without a server that has the folder.
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { indexRebuild } from '../../../src/cli/catalog/index-rebuild.ts'
import { indexVerify } from '../../../src/cli/catalog/index-verify.ts'
import { listenForCommands } from '../../../src/cli/control.ts'
import { runCli } from '../../../src/cli/run.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { openShelves } from '../../support/shelves.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const io = { out: print, err: print, input: () => process.stdin, terminal: false }
  const stopped = new Promise<string>(() => undefined)
  return { code: await runCli(args, { ...io, environment: {}, stopped }), lines }
}

/** A folder with more passages than one step takes. */
async function openArchive(dir: string) {
  const app = await openTestApp({ dir })
  const shelves = openShelves(app.store, app.clock)
  const { tenantId } = await app.signUp('Provider')
  const owner = await shelves.object(shelves.dataset(tenantId), [])
  const texts = Array.from({ length: 200 }, (_, i) => `boiler ${i}`)
  for (let i = 0; i < 11; i++) await shelves.addTo(owner, texts)
  return app
}

test('damage is found and mended in a folder that no server has', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  {
    await using app = await openArchive(dir)
    app.store.raw.exec('DELETE FROM passage_fts WHERE rowid IN (1, 2150)')
  }
  const broken = await run('index', 'verify', '--data-dir', dir)
  assert.is(broken.code, 1)
  assert.is(broken.lines[0], 'The index is NOT in order: 2 problems in 2200 passages.')
  assert.match(broken.lines[1] ?? '', /^ {2}missing: passage psg_\w+ is not in the index$/)
  assert.equal(await run('index', 'rebuild', '--data-dir', dir), {
    code: 0,
    lines: ['The index was made anew: 2200 passages.'],
  })
  assert.equal(await run('index', 'verify', '--data-dir', dir), {
    code: 0,
    lines: ['The index is in order: 2200 passages checked.'],
  })
})

test('a running server carries them out, step by step', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  await using app = await openArchive(dir)
  await using _ = await listenForCommands(app, [indexVerify, indexRebuild])
  assert.equal((await run('index', 'rebuild', '--data-dir', dir)).lines, [
    'The index was made anew: 2200 passages.',
  ])
  const { code, lines } = await run('index', 'verify', '--json', '--data-dir', dir)
  assert.is(code, 0)
  assert.equal(JSON.parse(lines.join('\n')), {
    ok: true,
    passages: 2200,
    problem_count: 0,
    problems: [],
  })
})

test.run()
