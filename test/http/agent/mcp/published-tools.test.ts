// The tools as they are published. The golden file changes only on purpose; then it is written by
//
//   node -e "import('./src/http/agent/mcp/published-tools.ts').then((it) => \
//     console.log(JSON.stringify({ tools: it.publishedTools() }, null, 2)))" \
//     > test/golden/mcp-tools.json
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { publishedTools } from '../../../../src/http/agent/mcp/published-tools.ts'
import { versions } from '../../../support/mcp.ts'
import { openTestMcp } from '../../../support/open-test-mcp.ts'

const golden = resolve(import.meta.dirname, '../../../golden/mcp-tools.json')

test('the tools are those of the golden file', () => {
  assert.equal({ tools: publishedTools() }, JSON.parse(readFileSync(golden, 'utf8')))
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

test('the schemas are in one piece, open, and without a dialect', () => {
  const text = JSON.stringify(publishedTools())
  assert.not.match(text, /\$ref|\$defs|\$schema|"additionalProperties":false|9007199254740991/)
})

test('each tool says what it costs, and each argument is described or plain', () => {
  for (const { name, description, inputSchema } of publishedTools()) {
    assert.match(description ?? '', /Cost: /, name)
    assert.ok((description ?? '').length < 1_000, name)
    assert.is(inputSchema.type, 'object')
  }
})

test.run()
