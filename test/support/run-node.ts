// A search node as its operator runs it: a process of its own, which a test can kill.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { program } from './program.ts'
import { nodeToken } from './search-cell.ts'

export type NodePlace = {
  /** The server that it follows. */
  cell: string
  port: number
  dir: string
  settings?: Record<string, string>
}

export type RunningNode = ReturnType<typeof runNode>

export function runNode({ cell, port, dir, settings }: NodePlace) {
  const { command, args, env } = program()
  const given = ['search-node', '--cell', cell, '--port', String(port), '--data-dir', dir]
  const child = spawn(command, [...args, ...given, '--embedding-model', 'none'], {
    env: { ...process.env, ...env, KONTOR_SEARCH_NODE_TOKEN: nodeToken, ...settings },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said += part
    })
  }
  const exited = once(child, 'exit')
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<unknown> {
    child.kill(signal)
    return (await exited)[0]
  }
  return {
    /** Everything that it has printed. */
    said: () => said,
    /** Its files grow no more; the soft limit alone, so that it can be raised again. */
    limitFiles(bytes: number | 'unlimited'): void {
      execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:`])
    },
    end,
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')),
  }
}
