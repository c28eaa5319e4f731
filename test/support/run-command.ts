// A command line in this process: faster than a process of its own, and as true but for signals.
import { runCli } from '../../src/cli/run.ts'

export type CommandLine = {
  args: readonly string[]
  environment?: Record<string, string>
  /** What is piped in, in pieces. */
  input?: readonly (string | Uint8Array)[]
  /** The signal that a command meets which runs until one comes. */
  stopped?: NodeJS.Signals
}

export type Printed = { code: number; out: string[]; err: string[] }

export async function runCommand(line: CommandLine): Promise<Printed> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCli(line.args, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    input: () => pieces(line.input ?? []),
    terminal: false,
    environment: line.environment ?? {},
    stopped: line.stopped ? Promise.resolve(line.stopped) : new Promise(() => undefined),
  })
  return { code, out, err }
}

async function* pieces(input: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of input) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}
