import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A bare node:http in a process of its own that sends this body, or this file. */
export async function bareServer(kind: 'body' | 'file', value: string) {
  const child = fork(new URL('./bare-server.ts', import.meta.url), [kind, value])
  const [port] = (await once(child, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

type Headers = Record<string, string>

export type Load = {
  /** Those of all requests, or of each turn. */
  headers: Headers | ((turn: number) => Headers)
  parallel: number
  requests: number
  /** Connections that outlive the call. */
  kept?: Agent
}

/**
 * Asks for an address, or for several in turn, so many times over so many kept connections;
 * milliseconds of each request.
 */
export async function askMany(
  urls: string | readonly string[],
  { headers, parallel, requests, kept }: Load,
) {
  const each = typeof urls === 'string' ? [urls] : urls
  const agent = kept ?? new Agent({ keepAlive: true, maxSockets: parallel })
  const times: number[] = []
  const headersOf = typeof headers === 'function' ? headers : () => headers
  let left = requests
  const worker = async () => {
    while (left > 0) {
      left -= 1
      const turn = left
      const startedMs = performance.now()
      await drain(each[turn % each.length] ?? '', { agent, headers: headersOf(turn) })
      times.push(performance.now() - startedMs)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  if (!kept) agent.destroy()
  return times
}

/** Asks once and reads the answer to its end; milliseconds. */
export async function timed(url: string): Promise<number[]> {
  const startedMs = performance.now()
  await drain(url, {})
  return [performance.now() - startedMs]
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return (pages * 4096) / 1024 / 1024
}

/** What a process took of a processor, with its threads. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const quietMs = 3_000
const quietShare = 0.02

/** Until a process took less than a fiftieth of a core for some seconds, or the time is up. */
export async function untilQuiet(pid: number, { limitMs = 600_000 } = {}): Promise<void> {
  const endMs = performance.now() + limitMs
  for (let spent = 1; spent > quietShare && performance.now() < endMs; ) {
    const before = processorSeconds(pid)
    await sleep(quietMs)
    spent = (processorSeconds(pid) - before) / (quietMs / 1000)
  }
}

function drain(url: string, options: object): Promise<void> {
  return new Promise((done, fail) => {
    request(url, options, (res) => {
      if (res.statusCode !== 200) fail(new Error(`${url} answered ${res.statusCode}`))
      res.resume().once('end', done).once('error', fail)
    })
      .once('error', fail)
      .end()
  })
}
