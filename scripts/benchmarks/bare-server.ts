import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The peer of the http bench, a process of its own: node:http and nothing else. It sends the body
 * that it was started with, or the file.
 */
const [kind, value = ''] = process.argv.slice(2)

const server = createServer((_, res) => {
  if (kind === 'file') {
    res.setHeader('content-length', statSync(value).size)
    createReadStream(value).pipe(res)
    return
  }
  res.setHeader('content-type', 'application/json; charset=utf-8')
  res.end(value)
})

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit(0))
