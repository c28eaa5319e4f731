import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * For a client that asks before it sends a body (RFC 9110, 10.1.1): it hears `100` when somebody
 * reads, and only the refusal where nobody does. That one ends the connection, Node sees to it:
 * whether a body comes after it, nobody could tell.
 */
export function continueWhenRead(req: IncomingMessage, res: ServerResponse): void {
  const read = req._read
  req._read = (size) => {
    req._read = read
    // Once answered, it is only thrown away what comes.
    if (!res.headersSent) res.writeContinue()
    read.call(req, size)
  }
}
