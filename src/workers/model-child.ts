/**
 * The child with a model of the operator's: one process for one recording or picture. It has the
 * file as an open descriptor, no environment and no right to write; it is watched and killed like
 * the extraction child (see extract/models/model-runner.ts).
 */
import { readFileSync } from 'node:fs'
import { type ModelJob, runModelJob } from '../extract/doors/model-child.ts'

const job = JSON.parse(readFileSync(0, 'utf8')) as ModelJob
Reflect.deleteProperty(globalThis, 'fetch')
Reflect.deleteProperty(globalThis, 'WebSocket')
setInterval(() => {
  if (process.ppid !== job.parentPid) process.kill(process.pid, 'SIGKILL')
}, 500).unref()
// Threads of the network may outlive it: who started us ends us with the last line.
void runModelJob(job)
