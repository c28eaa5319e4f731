// Hands requests on with a key added, for programs that cannot be told one. All else stays as it
// is: Host, Origin and whatever the protocol puts into headers.
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function keyedProxy({ url, key }: { url: string; key: string }) {
  const { hostname, port } = new URL(url)
  const server = createServer((req, res) => {
    const { method, url: path } = req
    const headers = { ...req.headers, 'x-api-key': key }
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    onward.once('error', () => res.destroy())
    req.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
