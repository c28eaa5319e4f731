// `kontor` for the shell of a test: carried out in the test's own process, asked over HTTP. A
// process for each command would load the whole program each time.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { runCommand } from './run-command.ts'

export type KontorByHttp = AsyncDisposable & {
  /** The function of the shell; fails as the command does. */
  kontor: string
}

type Asked = { words: readonly string[]; cwd: string; environment: Record<string, string> }

export async function kontorByHttp(request: Omit<Asked, 'words'>): Promise<KontorByHttp> {
  const server = createServer(async (req, res) => {
    const words = (await text(req)).split('\n').slice(0, -1)
    const { code, printed } = await carryOut({ ...request, words })
    res.statusCode = code === 0 ? 200 : 500
    res.end(printed)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const ask = `curl -sf --data-binary @- http://127.0.0.1:${port}/`
  return {
    kontor: `kontor() { printf '%s\\n' "$@" | ${ask}; }\n`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function carryOut({ words, cwd, environment }: Asked) {
  const isPath = (word: string) => word.startsWith('./') || existsSync(resolve(cwd, word))
  const args = words.map((word) => (isPath(word) ? resolve(cwd, word) : word))
  const { code, out, err } = await runCommand({ args, environment })
  return { code, printed: [...out, ...err].map((line) => `${line}\n`).join('') }
}
