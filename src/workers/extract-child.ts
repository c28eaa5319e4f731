/**
 * The extraction child: one process for one file. It has the file as an open descriptor and a pipe
 * for its answer; no database, no environment, no right to open files outside the program's own
 * (see adapters/extract/extract-runner.ts, which starts, watches and kills it).
 */
import { Worker } from 'node:worker_threads'
import type { ChildJob } from '../adapters/extract/child-protocol.ts'
import { runChildJob } from '../adapters/extract/run-child-job.ts'

process.once('disconnect', dieNow)
process.once('message', (message) => {
  const job = message as ChildJob
  dieWithParent(job.parentPid)
  runChildJob(job).catch(dieNow)
})

function dieNow() {
  process.kill(process.pid, 'SIGKILL')
}

/**
 * A reader that is busy in one long call never sees the disconnect. This thread does: after a
 * kill -9 of the server the child has another parent.
 */
function dieWithParent(parentPid: number) {
  const watch = `
    const { parentPid } = require('node:worker_threads').workerData
    setInterval(() => {
      if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL')
    }, 500)`
  new Worker(watch, { eval: true, workerData: { parentPid } }).unref()
}
