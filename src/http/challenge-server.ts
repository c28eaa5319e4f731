import { createServer, type Server } from 'node:http'

const challengePath = /^\/\.well-known\/acme-challenge\/([\w-]{1,128})$/

type Options = {
  /** What an authority is shown (RFC 8555, 8.3), by the token that it asks for. */
  answers: ReadonlyMap<string, string>
  domains: readonly string[]
  /** By which the server that has the rest is reached. */
  port: () => number
}

/** Answers an ACME authority in plain HTTP, and sends everybody else to HTTPS. */
export function challengeServer({ answers, domains, port }: Options): Server {
  return createServer({ headersTimeout: 15_000, requestTimeout: 15_000 }, (req, res) => {
    const answer = answers.get(challengePath.exec(req.url ?? '')?.[1] ?? '')
    if (answer !== undefined) {
      return void res.writeHead(200, { 'content-type': 'application/octet-stream' }).end(answer)
    }
    const asked = (req.headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
    const name = domains.includes(asked) ? asked : domains[0]
    const at = port() === 443 ? '' : `:${port()}`
    const path = req.url?.startsWith('/') ? req.url : '/'
    res.writeHead(308, { location: `https://${name}${at}${path}`, connection: 'close' }).end()
  })
}
