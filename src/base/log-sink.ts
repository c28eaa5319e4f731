import { write, writeSync } from 'node:fs'

/** More than this waits for nobody: what writes slower than it is said loses lines. */
const waitingMaxBytes = 4 * 1024 * 1024
/** A pipe that is full has room again when its reader has read. */
const retryMs = 100
const exitTries = 20

/**
 * Lines for a file, a pipe or a terminal, written beside the event loop and in order. Where they
 * cannot be written (the disk under a log is full) they are lost, the next one tries again, and
 * once it goes again their number is said. What waits at the end of the process is written then.
 *
 * Not pino's own destination: it takes such an error for the end of the process, and then tries
 * for ever to write the rest.
 */
export function openLogSink({ fd, lost }: { fd: number; lost(count: number): string }): {
  write(line: string): void
} {
  let waiting: string[] = []
  let waitingBytes = 0
  let lostCount = 0
  let isWriting = false
  let isClosed = false
  const take = () => {
    const lines = waiting
    waiting = []
    waitingBytes = 0
    return lines
  }
  const next = () => {
    isWriting = waiting.length > 0 && !isClosed
    if (!isWriting) return
    const lines = take()
    const told = lostCount
    const text = (told > 0 ? lost(told) : '') + lines.join('')
    send({ bytes: Buffer.from(text), lines: lines.length, told })
  }
  const send = (rest: Batch) =>
    write(fd, rest.bytes, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(send, retryMs, rest).unref()
      else if (error) fail(error, rest.lines)
      else if (written < rest.bytes.length) send({ ...rest, bytes: rest.bytes.subarray(written) })
      else {
        lostCount -= rest.told
        next()
      }
    })
  const fail = (error: NodeJS.ErrnoException, lines: number) => {
    // A reader that is gone does not come back.
    isClosed = error.code === 'EPIPE'
    lostCount += lines + take().length
    isWriting = false
  }
  atExit(() => writeNow({ fd, text: take().join('') }))
  return {
    write(line) {
      if (isClosed) return
      if (waitingBytes > waitingMaxBytes) {
        lostCount++
        return
      }
      waiting.push(line)
      waitingBytes += line.length
      if (!isWriting) next()
    },
  }
}

const left: (() => void)[] = []

/** One listener, however many write: it stays as long as the process. */
function atExit(finish: () => void): void {
  if (left.length === 0) {
    process.once('exit', () => {
      for (const one of left) one()
    })
  }
  left.push(finish)
}

/** What is written in one go; `told`: how many lost lines it says. */
type Batch = { bytes: Buffer; lines: number; told: number }

/** The process ends: what cannot be written soon is not worth waiting for. */
function writeNow({ fd, text }: { fd: number; text: string }): void {
  let bytes = Buffer.from(text)
  for (let tries = 0; bytes.length > 0 && tries < exitTries; tries++) {
    try {
      bytes = bytes.subarray(writeSync(fd, bytes))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs / 10)
    }
  }
}
