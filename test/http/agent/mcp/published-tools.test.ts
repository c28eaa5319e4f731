// The tools as they are published. The golden file changes only on purpose; then it is written by
//
//   node -e "import('./src/http/agent/mcp/published-tools.ts').then((it) => \
//     console.log(JSON.stringify({ tools: it.publishedTools({ \
//       retrievalStandardCents: 1, retrievalPremiumCents: 2 }) }, null, 2)))" \
//     > test/golden/mcp-tools.json
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cents } from '../../../../src/base/money.ts'
import { publishedTools } from '../../../../src/http/agent/mcp/published-tools.ts'
import { versions } from '../../../support/mcp.ts'
import { openTestMcp } from '../../../support/open-test-mcp.ts'

const usual = { retrievalStandardCents: cents(1), retrievalPremiumCents: cents(2) }
const golden = resolve(import.meta.dirname, '../../../golden/mcp-tools.json')

test('the tools are those of the golden file', () => {
  assert.equal({ tools: publishedTools(usual) }, JSON.parse(readFileSync(golden, 'utf8')))
})

test('every version lists what is published without a key', async () => {
  await using mcp = await openTestMcp()
  const { status, body } = await mcp.call('GET', '/mcp/tools.json')
  assert.is(status, 200)
  for (const version of versions) {
    const { result } = (await mcp.client(version).ask('tools/list')).body
    assert.equal(result.tools, body.tools, version)
    assert.is(result.nextCursor, undefined)
  }
})

test('a search names the prices of this server, and what comes without a limit', () => {
  const told = (standard: number, premium: number) => {
    const prices = { retrievalStandardCents: standard, retrievalPremiumCents: premium }
    const [search] = publishedTools(prices as typeof usual)
    return search?.description ?? ''
  }
  assert.match(told(1, 2), /1 credit for each hit \(2 of premium or curated data\), a credit/)
  assert.match(told(3, 3), /3 credits for each hit, a credit being a cent/)
  assert.match(told(0, 5), /0 credits for each hit \(5 of premium/)
  assert.match(told(0, 0), /nothing for its hits/)
  assert.match(told(1, 2), /send limit, such as 3: without it come 10 hits/)
})

test('the schemas are in one piece, open, and without a dialect', () => {
  const text = JSON.stringify(publishedTools(usual))
  assert.not.match(text, /\$ref|\$defs|\$schema|"additionalProperties":false|9007199254740991/)
})

test('each tool says what it costs, and each argument is described or plain', () => {
  for (const { name, description, inputSchema } of publishedTools(usual)) {
    assert.match(description ?? '', /Cost: /, name)
    assert.ok((description ?? '').length < 1_000, name)
    assert.is(inputSchema.type, 'object')
  }
})

test.run()
