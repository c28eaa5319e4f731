// Asks a server how it is, over and over, from a thread that is busy with nothing else.
import { Worker } from 'node:worker_threads'

export type HealthWatch = AsyncDisposable & {
  /** Milliseconds of every answer until now, shortest first; a refusal counts as an hour. */
  times(): Promise<number[]>
}

/** Often enough to meet what holds a server up: two of these beside each other are work, too. */
const everyMs = 100

export function watchHealth(url: string): HealthWatch {
  const program = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { Agent, get } = require('node:http')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const times = []
    const ask = () => new Promise((done) => {
      const startedMs = performance.now()
      const note = (ms) => done(void times.push(ms))
      get(workerData.url + '/health', { agent }, (answer) => {
        const isGood = answer.statusCode === 200
        answer.resume().once('end', () => note(isGood ? performance.now() - startedMs : 3.6e6))
      }).once('error', () => note(3.6e6))
    })
    const again = () => ask().then(() => setTimeout(again, workerData.everyMs))
    again()
    parentPort.on('message', () => parentPort.postMessage(times.toSorted((a, b) => a - b)))`
  const worker = new Worker(program, { eval: true, workerData: { url, everyMs } })
  return {
    times: () =>
      new Promise((done) => {
        worker.once('message', done)
        worker.postMessage('times')
      }),
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  }
}
