// What /mcp answers in each protocol version fits the JSON schema published with that version. The
// fixtures are the published types of answers; `scripts/mcp-schemas --keep` makes them.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Version, versions } from '../../../support/mcp.ts'
import { checkAnswers, complaints, type Schema } from '../../../support/mcp-answers.ts'

const folder = resolve(import.meta.dirname, '../../../fixtures/mcp-schemas')

function schemaOf(version: Version): Schema {
  return JSON.parse(readFileSync(resolve(folder, `${version}.json`), 'utf8'))
}

for (const version of versions) {
  test(`${version}: every kind of answer fits the official schema`, async () => {
    const checked = await checkAnswers(schemaOf(version), version)
    assert.ok(checked.length > 10)
    assert.equal(
      checked.filter(({ wrong }) => wrong.length > 0),
      [],
    )
  })

  test(`${version}: an answer that is wrong does not fit`, () => {
    const tool = { name: 5, inputSchema: { type: 'object' } }
    const value = { tools: [tool], resultType: 'complete', ttlMs: 1, cacheScope: 'public' }
    assert.is(complaints(schemaOf(version), { type: 'ListToolsResult', value }).length, 1)
    const right = { ...value, tools: [{ ...tool, name: 'a' }] }
    assert.equal(complaints(schemaOf(version), { type: 'ListToolsResult', value: right }), [])
  })
}

test.run()
