// A process that tries mutants, from outside: when it hangs it is ended, and another one begins.
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type Failure = { test: string; why: string }
export type Ran = {
  file: string
  cpuMs: number
  failed?: Failure
  hits?: number[]
  early?: number[]
  loads?: string[]
}
export type Asked = { mutant: number; isAnew: boolean; files: readonly string[] }

export type Runner = {
  /** Up to the first file that fails. It may take so much of a processor for one file. */
  run(asked: Asked, limitMs: number): Promise<Ran[]>
  close(): void
}

/** What is left of a test that failed in its middle is left behind: with so many a process ends. */
const mutantsMost = 60
const bytesMost = 1.2e9
/** So long it wanted nothing of a processor: it waits for what does not come. */
const idleMs = 40_000
export const timedOut = 'timed out'

type Options = { cwd: string; sources: string; environment: NodeJS.ProcessEnv }

export function openRunner({ cwd, sources, environment }: Options): Runner {
  let child: ChildProcess | undefined
  let count = 0

  function start(): ChildProcess {
    count = 0
    const program = new URL('process.mjs', import.meta.url)
    return fork(program, [sources], {
      cwd,
      env: environment,
      execArgv: [...process.execArgv, '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
  }

  function stop(): void {
    child?.kill('SIGKILL')
    child = undefined
  }

  async function run(asked: Asked, limitMs: number): Promise<Ran[]> {
    child ??= start()
    count++
    const { ran, memory } = await answered(child, asked, limitMs)
    if (count >= mutantsMost || memory > bytesMost) stop()
    return ran
  }
  return { run, close: stop }
}

type Answer = { ran: Ran[]; memory: number }

function answered(child: ChildProcess, asked: Asked, limitMs: number): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  let file = asked.files[0] ?? ''
  let [fromMs, wantedAt] = [useOf(child.pid).cpuMs, performance.now()]
  const end = (answer: Answer) => {
    clearInterval(watch)
    child.removeAllListeners()
    resolve(answer)
  }
  const broken = (why: string) =>
    end({ ran: [{ file, cpuMs: 0, failed: { test: '', why } }], memory: Number.POSITIVE_INFINITY })
  const watch = setInterval(() => {
    const { cpuMs, isIdle } = useOf(child.pid)
    // Who stands in a long queue for a processor is not idle.
    if (!isIdle) wantedAt = performance.now()
    if (cpuMs - fromMs > limitMs || performance.now() - wantedAt > idleMs) broken(timedOut)
  }, 500)
  child.on('message', (message: { at: string } | Answer) => {
    if ('ran' in message) return end(message)
    file = message.at
    fromMs = useOf(child.pid).cpuMs
  })
  child.on('exit', (code, signal) => broken(`the process ended: ${signal ?? code}`))
  child.send(asked)
  return promise
}

/** Linux counts in hundredths of a second. */
function useOf(pid: number | undefined): { cpuMs: number; isIdle: boolean } {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/.*\) /)
    const counted = fields.split(' ')
    const cpuMs = 10 * (Number(counted[11]) + Number(counted[12]))
    return { cpuMs, isIdle: counted[0] === 'S' }
  } catch {
    return { cpuMs: 0, isIdle: true }
  }
}
