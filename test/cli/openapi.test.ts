import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { olderText } from '../../src/http/openapi/older-document.ts'
import { openapiText } from '../../src/http/openapi/openapi-text.ts'
import { kontor } from '../support/run-server.ts'

test('a document that is longer than a pipe holds comes out whole', async () => {
  const baseUrl = 'https://kontor.example'
  const { code, output } = await kontor(['openapi', '--surface', 'b', '--base-url', baseUrl])
  assert.is(code, 0)
  assert.ok(output.length > 2 * 65_536)
  assert.is(output, openapiText('b', baseUrl))
})

test('a surface that there is not exits 2', async () => {
  const { code, output } = await kontor(['openapi', '--surface', 'd'])
  assert.equal([code, output.trim()], [2, 'kontor: --surface must be a, b or c.'])
})

test('generators that know no 3.1 get the document in the words of 3.0', async () => {
  const baseUrl = 'https://kontor.example'
  const ask = ['openapi', '--surface', 'a', '--base-url', baseUrl, '--as']
  const { code, output } = await kontor([...ask, '3.0'])
  assert.equal([code, output], [0, olderText(openapiText('a', baseUrl))])
  const refused = await kontor([...ask, '2.0'])
  assert.equal([refused.code, refused.output.trim()], [2, 'kontor: --as must be 3.1 or 3.0.'])
})

test.run()
