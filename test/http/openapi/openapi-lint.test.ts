import { createConfig, lintFromString } from '@redocly/openapi-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { olderText } from '../../../src/http/openapi/older-document.ts'
import { documentNames, openapiText } from '../../../src/http/openapi/openapi-text.ts'

// Rules of others, not ours, and none of them off. Those of Spectral (spectral:oas) that are not
// among the recommended ones are on; a warning fails like an error.
const rules = {
  'info-contact': 'error',
  'operation-description': 'error',
  'operation-tag-defined': 'error',
  'tag-description': 'error',
} as const
const config = createConfig({ extends: ['recommended'], rules })

for (const name of documentNames) {
  test(`the OpenAPI document ${name} passes the linter's recommended rules`, async () => {
    assert.equal(await problemsOf(openapiText(name, 'https://data.example.eu')), [])
  })

  test(`the document ${name} in the words of OpenAPI 3.0 passes them, too`, async () => {
    const source = olderText(openapiText(name, 'https://data.example.eu'))
    assert.is(JSON.parse(source).openapi, '3.0.3')
    // 3.0 knows a licence by its address alone, and this one has none; and what may be null is
    // written out where it stands.
    const asMeant = /^(info-license-strict|no-unused-components):/
    const problems = await problemsOf(source)
    assert.equal(
      problems.filter((problem) => !asMeant.test(problem)),
      [],
    )
  })
}

async function problemsOf(source: string): Promise<string[]> {
  const problems = await lintFromString({ source, config: await config })
  return problems.map(({ ruleId, message, location }) => {
    return `${ruleId}: ${message} at ${location[0]?.pointer}`
  })
}

test('the linter does find what is wrong, and what is only worth a warning', async () => {
  const document = JSON.parse(openapiText('a', 'https://data.example.eu'))
  const { info, paths, tags } = document
  for (const member of ['contact', 'license']) delete info[member]
  delete tags[0].description
  delete paths['/search'].get.description
  paths['/mcp/tools.json'].get.responses = { 200: { description: 'The tools' } }
  document.components.schemas.Unused = { type: 'string' }
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, config: await config })
  assert.equal(problems.map(({ ruleId }) => ruleId).sort(), [
    'info-contact',
    'info-license',
    'no-unused-components',
    'operation-4xx-response',
    'operation-description',
    'tag-description',
  ])
})

test.run()
