// A session at a server elsewhere: kept for its owner alone, sent to its server alone, ended well.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { systemClock } from '../../../src/base/clock.ts'
import { openLaptop, openServerHouse } from '../../support/laptop.ts'
import { password } from '../../support/open-test-app.ts'
import { programOf } from '../../support/program.ts'
import { addTotp } from '../../support/second-factors.ts'
import { shared } from '../../support/shared.ts'

const { fact } = shared(openServerHouse)

fact('a login keeps a session that others cannot read, and no password', async (house) => {
  const laptop = house.laptop()
  const { url } = house.app
  const { email } = house.market.provider
  const { code, out, err } = await laptop.logIn(url, email)
  assert.equal([code, err], [0, []])
  assert.match(out.join(), `Logged in to ${url} as ${email} of Provider house, until `)
  assert.is(statSync(laptop.file).mode & 0o777, 0o600)
  const kept = JSON.parse(readFileSync(laptop.file, 'utf8'))
  assert.equal([kept.current, Object.keys(kept.servers)], [url, [url]])
  assert.not.match(readFileSync(laptop.file, 'utf8'), password)
  const { datasets } = await laptop.printed('dataset', 'list')
  assert.equal(
    datasets.map(({ name }: { name: string }) => name),
    ['Inspections'],
  )
})

const wrong = 'kontor: the server knows no such address and password, or the code is wrong.'
fact('a wrong password keeps nothing', async (house) => {
  const laptop = house.laptop()
  const { code, err } = await laptop.logIn(house.app.url, house.market.buyer.email, 'a wrong guess')
  assert.equal([code, err], [2, [wrong]])
  assert.not(existsSync(laptop.file))
})

fact('who has a second factor gives its code, or a recovery code', async (house) => {
  const laptop = house.laptop()
  const { app } = house
  const { token, email } = await app.signUp('Grace')
  const { recoveryCodes } = await addTotp({ ...app, clock: systemClock }, { token })
  const [code = '', other = ''] = recoveryCodes
  const asked = await laptop.logIn(app.url, email)
  assert.is(asked.code, 2)
  assert.match(asked.err.join(), '--code where it is asked')
  const logIn = (given: string) => laptop.logIn(app.url, email, password, '--code', given)
  assert.equal((await logIn('000000')).err, [wrong])
  assert.is((await logIn(code)).code, 0)
  assert.equal((await logIn(code)).err, [wrong])
  assert.is((await logIn(other.toUpperCase())).code, 0)
})

fact('logout ends the session on the server, too', async (house) => {
  const laptop = house.laptop()
  const { url, call } = house.app
  await laptop.logIn(url, house.market.provider.email)
  const kept = JSON.parse(readFileSync(laptop.file, 'utf8'))
  const { session_token: as } = kept.servers[url]
  assert.is((await call('GET', '/v1/me', { as })).status, 200)
  assert.equal((await laptop.run('logout')).out, [`Logged out of ${url}.`])
  assert.is((await call('GET', '/v1/me', { as })).status, 401)
  assert.equal(JSON.parse(readFileSync(laptop.file, 'utf8')), { current: null, servers: {} })
  const { code, err } = await laptop.run('dataset', 'list', '--server', url)
  assert.equal(
    [code, err],
    [2, [`kontor: you are not logged in to ${url}. Log in: kontor login --server ${url}`]],
  )
})

fact('a session that was ended elsewhere, or is too old, says log in again', async (house) => {
  const laptop = house.laptop()
  const { url, call } = house.app
  await laptop.logIn(url, house.market.provider.email)
  const kept = JSON.parse(readFileSync(laptop.file, 'utf8'))
  await call('POST', '/v1/auth/logout', { as: kept.servers[url].session_token })
  const how = `kontor login --server ${url}`
  const over = `kontor: your session at ${url} is over. Log in again: ${how}`
  assert.equal((await laptop.run('dataset', 'list')).err, [over])
  await laptop.logIn(url, house.market.provider.email)
  const again = JSON.parse(readFileSync(laptop.file, 'utf8'))
  again.servers[url].expires_at = '2020-01-01T00:00:00.000Z'
  writeFileSync(laptop.file, JSON.stringify(again))
  assert.equal((await laptop.run('dataset', 'list')).err, [over])
})

fact('a file of sessions that others can read is not used', async (house) => {
  const laptop = house.laptop()
  await laptop.logIn(house.app.url, house.market.provider.email)
  chmodSync(laptop.file, 0o644)
  const { code, err } = await laptop.run('dataset', 'list')
  assert.is(code, 2)
  assert.match(err.join(), 'can be read by others')
})

fact('a session is sent to its own server alone, and never on to another', async (house) => {
  const seen: (string | undefined)[] = []
  const thief = createServer((req, res) => {
    seen.push(req.headers.authorization ?? req.headers['x-api-key']?.toString())
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}')
  })
  const door = createServer((_req, res) => {
    res.writeHead(307, { location: `${addressOf(thief)}/v1/me` }).end()
  })
  for (const server of [thief, door])
    await new Promise<void>((up) => void server.listen(0, '127.0.0.1', up))
  try {
    const laptop = house.laptop()
    await laptop.logIn(house.app.url, house.market.provider.email)
    const other = await laptop.run('dataset', 'list', '--server', addressOf(thief))
    assert.match(other.err.join(), 'you are not logged in to')
    // The server's name was taken over by one that points elsewhere.
    const kept = JSON.parse(readFileSync(laptop.file, 'utf8'))
    kept.servers[addressOf(door)] = kept.servers[house.app.url]
    writeFileSync(laptop.file, JSON.stringify(kept))
    const pointed = await laptop.run('dataset', 'list', '--server', addressOf(door))
    assert.is(pointed.code, 1)
    const typed = await laptop.logIn(addressOf(door), house.market.provider.email)
    assert.is(typed.code, 1)
    assert.equal(seen, [])
  } finally {
    for (const server of [thief, door]) server.close()
  }
})

function addressOf(server: ReturnType<typeof createServer>): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const refused: [address: string, says: RegExp][] = [
  ['http://data.example.eu', /is plain HTTP: whoever is on the way could read your password/],
  ['http://127.0.0.1.example.eu', /is plain HTTP/],
  ['http://127.0.0.1@example.eu', /without a user/],
  ['data.example.eu', /is not an address such as https:/],
  ['file:///etc/passwd', /is not an address/],
]
test('plain HTTP to another machine is refused before anything is asked', async () => {
  using laptop = openLaptop()
  for (const [address, says] of refused) {
    const { code, err } = await laptop.logIn(address, 'ada@example.eu')
    assert.is(code, 2, address)
    assert.match(err.join(), says)
  }
})

/** Where there is no program that makes a terminal, nobody can type. */
const terminals = spawnSync('script', ['--version']).status === 0
if (terminals) {
  fact('a password that is typed is not shown', async (house) => {
    const laptop = house.laptop()
    const { command, args, env } = programOf(undefined)
    const line = [command, ...args, 'login', '--server', house.app.url]
    const child = spawn('script', ['-qec', line.join(' '), '/dev/null'], {
      env: { PATH: process.env.PATH, ...env, HOME: laptop.home },
    })
    let output = ''
    const answers: [question: string, answer: string][] = [
      ['E-mail: ', house.market.provider.email],
      ['Password: ', password],
    ]
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const [question, answer] = answers[0] ?? []
      if (question === undefined || !output.includes(question)) return
      answers.shift()
      child.stdin.write(`${answer}\r`)
    })
    const code = await new Promise((done) => child.once('close', done))
    assert.is(code, 0, output)
    assert.match(output, 'Logged in to')
    assert.not.match(output, password)
  })
}

test('where nobody can type, login says what to give', async () => {
  using laptop = openLaptop()
  const { code, err } = await laptop.run('login', '--server', 'https://data.example.eu')
  assert.is(code, 2)
  assert.match(err.join(), 'give --email and --password-stdin')
})

test.run()
