// Commands of the operator on a data folder, with and without a server that has it.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openApp } from '../../src/app.ts'
import { systemClock } from '../../src/base/clock.ts'
import { listenForCommands } from '../../src/cli/control.ts'
import { folderCommands } from '../../src/cli/folder-commands.ts'
import { runCli } from '../../src/cli/run.ts'
import { readConfig } from '../../src/config.ts'
import { caller, openTestApp, password, signUp } from '../support/open-test-app.ts'
import { runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const newPassword = 'a cello in the cellar'
const email = 'ada@example.eu'

/** One command line in this process, with what it printed. */
async function run(args: readonly string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const io = {
    out: print,
    err: print,
    input: () => process.stdin,
    terminal: false,
    environment: {},
  }
  const code = await runCli(args, { ...io, stopped: new Promise(() => undefined) })
  return { code, output: lines.join('\n') }
}

/** A folder with one person in it, made once and copied, and a file with another password. */
async function openFolder() {
  made ??= make()
  const from = await made
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const file = join(folder.path, 'password')
  writeFileSync(file, `${newPassword}\n`)
  cpSync(from, dir, { recursive: true })
  return Object.assign(folder, {
    dir,
    file,
    run: (...args: string[]) => run([...args, '--data-dir', dir]),
  })
}

let made: Promise<string> | undefined

async function make(): Promise<string> {
  const folder = temporaryFolder()
  process.once('exit', () => folder[Symbol.dispose]())
  const dir = join(folder.path, 'data')
  const config = readConfig({ flags: { dataDir: dir, logLevel: 'silent' }, environment: {} })
  const passwordCost = { logN: 10, r: 8, p: 1 }
  await using app = await openApp(config, { parts: noParts, overrides: { passwordCost } })
  const account = { email, password, displayName: 'Ada', tenantName: 'Ada Ltd' }
  await app.rooms.identity.addUser({ ...account, platformAdmin: false })
  return dir
}

const noParts = { http: false, jobs: false, workers: false }
const reset = ['user', 'reset-password', '--email', email, '--password-file']

/** A server on the folder that takes commands, in this process. */
async function serve(dir: string) {
  const app = await openTestApp({ dir, overrides: { clock: systemClock } })
  const listening = await listenForCommands(app, folderCommands)
  return {
    url: app.url,
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]()
      await app[Symbol.asyncDispose]()
    },
  }
}

test('reset-password sets the password from the file and ends the sessions', async () => {
  using folder = await openFolder()
  await using server = await serve(folder.dir)
  const call = caller(server.url)
  const logIn = (sent: string) =>
    call('POST', '/v1/auth/login', { body: { email, password: sent } })
  const as = (await logIn(password)).body.data.session_token
  // As typed in another folder than the server's: the path is relative to this one.
  const path = relative(process.cwd(), folder.file)
  const online = await folder.run(...reset, path, '--json')
  assert.is(online.code, 0, online.output)
  assert.is(JSON.parse(online.output).sessions_ended, 1)
  assert.is((await call('GET', '/v1/me', { as })).status, 401)
  assert.equal([(await logIn(password)).status, (await logIn(newPassword)).status], [401, 200])
})

test('reset-password works while no server runs', async () => {
  using folder = await openFolder()
  const offline = await folder.run(...reset, folder.file)
  assert.is(offline.code, 0, offline.output)
  assert.match(offline.output, /^ada@example\.eu \(usr_\w{26}\) has the new password\.$/m)
  assert.match(offline.output, 'Sessions that ended: 0.')
  assert.not(offline.output.includes(newPassword))
})

test('a running server carries out every command on the folder', async () => {
  using folder = await openFolder()
  await using _server = await runServer({ dir: folder.dir })
  for (const { name } of folderCommands) {
    const { output } = await folder.run(...name.split(' '))
    assert.not.match(output, /knows no command|in use/i, name)
  }
  const queue = await folder.run('review', 'list', '--json')
  assert.is(queue.code, 0, queue.output)
})

const refusals: [title: string, args: string[], code: number, words: string | RegExp][] = [
  ['without an address', ['--password-file', 'x'], 2, '--email is required.'],
  ['without a file', ['--email', email], 2, '--password-file is required.'],
  [
    'with a file that is not there',
    ['--email', email, '--password-file', '/nowhere/pw'],
    2,
    '--password-file /nowhere/pw cannot be read.',
  ],
  ['with the password on the command line', ['--email', email, '--password', 'x'], 2, /password/],
]
for (const [title, args, code, words] of refusals) {
  test(`reset-password ${title} exits ${code}`, async () => {
    using folder = await openFolder()
    const refused = await folder.run('user', 'reset-password', ...args)
    assert.is(refused.code, code, refused.output)
    assert.match(refused.output, words)
  })
}

test('reset-password of an address that nobody has exits 1', async () => {
  using folder = await openFolder()
  const args = ['--email', 'nobody@example.eu', '--password-file', folder.file]
  const { code, output } = await folder.run('user', 'reset-password', ...args)
  assert.equal([code, output.trim()], [1, 'kontor: No such user. kontor user list shows them.'])
})

test('a password that is too short exits 1', async () => {
  using folder = await openFolder()
  writeFileSync(folder.file, 'short\n')
  const { code, output } = await folder.run(...reset, folder.file)
  assert.equal([code, output.trim()], [1, 'kontor: A password needs at least 12 characters.'])
})

async function deedsWhileServed(folder: Awaited<ReturnType<typeof openFolder>>) {
  await using server = await serve(folder.dir)
  await signUp(caller(server.url), 'Ben', {})
  await folder.run(...reset, folder.file)
  const { output: all } = await folder.run('audit', '--json')
  const ofTenant = ['audit', '--tenant', 'Ada Ltd', '--action', 'user.created']
  const { output: ofAda } = await folder.run(...ofTenant)
  return { told: JSON.parse(all), ofAda }
}

test('audit shows the last deeds of everybody, or of one tenant', async () => {
  using folder = await openFolder()
  const { told, ofAda } = await deedsWhileServed(folder)
  assert.equal(
    told.audit_events.map(({ action }: { action: string }) => action),
    ['user.password_reset', 'user.created', 'user.created'],
  )
  assert.equal([told.total, told.audit_events[0].actor], [3, { type: 'operator', id: null }])
  assert.match(ofAda, /^\S+Z user\.created usr_\w{26} by operator of tnt_\w{26} \{.*\}$/m)
  assert.is(ofAda.trim().split('\n').length, 1)
  assert.equal(JSON.parse((await folder.run('audit', '--json')).output), told)
})

test('audit says when there is more, and when there is nothing', async () => {
  using folder = await openFolder()
  await folder.run(...reset, folder.file)
  const { output } = await folder.run('audit', '--limit', '1')
  assert.match(output, /^… and 1 more \(--limit\)$/m)
  const none = await folder.run('audit', '--to', '2001-01-01')
  assert.is(none.output.trim(), 'Nothing is on record.')
})

const badAudits: [args: string[], words: string][] = [
  [['--limit', '0'], '--limit must be a whole number from 1 to 10000.'],
  [['--from', 'monday'], '--from must be a date or a time such as 2027-01-31T12:00:00Z.'],
  [['--to', '2027-02-30'], '--to must be a date or a time such as 2027-01-31T12:00:00Z.'],
]
test('audit refuses what it cannot read with exit code 2', async () => {
  using folder = await openFolder()
  for (const [args, words] of badAudits) {
    const { code, output } = await folder.run('audit', ...args)
    assert.equal([code, output.trim()], [2, `kontor: ${words}`])
  }
  const { code } = await folder.run('audit', '--tenant', 'Nobody')
  assert.is(code, 1)
})

test('neither command prints a secret', async () => {
  using folder = await openFolder()
  const outputs = [
    await folder.run(...reset, folder.file, '--json'),
    await folder.run('audit', '--json'),
  ].map(({ output }) => output)
  const key = readFileSync(join(folder.dir, 'secret.key'), 'utf8').trim()
  for (const secret of [password, newPassword, key]) assert.not(outputs.join().includes(secret))
})

test.run()
