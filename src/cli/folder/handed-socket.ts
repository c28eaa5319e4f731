import { type Io, UsageError } from '../command.ts'

/** Of what systemd hands over, after the standard streams. */
const firstDescriptor = 3

/**
 * The socket that systemd opened for this process (a .socket unit beside the .service): it stays
 * open while the server restarts, so that who comes meanwhile waits and is not refused.
 */
export function handedSocket({ environment }: Pick<Io, 'environment'>): number | undefined {
  const { LISTEN_PID: pid, LISTEN_FDS: count } = environment
  if (Number(pid) !== process.pid || !(Number(count) > 0)) return undefined
  if (Number(count) === 1) return firstDescriptor
  throw new UsageError(`${count} sockets were handed over: one ListenStream is served`)
}
