// kill -9 while the server writes its vectors into a file. The moment is seen from outside, in the
// folder, so that the program needs no switch for tests.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Market, openMarketOn, publish, until } from '../support/market.ts'
import { type RunningServer, runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const settings = { KONTOR_SEARCH_WORKERS: '1', KONTOR_KEYWORD_MEMORY_MB: '0' }
/** Enough for a file of its own, and for that to take some milliseconds to write. */
const passages = 21_000
const said = 'The furnace was examined in spring.'

/** Copies of a passage with vectors that point anywhere, made by SQL: embedding takes long. */
function addMany(dir: string): void {
  const db = new Database(join(dir, 'kontor.db'))
  db.function('anywhere', { deterministic: false }, (size: unknown) =>
    Buffer.from(
      Int16Array.from({ length: Number(size) }, () => (Math.random() - 0.5) * 2_000).buffer,
    ),
  )
  db.exec(`BEGIN;
    CREATE TEMP TABLE first AS SELECT * FROM passage ORDER BY passage_no LIMIT 1;
    CREATE TEMP TABLE made AS WITH RECURSIVE each (no) AS (
        SELECT 100 UNION ALL SELECT no + 1 FROM each WHERE no < ${passages + 100})
      SELECT no FROM each;
    INSERT INTO passage SELECT no, 'psg_' || no, object_no, object_id, dataset_no, dataset_id,
        tenant_id, no, kind, lang, modality, source, page, time_start_ms, time_end_ms,
        'nothing ' || no, created_at_s FROM made CROSS JOIN first;
    INSERT INTO passage_fts (rowid, body, stem, tags) SELECT no, 'nothing', 'noth', 'x' FROM made;
    INSERT INTO passage_vector SELECT model_no, no, anywhere(dimensions)
      FROM made CROSS JOIN embedding_model WHERE state = 'serving';
    COMMIT`)
  db.close()
}

/** What is found first, once there is something to find. */
async function found({ url }: RunningServer, { key }: Market): Promise<string> {
  return until('a search by meaning finds something', async () => {
    const answer = await fetch(`${url}/search?q=furnace+inspection&mode=semantic&limit=1`, {
      headers: { 'x-api-key': key },
    })
    if (answer.status !== 200) return undefined
    const { results } = (await answer.json()) as { results: { snippet: string }[] }
    return results[0]?.snippet
  })
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** It takes some milliseconds. */
async function begun(folder: string): Promise<void> {
  const endMs = performance.now() + 180_000
  while (filesIn(folder).length === 0) {
    assert.ok(performance.now() < endMs, 'no snapshot was begun')
    await sleep(1)
  }
}

test('killed while it writes a snapshot: the next one answers right and clears up', async () => {
  using folder = temporaryFolder()
  const vectors = join(folder.path, 'vectors', '1')
  const isHalf = () => filesIn(vectors).some((name) => name.endsWith('.tmp'))
  await using first = await runServer({ dir: folder.path, settings })
  const market = await openMarketOn(first)
  await publish(market, { bytes: Buffer.from(said) })
  assert.is(await found(first, market), said)
  await first.stop()
  addMany(folder.path)

  const isWhole = () => filesIn(vectors).some((name) => name.endsWith('.vectors'))
  while (!isHalf() || isWhole()) {
    // The moment is short: a snapshot that was whole before the kill is made once more.
    rmSync(vectors, { recursive: true, force: true })
    await using second = await runServer({ dir: folder.path, port: first.port, settings })
    await begun(vectors)
    process.kill(second.pid, 'SIGKILL')
    await second.kill()
  }
  assert.equal([isHalf(), isWhole()], [true, false])

  await using third = await runServer({ dir: folder.path, port: first.port, settings })
  assert.is(await found(third, market), said)
  await until('a whole snapshot is there alone', () => {
    const names = filesIn(vectors)
    return (!isHalf() && names.length === 1 && names[0]?.endsWith('.vectors')) || undefined
  })
})

test.run()
