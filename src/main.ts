import { inspect } from 'node:util'
import { runCli } from './cli/run.ts'

/**
 * From the command line to a command. The only file that knows signals, the environment's
 * whereabouts and the exit code.
 */
function main(): void {
  // Every answer waits for one of these threads to sync the log; hashing passwords takes one each.
  process.env.UV_THREADPOOL_SIZE ??= '12'
  // Whatever is thrown where nobody catches it is the end, as it would be without this.
  process.once('uncaughtException', (error) => {
    const isKnown = error.name === 'DiskLost' || error.name === 'LeaseOver'
    process.stderr.write(isKnown ? `kontor: ${error.message}\n` : `${inspect(error)}\n`)
    process.exit(1)
  })
  const stopped = new Promise<string>((settle) => {
    const asked = (signal: string) => {
      // From now on the system's own way is back: the second one kills.
      process.off('SIGINT', asked).off('SIGTERM', asked)
      settle(signal)
    }
    process.on('SIGINT', asked).on('SIGTERM', asked)
    // Started by another program of ours (the demo): its end is ours, however it ends.
    process.once('disconnect', () => settle('disconnect'))
  })
  const io = {
    out: (line: string) => void process.stdout.write(`${line}\n`),
    err: (line: string) => void process.stderr.write(`${line}\n`),
    input: () => process.stdin,
    terminal: process.stdout.isTTY === true,
    environment: process.env,
    stopped,
  }
  // What a server prints is its log: on a full disk it loses lines, and has not failed by that.
  const isLog = ['serve', 'search-node', 'standby'].includes(process.argv[2] ?? '')
  let unwritten: Error | undefined
  const missed = (error: NodeJS.ErrnoException) => {
    // A reader that closes the pipe early (head, less) is no failure of ours.
    if (error.code === 'EPIPE') process.exit(0)
    unwritten ??= error
  }
  process.stdout.on('error', missed)
  // What goes into a pipe is on its way when `out` returns: leaving now would cut it off.
  const leave = (code: number) => {
    process.stdout.write('', (error) => {
      if (error) missed(error)
      if (!unwritten || isLog) return process.exit(code)
      io.err(`kontor: what was to be printed cannot be written: ${unwritten.message}`)
      process.exit(code || 1)
    })
  }
  void runCli(process.argv.slice(2), io).then(leave)
}

main()
