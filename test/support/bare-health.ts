// A server that does nothing but answer, and write a page to the disk before each answer as every
// commit of ours does: what its answers take is what the machine takes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const program = `
const { fdatasyncSync, openSync, writeSync } = require('node:fs')
const page = Buffer.alloc(4096, 1)
const file = openSync(process.argv[1], 'w')
const server = require('node:http').createServer((_, answer) => {
  writeSync(file, page, 0, page.length, 0)
  fdatasyncSync(file)
  answer.end('{}')
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

export async function openBareHealth(folder: string) {
  const child: ChildProcess = spawn(process.execPath, ['-e', program, join(folder, 'page')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
