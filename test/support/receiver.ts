import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { headers: IncomingHttpHeaders; body: string; at: number }
export type Receiver = Awaited<ReturnType<typeof openReceiver>>
type Answerer = (said: Received, res: ServerResponse) => void

/** A program elsewhere that webhooks are sent to; it takes everything unless it is told not to. */
export async function openReceiver() {
  const received: Received[] = []
  const taken: Answerer = (_, res) => res.writeHead(204).end()
  const state = { answer: taken }
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk) => chunks.push(chunk))
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const said = { headers: req.headers, body, at: Date.now() }
      received.push(said)
      state.answer(said, res)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    answers(answer: Answerer | number) {
      state.answer = typeof answer === 'function' ? answer : (_, res) => res.writeHead(answer).end()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
