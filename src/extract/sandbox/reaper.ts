import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Reads `+ pid` and `- pid`; when the pipe ends, whoever is left is killed. Signals that a terminal
 * sends to all of us are not for it.
 */
const script = `
trap '' HUP INT TERM
all=' '
while read -r deed pid; do
  case $deed in
    +) all="$all$pid " ;;
    -) all="\${all%% $pid *} \${all#* $pid }" ;;
  esac
done
for pid in $all; do kill -9 "$pid"; done`

export type Reaper = {
  /** False where there is no shell: children must look after their parent themselves. */
  isThere(): boolean
  note(pid: number): void
  forget(pid: number): void
}

/**
 * A shell that outlives this process for a moment, however it ends, and kills the children that it
 * left: they cannot notice themselves while a file keeps them in one long call. It takes a
 * megabyte; a thread of its own in each child would take 20 ms.
 */
export function openReaper(): Reaper {
  const alive = new Set<number>()
  let shell = start()

  function start(): ChildProcess | undefined {
    const stdio = ['pipe', 'ignore', 'ignore'] as ['pipe', 'ignore', 'ignore']
    const mine = spawn('/bin/sh', ['-c', script], { cwd: '/', env: {}, stdio })
    mine.on('error', () => {})
    mine.stdin.on('error', () => {})
    if (mine.pid === undefined) return undefined
    // Somebody killed it: the next one is told of all that are there.
    mine.once('exit', () => {
      shell = start()
      for (const pid of alive) tell('+', pid)
    })
    return mine
  }
  function tell(deed: '+' | '-', pid: number) {
    shell?.stdin?.write(`${deed} ${pid}\n`)
  }

  return {
    isThere: () => shell !== undefined,
    note(pid) {
      alive.add(pid)
      tell('+', pid)
    },
    forget(pid) {
      alive.delete(pid)
      tell('-', pid)
    },
  }
}
