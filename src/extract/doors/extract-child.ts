import { Worker } from 'node:worker_threads'
import { confine } from '../child/confine.ts'
import { openJobPipe, type Received } from '../child/receive-job.ts'
import { runChildJob } from '../child/run-child-job.ts'
import { writeLine } from '../child/write-lines.ts'
import { loadMediabunnyAsOneFile } from '../media/one-file.ts'
import { preloadWord } from '../sandbox/child-protocol.ts'

const parentCheckMs = 500
const killSignal = 9
/** `process.kill` leans on it, and confine() takes both away. */
const { _kill: kill } = process as unknown as { _kill(...target: [pid: number, signal: 9]): void }
const preload = process.argv.find((word) => word.startsWith(preloadWord))
/**
 * The whole life of the child, from its command line to the signal that ends it. A door of its own:
 * it loads no reader, because each module takes a millisecond of its start.
 */
export function runExtractChild(): void {
  begin().catch(dieNow)
}

async function begin(): Promise<void> {
  loadMediabunnyAsOneFile()
  if (preload !== undefined) {
    const { prepareReader } = await import('../child/warm-up.ts')
    await prepareReader(preload.slice(preloadWord.length))
  }
  const nextJob = openJobPipe()
  const received = nextJob()
  if (!received) return dieNow()
  const { job, blob } = received
  dieWithParent(job)
  if (job.task === 'warm') {
    await (await import('../child/warm-up.ts')).warmUp()
    return writeLine({ warmed: true })
  }
  if (['inspect', 'extract', 'page'].includes(job.task)) {
    const { prepareReading } = await import('../child/read-job.ts')
    await prepareReading(job, blob)
  }
  confine()
  if (job.stays) await readOnAndOn(received, nextJob)
  else await runChildJob(job, blob)
  // Leaving, even by killing itself, would write compiled code, which is for children without a
  // file: it waits until it is killed.
  setInterval(() => {}, parentCheckMs)
}

/** A file that did not leave everything as it was before the first one was the last. */
async function readOnAndOn(first: Received, nextJob: () => Received | undefined): Promise<void> {
  const { rememberWorld } = await import('../child/same-world.ts')
  const { restFromReading } = await import('../child/read-job.ts')
  const world = await rememberWorld()
  for (let work: Received | undefined = first; work; work = nextJob()) {
    if (work.job.task !== 'rest') await runChildJob(work.job, work.blob)
    else {
      await restFromReading()
      const isSame = await world.isSame()
      writeLine({ rested: isSame })
      if (!isSame) return
    }
  }
}

function dieNow() {
  kill(process.pid, killSignal)
}

/**
 * After a kill -9 of the server the child has another parent. A reader may be busy in one long
 * call: then the shell of extract/sandbox/reaper.ts sees to it, and where there is none a thread.
 */
function dieWithParent({ parentPid, watchParent }: { parentPid: number; watchParent?: boolean }) {
  const check = () => {
    if (process.ppid !== parentPid) dieNow()
  }
  setInterval(check, parentCheckMs).unref()
  if (!watchParent) return
  const watch = `
    const { parentPid, everyMs } = require('node:worker_threads').workerData
    setInterval(() => {
      if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL')
    }, everyMs)`
  new Worker(watch, { eval: true, workerData: { parentPid, everyMs: parentCheckMs } }).unref()
}
