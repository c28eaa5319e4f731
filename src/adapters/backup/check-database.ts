import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { childCommand, entryUrl } from '../../base/entry.ts'
import { damageOf, openDatabase } from './database-facts.ts'
import type { Meter } from './meter.ts'

/** What takes a second at most is checked where it is asked for. */
const hereMaxBytes = 64 * 1024 * 1024
const lookEveryMs = 200

/**
 * What SQLite finds wrong in a database; nothing when it is in order. Of a large one that is a
 * single statement of minutes, so a process carries it out that ends as soon as the meter does not
 * go on. Throws Stopped, and what keeps the file from being opened.
 */
export async function checkDatabase(
  file: string,
  meter: Meter,
  { maxBytes = hereMaxBytes }: { maxBytes?: number } = {},
): Promise<string[]> {
  const { size } = statSync(file)
  meter.expect(size)
  const found = size > maxBytes ? await damageApart({ file, size, meter }) : undefined
  if (found) return found
  const raw = openDatabase(file)
  try {
    return damageOf(raw)
  } finally {
    raw.close()
    if (size <= maxBytes) meter.advance(size)
  }
}

type Apart = { file: string; size: number; meter: Meter }

/** Undefined where no process can be started. */
async function damageApart({ file, size, meter }: Apart): Promise<string[] | undefined> {
  const { args, env } = childCommand({
    program: entryUrl('check-database'),
    flags: [],
    rest: [file],
  })
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const ended = once(child, 'close').then(
    () => true,
    () => false,
  )
  let told = 0
  try {
    for (;;) {
      const isOver = await Promise.race([ended, delay(lookEveryMs)])
      if (isOver === false) return undefined
      const done = isOver ? size : doneOf(child, size)
      meter.advance(Math.max(0, done - told))
      told = Math.max(told, done)
      if (isOver) break
    }
  } finally {
    child.kill('SIGKILL')
  }
  const [found, why] = await said
  if (found !== '') return JSON.parse(found) as string[]
  throw new Error(why || `the check of ${file} ended (${child.signalCode ?? child.exitCode})`)
}

/**
 * How far it is, as far as that shows: how often it reads a page again depends on what lies in it,
 * so what it has read tells that it goes on, and never that it is over.
 */
function doneOf({ pid }: ChildProcess, size: number): number {
  try {
    const [, read = '0'] = /^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8')) ?? []
    return Math.floor((size * Number(read)) / (Number(read) + size))
  } catch {
    return 0
  }
}
