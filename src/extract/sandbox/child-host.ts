import { fstatSync } from 'node:fs'
import { blobSource } from '../blob-source.ts'
import { pipedBytesMax } from '../limits.ts'
import { hasCover, showsPictures } from '../preview/picture-engine.ts'
import type { HostCall, HostNews, StartCall } from './host-protocol.ts'
import { outerWall, type Wall, wallIn } from './outer-wall.ts'
import { openReaper, type Reaper } from './reaper.ts'
import { openResting } from './resting-children.ts'
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
  const running = new Map<number, Promise<Started | undefined>>()
  const start = starter(reaper)
  const ended = (id: number, end: ChildEnd) => port.postMessage({ id, news: 'ended', end })
  const begin = async (id: number, call: StartCall): Promise<Started | undefined> => {
    try {
      const started = await start(call)
      const { child, isReused } = started
      port.postMessage({ id, news: 'started', pid: child.pid, isReused })
      void child.ended.then((end) => ended(id, end))
      return started
    } catch (error) {
      ended(id, { verdict: undefined, exit: (error as Error).message })
      return undefined
    }
  }
  port.on('message', async (call) => {
    const { id } = call
    if (call.call === 'start') return void running.set(id, begin(id, call.start))
    const started = running.get(id)
    if (call.call === 'forget' || call.call === 'rest') running.delete(id)
    const { child, rest } = (await started) ?? {}
    if (call.call === 'rest' && rest) rest()
    else if (call.call === 'next') {
      port.postMessage({ id, news: 'piece', piece: await child?.next() })
    } else if (call.call === 'extend') child?.extend(call.ms)
    else child?.kill()
  })
}

type Started = {
  child: RunningChild
  isReused: boolean
  /** How it goes on after its file, if it does. */
  rest: (() => void) | undefined
}

/** A small file goes through a pipe to a child that waits, any other to one of its own. */
function starter(reaper: Reaper) {
  let wall: Wall | undefined
  const run = (setup: StartCall['setup']) => runChild(setup, { reaper, wall })
  const spare = openSpare(run)
  const resting = openResting()
  return async ({ setup, job, limits, ahead, owner }: StartCall): Promise<Started> => {
    if (setup.walled) wall = wallIn(await outerWall())
    const blob = ahead ? smallBlob(setup) : undefined
    // With the file as a descriptor, or with compiled code in it, a child reads one file only.
    const isPlain = blob && !showsPictures(blob) && !hasCover(blobSource(blob))
    const owned = owner !== undefined && isPlain ? { setup, owner } : undefined
    const rested = owned && (await resting.take(owned))
    const waiting = rested ?? (blob && spare.take(setup))
    const child = waiting ?? run(owned ? { ...setup, fd: undefined } : setup)
    const piped = waiting || owned ? blob : undefined
    child.begin({ job, limits, blob: piped, stays: owned !== undefined })
    if (ahead && !rested) spare.prepare(setup)
    const rest = owned && (() => resting.put(owned, child))
    return { child, isReused: rested !== undefined, rest }
  }
}

function smallBlob({ fd, outFd }: StartCall['setup']): Buffer | undefined {
  if (fd === undefined || outFd !== undefined) return undefined
  return fstatSync(fd).size <= pipedBytesMax ? blobSource(fd).whole() : undefined
}
