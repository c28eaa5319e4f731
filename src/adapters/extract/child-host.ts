import { fstatSync } from 'node:fs'
import { blobSource } from './blob-source.ts'
import type { HostCall, HostNews, StartCall } from './host-protocol.ts'
import { pipedBytesMax } from './limits.ts'
import { openReaper, type Reaper } from './reaper.ts'
import { type ChildEnd, type RunningChild, runChild } from './run-child.ts'
import { openSpare } from './spare-child.ts'

type Port = {
  postMessage(news: HostNews): void
  on(name: 'message', take: (call: HostCall) => void): unknown
}

/**
 * The side of extract-process.ts that has the children: a thread, because starting a process keeps
 * the thread that does it waiting, the longer the more memory the server has.
 */
export function serveChildren(port: Port): void {
  const reaper = openReaper()
  const running = new Map<number, RunningChild>()
  const start = starter(reaper)
  const ended = (id: number, end: ChildEnd) => port.postMessage({ id, news: 'ended', end })
  const begin = (id: number, call: StartCall) => {
    try {
      const child = start(call)
      running.set(id, child)
      port.postMessage({ id, news: 'started', pid: child.pid })
      void child.ended.then((end) => ended(id, end))
    } catch (error) {
      ended(id, { verdict: undefined, exit: (error as Error).message })
    }
  }
  port.on('message', async (call) => {
    const { id } = call
    if (call.call === 'start') return begin(id, call.start)
    const child = running.get(id)
    if (call.call === 'forget') running.delete(id)
    if (call.call === 'kill' || call.call === 'forget') child?.kill()
    else if (call.call === 'extend') child?.extend(call.ms)
    else port.postMessage({ id, news: 'piece', piece: await child?.next() })
  })
}

/** A small file goes through a pipe to the child that waits, any other to one of its own. */
function starter(reaper: Reaper) {
  const run = (setup: StartCall['setup']) => runChild(setup, reaper)
  const spare = openSpare(run)
  return ({ setup, job, limits, ahead }: StartCall): RunningChild => {
    const blob = ahead ? smallBlob(setup) : undefined
    const waiting = blob && spare.take(setup)
    const child = waiting ?? run(setup)
    child.begin({ job, limits, blob: waiting && blob })
    if (ahead) spare.prepare(setup)
    return child
  }
}

function smallBlob({ fd, outFd }: StartCall['setup']): Buffer | undefined {
  if (fd === undefined || outFd !== undefined) return undefined
  return fstatSync(fd).size <= pipedBytesMax ? blobSource(fd).whole() : undefined
}
