import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

const chunk = Buffer.alloc(64 * 1024, ' ')

// biome-ignore lint/suspicious/noExplicitAny: requests of any shape
export type AskedOfModel = { body: any; authorization: string | undefined }
export type ModelReply = { status?: number; content?: string; body?: string; endless?: true }

/** An OpenAI-compatible service on loopback that answers as it is told. */
export async function openLanguageModel(
  replyTo: (asked: AskedOfModel['body'], turn: number) => ModelReply,
) {
  const asked: AskedOfModel[] = []
  let sentBytes = 0
  /** As JSON may begin: with as many as one likes. A gibibyte of them is without end enough. */
  async function* spaces() {
    for (; sentBytes < 1024 ** 3; sentBytes += chunk.length) yield chunk
  }
  const server = createServer(async (request, response) => {
    asked.push({ body: await json(request), authorization: request.headers.authorization })
    const reply = replyTo(asked.at(-1)?.body, asked.length)
    const { status = 200, content = '', body, endless } = reply
    response.writeHead(status, { 'content-type': 'application/json' })
    if (endless) return pipeline(spaces(), response).catch(() => {})
    response.end(body ?? JSON.stringify({ choices: [{ message: { content } }] }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    asked,
    sentBytes: () => sentBytes,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
