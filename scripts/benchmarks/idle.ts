import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { residentMb } from './load.ts'
import type { Row } from './measure.ts'

/** By then every thread has read what it needs. */
const restMs = 8_000
const packaged = 'dist/kontor.cjs'

/** What a server holds in memory that has an empty folder and nothing to do. */
export async function idleRows(): Promise<Row[]> {
  const isPackaged = existsSync(packaged)
  const rows: Row[] = [
    await idleRow('serve, idle', {}),
    await idleRow('serve, idle without a model', { KONTOR_EMBEDDING_MODEL: 'none' }),
  ]
  return isPackaged ? rows : rows.map((row) => ({ ...row, note: `${row.note}, from the sources` }))
}

async function idleRow(name: string, settings: Record<string, string>): Promise<Row> {
  using folder = temporaryFolder()
  const program = existsSync(packaged) ? { program: packaged, flags: [] } : {}
  const quiet = { KONTOR_LOG_LEVEL: 'warn', ...settings }
  await using server = await runServer({
    dir: folder.path,
    settings: quiet,
    fromNothing: true,
    ...program,
  })
  await sleep(restMs)
  return {
    name: `${name}: resident`,
    medianMs: 0,
    p95Ms: 0,
    perSecond: 0,
    note: `${residentMb(server.pid).toFixed(0)} MB`,
  }
}
