// A judged set in a server of its own: each document a file that is uploaded, approved, cut into
// passages and embedded as any other, and found by a search over HTTP.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { SearchMode } from '../../src/domain/search/index.ts'
import { approve, indexed, stage } from '../../test/support/market.ts'
import { caller, makeKey, signUp } from '../../test/support/open-test-app.ts'
import { command, type RunningServer, runServer } from '../../test/support/run-server.ts'
import { until } from '../../test/support/until.ts'
import { progressBar } from '../soaking/show.ts'
import type { Part } from './bm25.ts'
import { recallDepth } from './figures.ts'
import { type JudgedSet, wholeText } from './judged-sets.ts'

const senders = 4
const pollMs = 500
const settings = {
  KONTOR_LOG_LEVEL: 'warn',
  KONTOR_SEARCH_RATE_PER_MINUTE: '1000000',
  KONTOR_RETRIEVAL_STANDARD_CREDITS: '0',
}
/** Which object each document became, and who may ask: what a later run needs of a kept folder. */
type Notes = { documents: [objectId: string, document: string][]; key: string }

export type ServedSet = Awaited<ReturnType<typeof serveSet>>

/** `folder`: new, or of an earlier run, whose documents are not uploaded again. */
export async function serveSet(set: JudgedSet, { folder }: { folder: string }) {
  const notesFile = join(folder, 'evaluated.json')
  const server = await runServer({ dir: join(folder, 'data'), settings })
  try {
    if (!existsSync(notesFile)) {
      writeFileSync(notesFile, JSON.stringify(await stock(server, set)))
    }
    const { documents, key }: Notes = JSON.parse(readFileSync(notesFile, 'utf8'))
    await until('the server is ready', async () => {
      const { status } = await caller(server.url)('GET', '/readyz')
      return status === 200 ? true : undefined
    })
    await allEmbedded(join(folder, 'data'))
    const documentOf = new Map(documents)
    return {
      ask: (text: string, mode: SearchMode) => ask({ server, key, documentOf }, { text, mode }),
      passages: () => passagesOf(join(folder, 'data'), documentOf),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    }
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
}

async function stock(server: RunningServer, { documents }: JudgedSet): Promise<Notes> {
  const call = caller(server.url)
  // The operator's own tenant may search as often as it likes.
  const operator = await signUp(call, 'Operator', { setup_code: server.setupCode })
  const key = await makeKey(call, operator, {})
  const created = await call('POST', '/v1/datasets', {
    as: operator.token,
    body: { name: 'Judged', visibility: 'private' },
  })
  const datasetId: string = created.body.data.dataset_id
  const market = { call, operator, provider: operator, buyer: operator, key, datasetId }
  using bar = progressBar('documents', documents.length)
  const waiting = [...documents.entries()]
  const done: Notes['documents'] = []
  const send = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, document] = next
      const bytes = Buffer.from(wholeText(document))
      const upload = await stage(market, { filename: `${place}.txt`, bytes })
      await approve(market, upload)
      done.push([upload.objectId, document.id])
      bar.update(done.length)
    }
  }
  await Promise.all(Array.from({ length: senders }, send))
  for (const [objectId] of done) await indexed(market, { objectId, url: '' } as Upload)
  return { documents: done, key }
}

type Upload = Parameters<typeof indexed>[1]
type Models = { models: { state: string; done: number; total: number }[] }

/** Until then a search by meaning does not see all, and one by a former model sees it otherwise. */
async function allEmbedded(dir: string): Promise<void> {
  for (;;) {
    const { output } = await command(['index', 'status', '--json', '--data-dir', dir])
    const { models }: Models = JSON.parse(output)
    const isDone = models.every(({ state, done, total }) => state === 'serving' && done === total)
    if (models.length > 0 && isDone) return
    await sleep(pollMs)
  }
}

type Asked = { text: string; mode: SearchMode }
type Shop = { server: RunningServer; key: string; documentOf: ReadonlyMap<string, string> }
type Page = { results: { asset_id: string }[]; has_more: boolean }

/** The documents by their best passages; page after page until there are enough. */
async function ask({ server, key, documentOf }: Shop, { text, mode }: Asked): Promise<string[]> {
  const found = new Set<string>()
  for (let offset = 0; found.size < recallDepth; offset += recallDepth) {
    const asked = new URLSearchParams({
      q: text,
      mode,
      limit: String(recallDepth),
      offset: String(offset),
    })
    const { status, body } = await caller(server.url)('GET', `/search?${asked}`, { as: key })
    if (status === 400) return []
    if (status !== 200) throw new Error(`"${text}" was answered ${status}: ${body}`)
    const { results, has_more }: Page = body
    for (const { asset_id } of results) found.add(documentOf.get(asset_id) ?? '')
    if (!has_more) break
  }
  return [...found].slice(0, recallDepth)
}

/** What the server made of the documents, as it lies in its database. */
function passagesOf(dir: string, documentOf: ReadonlyMap<string, string>): Part[] {
  const db = new Database(join(dir, 'kontor.db'), { readonly: true })
  const rows = db.prepare(`SELECT object_id, text FROM passage WHERE kind <> 'metadata'`).all()
  db.close()
  return (rows as { object_id: string; text: string }[]).map(({ object_id, text }) => ({
    document: documentOf.get(object_id) ?? '',
    text,
  }))
}
