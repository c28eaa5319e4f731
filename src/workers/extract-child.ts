/**
 * The extraction child: one process for one file. It has the file as an open descriptor, a pipe
 * with its job and a pipe for its answer; no database, no environment, no network, no right to
 * open files outside the program's own (see adapters/extract/extract-runner.ts, which starts,
 * watches and kills it, and confine.ts).
 */
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { type ChildJob, jobFd } from '../adapters/extract/child-protocol.ts'
import { confine } from '../adapters/extract/confine.ts'
import { runChildJob } from '../adapters/extract/run-child-job.ts'
import { warmUp } from '../adapters/extract/warm-up.ts'

const kill = process.kill.bind(process)
const job = JSON.parse(readFileSync(jobFd, 'utf8')) as ChildJob
dieWithParent(job.parentPid)
if (job.task === 'warm') warmUp().catch(dieNow)
else {
  confine()
  runChildJob(job).catch(dieNow)
}

function dieNow() {
  kill(process.pid, 'SIGKILL')
}

/**
 * Looks from a thread of its own, because a reader may be busy in one long call: after a kill -9
 * of the server the child has another parent.
 */
function dieWithParent(parentPid: number) {
  const watch = `
    const { parentPid } = require('node:worker_threads').workerData
    setInterval(() => {
      if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL')
    }, 500)`
  new Worker(watch, { eval: true, workerData: { parentPid } }).unref()
}
