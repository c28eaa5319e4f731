import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

// biome-ignore lint/suspicious/noExplicitAny: requests of any shape
export type AskedOfModel = { body: any; authorization: string | undefined }
export type ModelReply = { status?: number; content?: string; body?: string }

/** An OpenAI-compatible service on loopback that answers as it is told. */
export async function openLanguageModel(
  replyTo: (asked: AskedOfModel['body'], turn: number) => ModelReply,
) {
  const asked: AskedOfModel[] = []
  const server = createServer(async (request, response) => {
    asked.push({ body: await json(request), authorization: request.headers.authorization })
    const { status = 200, content = '', body } = replyTo(asked.at(-1)?.body, asked.length)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body ?? JSON.stringify({ choices: [{ message: { content } }] }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
