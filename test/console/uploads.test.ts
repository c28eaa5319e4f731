// What uploads are made of, without a browser: what is found in a drop, and what is to be sent.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBareWindow } from '../support/console/bare-window.ts'
import { openTestProvider } from '../support/open-test-provider.ts'
import { shared } from '../support/shared.ts'

/** One window for all of them: what is loaded into it knows one server. */
const { fact } = shared(async () => {
  const app = await openTestProvider()
  const window = openBareWindow({ url: app.url, token: app.owner.token })
  const refuses = async (objectId: string) => {
    const path = `/v1/admin/review/objects/${app.owner.tenantId}/${objectId}/reject`
    const body = { reason: 'Not this one.' }
    const { status } = await app.call('POST', path, { as: app.names.admin, body })
    assert.is(status, 200)
    return objectId
  }
  return {
    app,
    refuses,
    notes: window.notes,
    async [Symbol.asyncDispose]() {
      window[Symbol.dispose]()
      await app[Symbol.asyncDispose]()
    },
  }
})

/** By a name that the compiler does not follow: modules of browsers have other types. */
const module = (name: string) =>
  import(new URL(`../../src/console/uploads/${name}.ts`, import.meta.url).href)

type Item = Record<string, unknown> & { path: string; file: File; state: string; objectId: string }

/** A file in the queue of a page, as it is looked at. */
function itemOf(file: File, facts: { datasetId: string; size?: number }): Item {
  const item: Item = {
    file,
    size: file.size,
    path: file.name,
    state: 'looking',
    sentBytes: 0,
    isResumed: false,
    problem: '',
    name: '',
    sha256: '',
    objectId: '',
    announcing: '',
    plan: undefined,
    bytes: undefined,
    isSent: false,
    ...facts,
    become: (state: string) => {
      item.state = state
    },
  }
  return item
}

const fileOf = (name: string) => new File([`${name} ${randomUUID()}`], name, { lastModified: 1 })
/** Longer than what is hashed whole. */
const long = 65 * 1024 * 1024

fact('what was sent once goes again when the server has it no more', async (it) => {
  const { app, refuses, notes } = it
  const { planFiles } = await module('plan-files')
  const { nameOf } = await module('memory')
  const datasetId = await app.dataset()
  const gone = await app.staged(datasetId)
  await app.call('DELETE', `/v1/objects/${gone}`, { as: app.owner.token })
  const refused = await refuses(await app.staged(datasetId))
  const there = await app.staged(datasetId)
  const rows = [
    { item: itemOf(fileOf('short.txt'), { datasetId }), note: gone, state: 'looking' },
    { item: itemOf(fileOf('gone.mp4'), { datasetId, size: long }), note: gone, state: 'looking' },
    { item: itemOf(fileOf('no.mp4'), { datasetId, size: long }), note: refused, state: 'looking' },
    { item: itemOf(fileOf('there.mp4'), { datasetId, size: long }), note: there, state: 'known' },
  ]
  for (const { item, note } of rows) {
    notes.set(nameOf(item), { objectId: note, isDone: true })
  }
  await planFiles(
    rows.map(({ item }) => item),
    new AbortController().signal,
  )
  for (const { item, note, state } of rows) {
    assert.is(item.state, state, item.path)
    const kept = notes.get(nameOf(item))
    if (state === 'known') assert.equal(kept, { objectId: note, isDone: true })
    else {
      assert.match(item.objectId, /^obj_/, item.path)
      assert.is.not(item.objectId, note)
      assert.equal(kept, { objectId: item.objectId, isDone: false })
    }
  }
})

fact('what was begun and is refused by now begins anew', async ({ app, refuses, notes }) => {
  const { sendFile } = await module('send-file')
  const datasetId = await app.dataset()
  const there = await app.staged(datasetId)
  const refused = await refuses(await app.staged(datasetId))
  const outcomes: unknown[] = []
  for (const objectId of [there, refused]) {
    const item = Object.assign(itemOf(fileOf('a.txt'), { datasetId }), { objectId, name: objectId })
    notes.set(objectId, { objectId, isDone: false })
    await sendFile({ item, until: new AbortController().signal })
    outcomes.push([item.state, notes.get(objectId)])
  }
  assert.equal(outcomes, [
    ['known', { objectId: there, isDone: true }],
    ['waiting', undefined],
  ])
})

fact('a file that cannot be read fails, and none of those beside it', async ({ app }) => {
  const { planFiles } = await module('plan-files')
  const datasetId = await app.dataset()
  const locked = Object.assign(fileOf('~$locked.docx'), {
    arrayBuffer: () => Promise.reject(new DOMException('It cannot be read.', 'NotReadableError')),
  })
  const items = [fileOf('1.txt'), locked, fileOf('3.txt')].map((file) =>
    itemOf(file, { datasetId }),
  )
  await planFiles(items, new AbortController().signal)
  assert.equal(
    items.map(({ state, problem, objectId }) => [state, problem, objectId !== '']),
    [
      ['looking', '', true],
      ['failed', 'It cannot be read.', false],
      ['looking', '', true],
    ],
  )
})

fact('what cannot be read of a drop is named, and the rest of it comes', async () => {
  const { filesDropped } = await module('found-files')
  const no = (_: unknown, fail: (error: Error) => void) => fail(new Error('It cannot be read.'))
  const entry = (fullPath: string, more: object) => ({
    name: fullPath.replace(/.*\//, ''),
    fullPath,
    isDirectory: 'createReader' in more,
    ...more,
  })
  const readable = (fullPath: string) =>
    entry(fullPath, { file: (done: (file: File) => void) => done(fileOf(fullPath)) })
  const entries = [
    readable('/a.txt'),
    entry('/locked.txt', { file: no }),
    entry('/closed', { createReader: () => ({ readEntries: no }) }),
    readable('/b.txt'),
  ]
  const list = entries.map((one) => ({ webkitGetAsEntry: () => one }))
  const [found, leftOut]: string[][] = [[], []]
  for await (const some of filesDropped(list, (path: string) => leftOut?.push(path))) {
    found?.push(...some.map(({ path }: { path: string }) => path))
  }
  assert.equal(
    [found, leftOut],
    [
      ['a.txt', 'b.txt'],
      ['locked.txt', 'closed'],
    ],
  )
})

test.run()
