// A proxy that shows servers below paths of their own, as the manual tells operators to set one up:
// the path is taken off, and the addresses of OAuth that end with it are handed on as they are.
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const oauth = '/.well-known/oauth-'

export async function pathProxy(portOf: Readonly<Record<string, number>>) {
  const lead = (url: string) => {
    for (const [prefix, port] of Object.entries(portOf)) {
      const isOAuth = url.startsWith(oauth) && `${url}/`.includes(`${prefix}/`)
      if (isOAuth) return { port, path: url }
      if (url.startsWith(`${prefix}/`)) return { port, path: url.slice(prefix.length) }
    }
    return undefined
  }
  const server = createServer((req, res) => {
    const to = lead(req.url ?? '')
    if (!to) return void res.writeHead(404).end()
    const { method, headers } = req
    const onward = request({ host: '127.0.0.1', method, headers, ...to }, (answer) => {
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
