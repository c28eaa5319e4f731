import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openapiText } from '../../src/app.ts'
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

test.run()
