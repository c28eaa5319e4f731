// A test outlives no power cut: what it writes in its own process need not wait for the disk. What
// a script does that measures or soaks waits, and what shows with which settings a store is opened.
//
// Nor is a thread woken for what takes microseconds: that takes a millisecond on a busy machine, in
// each commit and for each password of a test (which openTestApp makes cheap).
import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import Database from 'better-sqlite3'

const { pragma } = Database.prototype
Database.prototype.pragma = function (source, options) {
  const isWaiting = source === 'synchronous = FULL' || source === 'synchronous = NORMAL'
  const asked = isWaiting && outlivesNone() ? 'synchronous = OFF' : source
  return pragma.call(this, asked, options)
}

const { fdatasync } = fs
fs.fdatasync = ((fd, done) => {
  if (outlivesNone()) setImmediate(done, null)
  else fdatasync(fd, done)
}) as typeof fdatasync

const { scrypt, scryptSync } = crypto
const cheapBlocks = 2 ** 10
crypto.scrypt = ((text, salt, length, options, done) => {
  const isCheap = (options.N ?? Infinity) <= cheapBlocks && outlivesNone()
  if (isCheap) setImmediate(done, null, scryptSync(text, salt, length, options))
  else scrypt(text, salt, length, options, done)
}) as typeof scrypt
syncBuiltinESMExports()

function outlivesNone(): boolean {
  const program = process.argv[1] ?? ''
  return program.endsWith('.test.ts') && !program.endsWith('/test/store/open.test.ts')
}
