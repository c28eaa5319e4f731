import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

export type Place = {
  host: string
  port: number
  /** Whether `host` is this machine alone. */
  loopback: boolean
  /** The descriptor of a socket that was opened before: it is listened on instead. */
  socket?: number | undefined
  /** What chooses another port. */
  option?: string
}

/** Settles once connections are taken. Throws AddressRefused with what an operator can mend. */
export async function listen(server: Server, place: Place): Promise<void> {
  const { host, port, socket: fd } = place
  await new Promise<void>((done, fail) => {
    const refuse = (error: NodeJS.ErrnoException) => fail(cannotListen(error, place))
    server.once('error', refuse)
    server.listen(fd === undefined ? { port, host } : { fd }, () => {
      server.off('error', refuse)
      done()
    })
  })
  if (fd !== undefined) refuseElsewhere(server.address(), place)
}

function cannotListen(error: NodeJS.ErrnoException, place: Place): Error {
  const { port, host, socket, option = '--port' } = place
  if (socket !== undefined) {
    return new AddressRefused(`Cannot listen on the socket that was handed over: ${error.message}`)
  }
  const why: Record<string, string> = {
    EADDRINUSE: `another program listens there. Choose another with ${option}.`,
    EACCES:
      'the system does not allow it. Below 1024 systemd opens one port (kontor.socket), or ' +
      'net.ipv4.ip_unprivileged_port_start lets all programs: see /docs/manual/certificates.',
    ENOTFOUND: 'this name leads to no address. Choose another with --host.',
    EAI_AGAIN: 'this name leads to no address. Choose another with --host.',
    EADDRNOTAVAIL: 'this machine has no such address. Choose another with --host.',
  }
  const reason = why[error.code ?? '']
  return reason ? new AddressRefused(`Cannot listen on ${host} port ${port}: ${reason}`) : error
}

/** What is safe on this machine alone was decided by the host of the settings. */
function refuseElsewhere(address: AddressInfo | string | null, { loopback }: Place): void {
  if (address === null || typeof address === 'string') {
    throw new AddressRefused(
      'The socket that was handed over has no port: ListenStream=127.0.0.1:4200',
    )
  }
  const { address: ip, port } = address
  if (!loopback || ip === '::1' || ip.startsWith('127.')) return
  throw new AddressRefused(
    `The socket that was handed over listens on ${ip} port ${port}, beyond this machine: ` +
      `say so with --host ${ip}.`,
  )
}
