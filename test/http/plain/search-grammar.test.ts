import { createHash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { grammar } from '../../../src/engine/query/grammar.ts'
import { openTestApp } from '../../support/open-test-app.ts'

test('the grammar page shows every example, and lets a browser do nothing else', async () => {
  await using app = await openTestApp()
  const { status, headers, body } = await app.call('GET', '/docs/search')
  assert.is(status, 200)
  assert.is(headers.get('content-type'), 'text/html; charset=utf-8')
  const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  assert.is(
    headers.get('content-security-policy'),
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; ` +
      "frame-ancestors 'none'",
  )
  const links = [...body.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)
  assert.equal(links, ['/docs', '/docs/manual'])
  assert.not.match(body, /<script|<img|<link|src=|onclick|style=/i)
  for (const { q } of grammar.flatMap(({ examples }) => examples)) {
    assert.ok(body.includes(`<code>${q.replaceAll('"', '&quot;')}</code>`), q)
  }
})

test.run()
