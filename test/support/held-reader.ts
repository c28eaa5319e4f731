// Whoever reads a file of a server is held in its midst: it takes as long as a test wants, and
// nothing of a processor.
import { readdirSync, readlinkSync } from 'node:fs'
import { pipedBytesMax } from '../../src/extract/limits.ts'
import { lineFrom } from '../../src/extract/sandbox/inner-process.ts'
import { childrenOf } from './processes.ts'
import { until } from './until.ts'

const everyMs = 50

/** The same PDF, too long to be sent through a pipe: its reader has it open. */
export function asOpenFile(pdf: Buffer): Buffer {
  const end = pdf.subarray(pdf.lastIndexOf('startxref'))
  return Buffer.concat([pdf, Buffer.alloc(pipedBytesMax, '%\n'), Buffer.from('\n'), end])
}

export type HeldReader = Disposable & {
  /** Settles when somebody is held. */
  held: Promise<number>
  /** All that were held read on, and whoever comes is left alone. */
  goOn(): void
}

/** From now on each process stands still that has a file in `blobs` open to read it. */
export function holdReaders(server: { pid: number }): HeldReader {
  const stopped = new Set<number>()
  const look = () => {
    for (const pid of childrenOf(server.pid).flatMap(lineFrom)) {
      if (stopped.has(pid) || !hasBlobOpen(pid)) continue
      send(pid, 'SIGSTOP')
      stopped.add(pid)
    }
  }
  look()
  const timer = setInterval(look, everyMs)
  const goOn = () => {
    clearInterval(timer)
    for (const pid of stopped) send(pid, 'SIGCONT')
    stopped.clear()
  }
  const held = until('somebody reads', () => [...stopped].at(-1))
  return { held, goOn, [Symbol.dispose]: goOn }
}

function hasBlobOpen(pid: number): boolean {
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).some((name) => readlinkSync(`${folder}/${name}`).includes('/blobs/'))
  } catch {
    return false
  }
}

function send(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone.
  }
}
