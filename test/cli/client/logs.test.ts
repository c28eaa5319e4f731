import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runCommand } from '../../support/run-command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const entry = (facts: object) =>
  `${JSON.stringify({ level: 30, time: '2026-11-21T05:00:00.000Z', msg: 'request', ...facts })}\n`

async function shown(lines: readonly string[], ...args: string[]): Promise<string[]> {
  const { code, out, err } = await runCommand({ args: ['logs', ...args], input: lines })
  assert.equal([code, err], [0, []])
  return out
}

test('an entry is a line that people can read', async () => {
  const [line] = await shown([entry({ requestId: 'req_1', route: '/search', ms: 3 })])
  assert.is(line, '2026-11-21T05:00:00.000Z INFO  request requestId=req_1 route=/search ms=3')
})

const secrets: [what: string, text: string][] = [
  ['a session', 'sess_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'],
  ['an API key', 'kontor_abcdefgh12_AbCdEfGhIjKlMnOpQrStUvWxYz'],
  ['a bearer', 'Bearer abcdefghijklmnop'],
  ['a link', 'https://data.example.eu/dl/kkiGa2lc7nrsCUuYLLygMB3Ofjji6aenPYPM0RbyHBA'],
  ['a signature', '/blobs/obj_1?expires=1&signature=c2lnbmF0dXJl'],
  ['a signature of S3', 'https://s3.example.eu/a/b?X-Amz-Expires=60&X-Amz-Signature=c2lnbmF0dXJl'],
  ['an address', 'ada.lovelace+x@example.eu'],
  ['an IP address', '203.0.113.7'],
  ['an IPv6 address', '2001:db8:0:0:0:0:0:7'],
  ['a short IPv6 address', '2001:db8::7'],
  ['an IPv4 address in one', '::ffff:203.0.113.7'],
  ['a set-up code', 'a1b2c-d3e4f-05162-738ab'],
  ['a code for a sign-up', '{"setup_code":"any-other-form"}'],
  ['an invitation', `invite_${'AbC-_9'.repeat(7)}`],
  ['a voucher', 'ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345'],
  ['an IBAN', 'DE89370400440532013000'],
  ['a password', '{"password":"correct-horse"}'],
  ['a master key', 'ab'.repeat(32)],
  ['an age identity', `AGE-SECRET-KEY-1${'Q'.repeat(58)}`],
]
for (const [what, text] of secrets) {
  test(`${what} is not shown, neither as text nor as JSON nor outside of an entry`, async () => {
    const secret = /dl\/(.+)$/.exec(text)?.[1] ?? /signature=(.+)$/i.exec(text)?.[1] ?? text
    const core = secret.replace(/^Bearer |\{"\w+":"|"\}$/g, '')
    const input = [entry({ error: text }), `crashed at ${text}\n`]
    for (const args of [[], ['--json']]) {
      const out = (await shown(input, ...args)).join('\n')
      assert.not(out.includes(core), out)
    }
  })
}

test('times, ids and words with colons are shown as they are', async () => {
  const error = 'Foo::bar at 05:00:00, obj_01m7xntmh6792v1b0pxvs49s18: a::b'
  const [line = ''] = await shown([entry({ error })])
  assert.ok(line.includes('Foo::bar at 05:00:00, obj_01m7xntmh6792v1b0pxvs49s18'), line)
})

test('with --json each line is JSON, also one that is no entry', async () => {
  const out = await shown([entry({ ms: 3 }), 'Kontor listens on "all"\n'], '--json')
  const [first, second, ...others] = out.map((line) => JSON.parse(line))
  assert.equal([first.ms, second, others], [3, { msg: 'Kontor listens on "all"' }, []])
})

test('level, request and time choose', async () => {
  const lines = [
    entry({ requestId: 'req_1', msg: 'one' }),
    entry({ requestId: 'req_2', msg: 'two', level: 50 }),
    entry({ msg: 'three', level: 40, time: '2026-11-22T05:00:00.000Z' }),
  ]
  const words = async (...args: string[]) =>
    (await shown(lines, ...args)).map((line) => line.split(' ')[2] || line.split(' ')[3])
  assert.equal((await shown(lines, '--level', 'warn')).length, 2)
  assert.equal(await words('--request', 'req_2'), ['two'])
  assert.equal((await shown(lines, '--from', '2026-11-22')).length, 1)
})

test('a file that cannot be read is named, and one that can is shown', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'kontor.log')
  for (const [name, says] of [
    [file, /--file cannot be read: ENOENT/],
    [folder.path, /is a folder/],
  ] as const) {
    const { code, err } = await runCommand({ args: ['logs', '--file', name] })
    assert.is(code, 2)
    assert.match(err.join(), says)
  }
  writeFileSync(file, entry({ route: '/search' }))
  assert.match((await shown([], '--file', file)).join(), 'route=/search')
})

test('a level that is none exits 2', async () => {
  const { code, err } = await runCommand({ args: ['logs', '--level', 'loud'] })
  assert.is(code, 2)
  assert.match(err.join(), '--level must be one of')
})

test.run()
