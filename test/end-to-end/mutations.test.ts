// Links, tokens and queries that were altered or drawn by chance: thousands of links inside this
// process, hundreds over HTTP. `scripts/soak links` and `scripts/soak queries` send any number.
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { soakLinks } from '../../scripts/soaking/links.ts'
import { soakQueries } from '../../scripts/soaking/queries.ts'
import { linksTable, queriesTable } from '../../scripts/soaking/show.ts'
import { LinkInvalid } from '../../src/base/errors.ts'
import { newId } from '../../src/base/ids.ts'
import { secretsFrom } from '../../src/base/secrets.ts'
import { openSignedUrls } from '../../src/domain/catalog/index.ts'
import { startMs } from '../support/fake-clock.ts'
import { leanSettings } from '../support/lean-settings.ts'
import { mutate, random } from '../support/mutate.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const perPurpose = 2_000
const overHttp = 200

const base = 'http://127.0.0.1:4200'
const links = openSignedUrls({ secrets: secretsFrom(Buffer.alloc(32, 9)), baseUrl: () => base })

/** Whether the URL opens anything; what it says is never an error of ours. */
function opens(method: string, url: string): boolean {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    return false
  }
  const objectId = /^\/blobs\/([^/]*)$/.exec(parsed.pathname)?.[1]
  if (objectId === undefined) return false
  try {
    links.verify({ method, objectId, query: parsed.searchParams }, startMs)
    return true
  } catch (error) {
    assert.instance(error, LinkInvalid)
    return false
  }
}

/** What a URL says, whatever its spelling: two spellings of one URL are the same permission. */
function meaning(url: string): string {
  try {
    const { pathname, searchParams } = new URL(url)
    const known = ['purpose', 'limit', 'expires', 'signature', 'part', 'upload']
    return JSON.stringify([pathname, known.map((name) => searchParams.getAll(name))])
  } catch {
    return ''
  }
}

for (const [purpose, method] of [
  ['upload', 'PUT'],
  ['download', 'GET'],
] as const) {
  test(`of ${perPurpose} changed ${purpose} URLs none is accepted`, () => {
    const next = random(purpose.length)
    const objectId = newId('obj', startMs)
    const url = links.sign({ purpose, objectId, limitBytes: 1_000, expiresAtMs: startMs + 60_000 })
    assert.ok(opens(method, url), 'the unchanged URL opens')
    const accepted: string[] = []
    for (let i = 0; i < perPurpose; i++) {
      const changed = base + mutate(url.slice(base.length), next)
      if (meaning(changed) !== meaning(url) && opens(method, changed)) accepted.push(changed)
    }
    assert.equal(accepted, [])
  })
}

const altered = await soakLinks({ count: overHttp, seed: 'test', settings: leanSettings })

test(`of ${overHttp} altered URLs, tokens, keys and cursors over HTTP none opens anything`, () => {
  assert.equal(altered.breaches, [], linksTable(altered).join('\n'))
  assert.is(altered.sent, overHttp)
})

test('every kind of URL, token, key, cookie and cursor is among them', () => {
  assert.equal(Object.keys(altered.answers).sort(), [
    ...['API key', 'bearer key', 'cookie', 'cursor', 'download URL', 'download link'],
    ...['part URL', 'preview URL', 'session', 'upload URL'],
  ])
})

test(`${overHttp} random query strings to all addresses give no error of ours`, async () => {
  using folder = temporaryFolder()
  const asked = { count: overHttp, seed: 'test', notes: join(folder.path, 'notes') }
  const report = await soakQueries(asked)
  assert.equal(report.breaches, [], queriesTable(report).join('\n'))
  assert.ok(report.addresses > 20)
  for (const status of ['200', '400']) {
    assert.ok((report.answers.search.counts[status] ?? 0) > overHttp / 50, `${status}s of searches`)
  }
  const { sent, worlds, answers } = await soakQueries(asked)
  assert.equal([sent, worlds, answers], [overHttp, 0, report.answers], 'what is noted is done')
})

test.run()
