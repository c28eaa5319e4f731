import { createConfig, lintFromString } from '@redocly/openapi-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { documentNames, openapiText } from '../../../src/http/openapi/openapi-text.ts'

// Rules of others, not ours; one is off: /health and its like cannot refuse anybody.
const config = createConfig({
  extends: ['recommended'],
  rules: { 'operation-4xx-response': 'off', 'no-unused-components': 'off' },
})

for (const name of documentNames) {
  test(`the OpenAPI document ${name} passes the linter's recommended rules`, async () => {
    const source = openapiText(name, 'https://data.example.eu')
    const problems = await lintFromString({ source, config: await config })
    const told = problems.map(({ ruleId, message, location }) => {
      return `${ruleId}: ${message} at ${location[0]?.pointer}`
    })
    assert.equal(told, [])
  })
}

test('the linter does find what is wrong', async () => {
  const source = openapiText('b', 'https://data.example.eu').replace('"operationId"', '"opId"')
  const problems = await lintFromString({ source, config: await config })
  assert.ok(problems.length > 0)
})

test.run()
