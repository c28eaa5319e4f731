// Files over a page that is lost and a server that is killed: each is there once.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson, type Person } from '../../support/console/person.ts'
import { report } from '../../support/console/report.ts'
import { openMarketOn } from '../../support/market.ts'
import { caller, password } from '../../support/open-test-app.ts'
import { openTestProvider } from '../../support/open-test-provider.ts'
import { runServer } from '../../support/run-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until, untilSo } from '../../support/until.ts'

/** So many are chosen at once, and listed. */
const chosen = 1_000
/** So many of them arrive: some handfuls before each interruption and after the last. */
const files = 120

flow('a thousand files are listed, and what is sent of them arrives once', async (b) => {
  using folder = temporaryFolder()
  using sources = temporaryFolder()
  const all = Array.from({ length: chosen }, (_, i) => {
    const path = join(sources.path, `file ${i}.txt`)
    writeFileSync(path, `The minutes of meeting ${i}.`)
    return path
  })
  const paths = all.slice(0, files)
  await using first = await runServer({ dir: folder.path })
  const { port, url } = first
  const { provider, datasetId } = await openMarketOn(first)
  const objects = async (query = '') => {
    const path = `/v1/datasets/${datasetId}/objects/rows?limit=1000${query}`
    return (await caller(url)('GET', path, { as: provider.token })).body.data
  }
  // One that is announced, or sent, and not confirmed: it is announced and sent anew.
  const cancelsOne = async () => {
    const [id = ''] = (await objects('&status=initiated')).rows.map(idOf)
    const path = `/v1/objects/${id}/upload`
    const { status } = await caller(url)('DELETE', path, { as: provider.token })
    return status === 200 ? id : undefined
  }
  const staged = async () => (await objects(`&status=staged&offset=${files - 1}`)).total as number
  // Asking costs the server that is to be busy with files: five times in a second is enough.
  const isPast = (n: number) =>
    untilSo(`${n} are there`, async () => (await staged()) >= n || (await sleep(200, false)))
  await using person = await openPerson(b, { url })
  await person.enters('/uploads', provider)
  // The page asks whether to leave while files are on their way.
  person.page.on('dialog', (dialog) => void dialog.accept())
  await losesAnswer(person, () => listsSoon(person, all))
  await person.visit('/uploads')
  await choose(person, paths)
  await isPast(files * 0.2)
  assert.equal(await axeFindings(person.page), [])
  await person.page.goto('about:blank')
  await person.visit('/uploads')
  await choose(person, paths)
  await isPast(files * 0.4)
  // Between two handfuls none is announced, and while it pauses none will be.
  const gone = await until('one is given up', async () => {
    await person.press('Pause')
    const id = await cancelsOne()
    if (id === undefined) await person.press('Go on')
    return id
  })
  await person.press('Go on')
  await isPast(files * 0.6)
  // Before the kill, of which the browser complains, and rightly.
  person.quiet([`403 /blobs/${gone}`, `404 /v1/objects/${gone}/upload`])
  await first.kill()
  await using _ = await runServer({ dir: folder.path, port })
  await isPast(files)
  await person.sees(`${files} of ${files} files`)
  const { rows, total } = await objects()
  const names = new Set(rows.map(({ filename }: { filename: string }) => filename))
  assert.equal([total, names.size, await staged()], [files, files, files])
})

const idOf = ({ object_id: id }: { object_id: string }) => id

async function choose({ page, sees }: Person, paths: readonly string[]): Promise<void> {
  await sees('Drop files or folders here')
  const input = await page.waitForSelector('input.files')
  await (input as unknown as { uploadFile(...all: string[]): Promise<void> }).uploadFile(...paths)
}

/** What was chosen is in the list, and the page moves on meanwhile. */
async function listsSoon(person: Person, paths: readonly string[]): Promise<void> {
  const before = performance.now()
  const tasks = await tasksOf(person.page, async () => {
    await choose(person, paths)
    await person.sees(` of ${chosen.toLocaleString('en')} files`)
  })
  const ms = performance.now() - before
  // By the clock it is told alone: beside four other files the page waits for its processor.
  report(`${chosen} files are listed`, { value: ms, budget: 1_000, unit: 'ms' }, Number.MAX_VALUE)
  const all = tasks.reduce((sum, task) => sum + task, 0)
  report('all tasks of it, of a processor', { value: all, budget: 500, unit: 'ms' })
  const longest = Math.max(...tasks)
  report('the longest task of it, of a processor', { value: longest, budget: 100, unit: 'ms' })
}

/**
 * The tasks of the page's own thread while something is done, each in milliseconds of a processor:
 * by the clock one takes longer while others have the processor.
 */
async function tasksOf({ tracing }: Person['page'], act: () => Promise<void>): Promise<number[]> {
  await tracing.start({ categories: ['toplevel', '__metadata'] })
  await act()
  const { traceEvents: all } = JSON.parse(new TextDecoder().decode(await tracing.stop())) as Trace
  const main = all.filter(({ args }) => args?.name === 'CrRendererMain')
  const tasks = all.filter(({ name, tdur = 0, ...task }) => {
    const isPage = main.some(({ pid, tid }) => pid === task.pid && tid === task.tid)
    return isPage && tdur > 0 && name.endsWith('RunTask')
  })
  assert.ok(tasks.length > 0, 'tasks of the page are in the trace')
  return tasks.map(({ tdur = 0 }) => tdur / 1_000)
}

type Trace = {
  /** `tdur`: microseconds that the thread had a processor. */
  traceEvents: { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }[]
}

/** The server has announced some files when the page that asked for it is gone. */
async function losesAnswer({ page }: Person, act: () => Promise<void>): Promise<void> {
  const client = await page.createCDPSession()
  const urlPattern = '*/v1/datasets/*/objects/uploads'
  await client.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] })
  const answered = new Promise((done) => client.once('Fetch.requestPaused', done))
  await act()
  await answered
  await page.goto('about:blank')
  await client.send('Fetch.disable')
  await client.detach()
}

flow('uploads go on after a new log-in; what is refused says why on a telephone', async (b) => {
  await using app = await openTestProvider()
  using sources = temporaryFolder()
  const datasetId = await app.dataset()
  const [good, empty] = ['good.txt', 'empty.txt'].map((name) => join(sources.path, name))
  writeFileSync(good ?? '', 'The minutes of a meeting.')
  writeFileSync(empty ?? '', '')
  const { email } = (await app.call('GET', '/v1/me', { as: app.owner.token })).body.data.user
  await using person = await openPerson(b, app)
  await person.enters('/uploads', { email })
  await person.sees('Drop files or folders here')
  const as = app.owner.token
  await app.call('DELETE', '/v1/me/sessions', { as })
  await choose(person, [good ?? '', empty ?? ''])
  await person.sees('Log in again')
  // Nothing has failed: it waits for somebody.
  await person.sees('Paused')
  await person.page.locator('dialog[open] input[name=email]').fill(email)
  await person.page.locator('dialog[open] input[name=password]').fill(password)
  await person.click('dialog[open] button[type=submit]')
  await person.sees('1 of 2 files')
  const rows = `/v1/datasets/${datasetId}/objects/rows?status=staged`
  assert.is((await app.call('GET', rows, { as })).body.data.total, 1)
  await person.page.setViewport({ width: 390, height: 800 })
  await person.sees('empty.txt: The file is empty.')
  assert.equal(await axeFindings(person.page), [])
  await person.click(`.progress a[href$="/data/${datasetId}"]`)
  await person.sees('good.txt')
  // What is asked for without a session, before the new one is there.
  const asked = ['events', 'buyer/dashboard', `datasets/${datasetId}/objects/known`]
  person.quiet(asked.map((path) => `401 /v1/${path}` as const))
})
