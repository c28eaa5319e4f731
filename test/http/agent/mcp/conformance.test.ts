// The conformance suite of the protocol's makers, offline, against the server as it is: through its
// routes, with a key, with tools of the suite beside the product's. What the suite finds on the
// wire it holds against the official schema of the revision, too.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cents } from '../../../../src/base/money.ts'
import {
  expectedFailures,
  type Revision,
  revisions,
  runSuite,
} from '../../../support/mcp-conformance/run-suite.ts'

/** What the interface needs of each revision: these pass, whatever is written down elsewhere. */
const needed = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    ...['server-stateless', 'tools-list', 'dns-rebinding-protection', 'http-header-validation'],
    ...['input-required-result-unsupported-methods', 'json-schema-2020-12'],
  ],
} as const

const tools = [
  ...['simple-text', 'image', 'audio', 'embedded-resource', 'mixed-content', 'error'],
].map((name) => `tools-call-${name}`)

for (const revision of revisions) {
  test(`${revision}: all that the suite requires holds, but for what is written down`, async () => {
    const { code, output, passed } = await runSuiteTwice(revision)
    assert.is(code, 0, output.slice(output.lastIndexOf('=== SUMMARY')))
    for (const scenario of [...needed[revision], ...tools]) {
      assert.ok(passed.includes(scenario), `${scenario} did not pass\n${output}`)
    }
  })

  test(`${revision}: every expected failure has its reason, and no tool is among them`, () => {
    const known = expectedFailures(revision)
    assert.ok(known.length > 0)
    for (const { scenario, reason } of known) {
      assert.match(reason, /^.{20,}\.$/, scenario)
      assert.not.ok([...needed[revision], ...tools].includes(scenario), scenario)
    }
  })
}

/** It waits a second for some answers, however busy the machine is: what is wrong fails twice. */
async function runSuiteTwice(revision: Revision) {
  const first = await runSuite(revision)
  return first.code === 0 ? first : runSuite(revision)
}

const prices = { retrievalStandardCents: cents(1), retrievalPremiumCents: cents(2) }

test('the product itself offers none of the tools of the suite', async () => {
  const { publishedTools } = await import('../../../../src/http/agent/mcp/published-tools.ts')
  const names = publishedTools(prices).map(({ name }) => name)
  assert.equal(names, ['search', 'get_asset', 'list_assets', 'request_download'])
})

test.run()
