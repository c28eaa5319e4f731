import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { olderText } from '../../src/http/openapi/older-document.ts'
import { openapiText } from '../../src/http/openapi/openapi-text.ts'
import { program } from '../support/program.ts'
import { command, kontor } from '../support/run-server.ts'

test('a document that is longer than a pipe holds comes out whole', async () => {
  const baseUrl = 'https://kontor.example'
  const { code, output } = await kontor(['openapi', '--surface', 'b', '--base-url', baseUrl])
  assert.is(code, 0)
  assert.ok(output.length > 2 * 65_536)
  assert.is(output, openapiText('b', baseUrl))
})

test('what the disk does not take is said, and exits 1', async () => {
  const { command, args, env } = program()
  const full = openSync('/dev/full', 'w')
  const child = spawn(command, [...args, '--version'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', full, 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'exit')])
  closeSync(full)
  assert.is(code, 1)
  assert.match(said, /^kontor: what was to be printed cannot be written: .*ENOSPC.*\n$/)
})

test('a surface that there is not exits 2', async () => {
  const { code, output } = await command(['openapi', '--surface', 'd'])
  assert.equal([code, output.trim()], [2, 'kontor: --surface must be a, b or c.'])
})

test('generators that know no 3.1 get the document in the words of 3.0', async () => {
  const baseUrl = 'https://kontor.example'
  const ask = ['openapi', '--surface', 'a', '--base-url', baseUrl, '--as']
  const { code, output } = await command([...ask, '3.0'])
  assert.equal([code, output.trim()], [0, olderText(openapiText('a', baseUrl)).trim()])
  const refused = await command([...ask, '2.0'])
  assert.equal([refused.code, refused.output.trim()], [2, 'kontor: --as must be 3.1 or 3.0.'])
})

test.run()
