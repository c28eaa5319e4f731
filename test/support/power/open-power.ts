// A server whose disk is watched: everything that it writes is journaled, so that afterwards the
// power can be cut at any moment of its life.
import { execFileSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Market, Upload } from '../market.ts'
import { putStockInto } from '../market-folder.ts'
import { type RunningServer, runServer } from '../run-server.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { takeFolder } from './replay.ts'

const source = resolve(import.meta.dirname, 'journal-disk.c')

/** Undefined where there is no compiler for C. */
export function compileJournal(folder: string): string | undefined {
  const library = join(folder, 'journal-disk.so')
  try {
    execFileSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'])
  } catch {
    return undefined
  }
  return library
}

export type Power = AsyncDisposable & {
  server: RunningServer
  market: Market
  asset: Upload
  dir: string
  /** What lay in the folder before. */
  before: ReturnType<typeof takeFolder>
  journal: string
  /** How long the journal is by now. */
  now(): number
  /** From now on syncs of files whose names end so fail. */
  fail(name: string): void
}

/** A stocked market on a server whose disk is written down. */
export async function openPower(library: string, settings: Record<string, string> = {}) {
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const [journal, failing] = [join(folder.path, 'journal'), join(folder.path, 'failing')]
  const { at, asset } = await putStockInto(dir)
  const before = takeFolder(dir)
  const server = await runServer({
    dir,
    settings: {
      KONTOR_LOG_LEVEL: 'error',
      KONTOR_SEARCH_WORKERS: '1',
      KONTOR_SEARCH_RATE_PER_MINUTE: '1000000',
      ...settings,
      LD_PRELOAD: library,
      POWER_ROOT: dir,
      POWER_JOURNAL: journal,
      POWER_FAIL: failing,
    },
  })
  const power: Power = {
    dir,
    server,
    asset,
    before,
    journal,
    market: at(server),
    now: () => statSync(journal).size,
    fail: (name) => writeFileSync(failing, name),
    async [Symbol.asyncDispose]() {
      await server.kill()
      folder[Symbol.dispose]()
    },
  }
  return power
}
