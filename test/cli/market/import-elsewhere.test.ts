// A folder of a laptop that is imported into a server elsewhere.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Io, Outcome } from '../../../src/cli/command.ts'
import { askImport } from '../../../src/cli/market/ask-import.ts'
import { type Kontor, openClient } from '../../../src/client/index.ts'
import { openServerHouse } from '../../support/laptop.ts'
import { runCommand } from '../../support/run-command.ts'

type Staged = { filename: string; folder: string | null; status: string }

async function openDesk() {
  const house = await openServerHouse()
  const laptop = house.laptop()
  const folder = join(laptop.home, 'reports')
  const put = (path: string, bytes: string | Uint8Array) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  const objects = async (dataset: string): Promise<Staged[]> => {
    const { objects: found } = await laptop.printed('object', 'list', dataset)
    return found.map(({ filename, folder: place, status }: Staged) => {
      return { filename, folder: place, status }
    })
  }
  return Object.assign(house, { desk: laptop, folder, put, objects })
}

test('folders are kept, and the same bytes in two of them are two objects, once', async () => {
  await using house = await openDesk()
  const { desk, folder, put, objects, market, app } = house
  await desk.logIn(app.url, market.provider.email)
  put('valve.txt', 'A valve of brass was exchanged in June.')
  put('deep/er/valve.txt', 'A valve of brass was exchanged in June.')
  put('deep/pump.txt', 'The pump was greased in July.')
  await desk.printed('dataset', 'create', 'From afar')
  const words = ['import', folder, '--dataset', 'From afar']
  assert.is((await desk.run(...words)).out.at(-1), '3 imported, 0 unchanged, 0 failed.')
  const found = (await objects('From afar')).map((one) => `${one.folder}: ${one.filename}`)
  assert.equal(found.sort(), ['deep/er: valve.txt', 'deep: pump.txt', 'null: valve.txt'])
  assert.is((await desk.run(...words)).out.at(-1), '0 imported, 3 unchanged, 0 failed.')
})

test('what cannot be indexed is named before anything is sent, and the rest is sent', async () => {
  await using house = await openDesk()
  const { desk, folder, put, objects, market, app } = house
  put('old.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  put('pump.txt', 'The pump was greased in July.')
  await desk.logIn(app.url, market.provider.email)
  await desk.printed('dataset', 'create', 'From afar')
  const words = ['import', folder, '--dataset', 'From afar']
  const list = /^Left out: 1 files that cannot [\s\S]*\nold\.doc +This is a file of Word from/
  const dry = await desk.run(...words, '--dry-run')
  assert.match(dry.err.join('\n'), list)
  assert.equal(await objects('From afar'), [])
  const { code, out, err } = await desk.run(...words)
  assert.match(err.join('\n'), list)
  assert.is(out.at(-1), '1 imported, 0 unchanged, 1 left out, 0 failed.')
  assert.is(code, 1)
  assert.is((await objects('From afar')).length, 1)
  put('more.txt', 'The valve was greased in August.')
  const told: string[] = []
  let toldBefore = ''
  const client = openClient({ baseUrl: app.url, credential: market.provider.token })
  const initiateUpload: typeof client.initiateUpload = (...sent) => {
    toldBefore = told.join('\n')
    return client.initiateUpload(...sent)
  }
  await asked({ client: { ...client, initiateUpload }, err: told }, folder)
  assert.match(toldBefore, list)
})

test('--approve is for whose role allows it, which is known before anything is sent', async () => {
  await using house = await openDesk()
  const { desk, folder, put, objects, market, app } = house
  put('deep/pump.txt', 'The pump was greased in July.')
  await desk.logIn(app.url, market.provider.email)
  await desk.printed('dataset', 'create', 'From afar')
  const words = ['import', folder, '--dataset', 'From afar', '--approve']
  const refused = await desk.run(...words)
  assert.is(refused.code, 1)
  assert.match(refused.err.join(), 'Only a platform administrator may do this.')
  assert.equal(await objects('From afar'), [])
  await desk.logIn(app.url, market.operator.email)
  await desk.printed('dataset', 'create', 'From afar')
  assert.is((await desk.run(...words)).out.at(-1), '1 imported, 0 unchanged, 0 failed.')
  assert.equal(await objects('From afar'), [
    { filename: 'pump.txt', folder: 'deep', status: 'active' },
  ])
})

test('--approve also approves what an earlier run left in review, and nothing else', async () => {
  await using house = await openDesk()
  const { desk, folder, put, objects, market, app } = house
  put('a.txt', 'The pump was greased in July.')
  put('b.txt', 'The valve was greased in August.')
  await desk.logIn(app.url, market.operator.email)
  await desk.printed('dataset', 'create', 'From afar')
  const words = ['import', folder, '--dataset', 'From afar']
  assert.is((await desk.run(...words)).code, 0)
  // Uploaded under another name by somebody: not of this folder.
  renameSync(join(folder, 'b.txt'), join(folder, 'c.txt'))
  const client = openClient({ baseUrl: app.url, credential: market.operator.token })
  const there = await objects('From afar')
  assert.equal(there.map(({ status }) => status).sort(), ['staged', 'staged'])
  const { code, out } = await desk.run(...words, '--approve')
  assert.equal([code, out.at(-1)], [0, '0 imported, 2 unchanged, 0 failed.'])
  const standing = async () =>
    (await objects('From afar')).map(({ filename, status }) => `${filename} ${status}`).sort()
  assert.equal(await standing(), ['a.txt active', 'b.txt staged'])
  // Somebody else decides between the two.
  renameSync(join(folder, 'c.txt'), join(folder, 'b.txt'))
  const approveStagedObject: typeof client.approveStagedObject = async (asked) => {
    await client.approveStagedObject(asked)
    return client.approveStagedObject(asked)
  }
  const outcome = await asked({ client: { ...client, approveStagedObject }, approve: true }, folder)
  assert.equal([outcome.lines, outcome.failed], [['0 imported, 2 unchanged, 0 failed.'], false])
  assert.equal(await standing(), ['a.txt active', 'b.txt active'])
})

test('asked to stop, it says what was done, leaves nothing begun, and goes on later', async () => {
  await using house = await openDesk()
  const { desk, folder, put, objects, market, app } = house
  for (const name of ['a', 'b', 'c', 'd']) put(`${name}.txt`, `The pump ${name} was greased.`)
  await desk.logIn(app.url, market.provider.email)
  await desk.printed('dataset', 'create', 'From afar')
  const client = openClient({ baseUrl: app.url, credential: market.provider.token })
  const stopping = new AbortController()
  let count = 0
  // The bytes of the second file never arrive.
  const putUrl: typeof client.putUrl = async (url, bytes, more) => {
    if (++count === 2) {
      stopping.abort('SIGINT')
      await new Promise((_, fail) => {
        if (more?.signal?.aborted) fail(more.signal.reason)
        more?.signal?.addEventListener('abort', () => fail(more.signal?.reason))
      })
    }
    return client.putUrl(url, bytes, more)
  }
  const { signal } = stopping
  const outcome = await asked({ client: { ...client, putUrl }, signal }, folder)
  assert.is(outcome.lines.at(-1), '1 imported, 0 unchanged, 0 failed.')
  assert.match(outcome.stopped ?? '', /^1 of 4 were done\. Give the command again\./)
  const there = await objects('From afar')
  assert.equal(
    there.map(({ filename, status }) => [filename, status]),
    [['a.txt', 'staged']],
  )
  const words = ['import', folder, '--dataset', 'From afar']
  assert.is((await desk.run(...words)).out.at(-1), '3 imported, 1 unchanged, 0 failed.')
})

test('stopped before its first file it says so, and ends as shells have it', async () => {
  await using house = await openDesk()
  const { desk, folder, put, objects, market, app } = house
  put('a.txt', 'The pump was greased.')
  await desk.logIn(app.url, market.provider.email)
  await desk.printed('dataset', 'create', 'From afar')
  const { code, err } = await runCommand({
    args: ['import', folder, '--dataset', 'From afar'],
    environment: { HOME: desk.home },
    stopped: 'SIGTERM',
  })
  assert.is(code, 143)
  assert.match(err.join('\n'), 'Once more ends it at once.')
  assert.match(err.join('\n'), /0 of 1 were done\. Give/)
  assert.equal(await objects('From afar'), [])
})

type Given = { client: Kontor; err?: string[]; signal?: AbortSignal; approve?: boolean }

/** The command with a client of the test's own. */
function asked(
  { client, err = [], signal, approve = false }: Given,
  folder: string,
): Promise<Outcome> {
  const io: Io = {
    out: () => undefined,
    err: (line) => void err.push(line),
    input: async function* () {},
    terminal: false,
    environment: {},
    stopped: new Promise(() => undefined),
  }
  const market = { client, io, isElsewhere: true, ...(signal ? { signal } : {}) }
  return askImport(market, { folder, dataset: 'From afar', parallel: '1', approve })
}

test.run()
