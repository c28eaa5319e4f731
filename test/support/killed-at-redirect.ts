// Loaded before a server that is to end by kill -9 when it begins to write a redirect: what led to
// it is committed by then, and nobody has heard of it.
import { ServerResponse } from 'node:http'

const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...head: unknown[]) {
  if (head[0] === 307) process.kill(process.pid, 'SIGKILL')
  return writeHead.apply(this, head as never)
}
