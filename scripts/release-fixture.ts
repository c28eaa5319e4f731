import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { version } from '../src/app.ts'

/**
 * Performs the demo in a new folder and keeps what is left of it: the database (compressed), the
 * files, the master key, and what a later release must still find in it.
 */
function main(): void {
  const target = join(import.meta.dirname, '../test/fixtures/releases', version)
  const work = mkdtempSync(join(tmpdir(), 'kontor-fixture-'))
  const folder = join(work, 'data')
  const main = join(import.meta.dirname, '../src/main.ts')
  const args = [...process.execArgv, main, 'demo', '--json', '--data-dir', folder]
  const demo = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e8 })
  if (demo.status !== 0) throw new Error(`the demo failed:\n${demo.stderr}`)
  const { buyer_key, balances } = JSON.parse(demo.stdout)

  const database = new Database(join(folder, 'kontor.db'))
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.exec('VACUUM')
  database.close()

  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const bytes = readFileSync(join(folder, 'kontor.db'))
  writeFileSync(join(target, 'kontor.db.gz'), gzipSync(bytes, { level: 9 }))
  cpSync(join(folder, 'secret.key'), join(target, 'secret.key'))
  cpSync(join(folder, 'blobs'), join(target, 'blobs'), { recursive: true })
  const facts = { buyer_key, balances }
  writeFileSync(join(target, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`)
  rmSync(work, { recursive: true })
  console.log(`kept ${target}: ${(bytes.length / 1024).toFixed(0)} KiB of database`)
}

main()
