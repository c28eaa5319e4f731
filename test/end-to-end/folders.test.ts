// A folder of the operator's, from the import to what buyers see of it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { imported } from '../support/imported.ts'
import { makePdf } from '../support/make-pdf.ts'
import { openMarket } from '../support/market.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'

const boilers = 'The boiler was inspected and found in order by the office of mines.'
/** Equal passages would be one hit. */
const page = (title: string) =>
  `<html><head><title>${title}</title></head><p>${boilers} ${title}.</p></html>`

test('files of one name are told apart by folder and title, in lists and in searches', async () => {
  await using app = await openTestApp()
  using folder = temporaryFolder()
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const { call, provider, key, datasetId: dataset } = market
  const files = {
    'index.html': page('Untitled Document 1'),
    'Plant A/2023/index.html': page('Report on plant A'),
    'Plant A/2024/index.html': page('Microsoft Word - index.html'),
    'Plant B/index.html': page('Report on plant B'),
    'scan.pdf': await makePdf({ pages: [boilers], title: 'The order of the office of mines' }),
    'broken.pdf': '%PDF-1.7 and nothing more',
  }
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true })
    writeFileSync(join(folder.path, path), bytes)
  }
  await imported(app, { folder: folder.path, dataset, approve: true })
  await untilSo('all is indexed or failed', async () => {
    const { body } = await call('GET', '/assets?status=pending', { as: key })
    await app.settleJobs()
    const own = await call('GET', '/v1/objects?index_state=queued', { as: provider.token })
    return body.assets.length === 0 && own.body.data.total === 0
  })

  const found = await call('GET', '/search?q=boiler+office&kind=doc_chunk', { as: key })
  const names = found.body.results.map((hit: Record<string, string>) => {
    return [hit.folder, hit.filename, hit.title]
  })
  assert.equal(names.sort(), [
    [null, 'index.html', 'index.html'],
    [null, 'scan.pdf', 'The order of the office of mines'],
    ['Plant A/2023', 'index.html', 'Report on plant A'],
    ['Plant A/2024', 'index.html', 'index.html'],
    ['Plant B', 'index.html', 'Report on plant B'],
  ])

  const inFolder = async (q: string) => {
    const { body } = await call('GET', `/search?q=${encodeURIComponent(q)}`, { as: key })
    const hits = body.results.map((hit: Record<string, string>) => `${hit.folder}/${hit.filename}`)
    return [...new Set(hits)].sort()
  }
  const plantA = ['Plant A/2023/index.html', 'Plant A/2024/index.html']
  assert.equal(await inFolder('boiler folder:"plant a"'), plantA)
  assert.equal(await inFolder('boiler folder:2024'), plantA.slice(1))
  assert.equal(await inFolder('boiler folder:"-"'), [], 'no word is no name of no folder')
  assert.equal(await inFolder('boiler folder:"plant b" title:report'), ['Plant B/index.html'])

  const list = async (filters: string) => {
    const { status, body } = await call('GET', `/v1/objects?${filters}`, { as: provider.token })
    assert.is(status, 200, JSON.stringify(body))
    const { objects, total } = body.data
    assert.is(objects.length, total)
    return objects
      .map(({ folder: at, filename }: Record<string, string>) => `${at}/${filename}`)
      .sort()
  }
  assert.equal(await list('folder=Plant%20A'), plantA)
  assert.equal(await list('folder=Plant%20A/2024&status=active'), plantA.slice(1))
  assert.equal(await list('folder=Plant'), [])
  assert.equal(await list(`index_state=failed&dataset_id=${dataset}`), ['null/broken.pdf'])
  assert.is((await list('')).length, 6)

  // What could not be indexed reaches whoever imports, and whoever looks.
  const again = await imported(app, { folder: folder.path, dataset, wait: true })
  assert.ok(again.failed)
  assert.match(again.lines.join('\n'), /^broken\.pdf +corrupt: The file is damaged/m)
  assert.is(
    again.lines.at(-1),
    '0 imported (0 changed), 6 unchanged, 1 cannot be indexed, 0 failed.',
  )
  const dashboard = await call('GET', '/v1/provider/dashboard', { as: provider.token })
  const { objects_failed: failed, failures } = dashboard.body.data
  assert.equal([failed, failures.length, failures[0].filename], [1, 1, 'broken.pdf'])
  assert.match(failures[0].error, /^corrupt: The file is damaged/)
})

test.run()
