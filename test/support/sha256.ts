import { hash } from 'node:crypto'

/** Lower-case hex, as checksums are shown. */
export function sha256(bytes: string | Buffer): string {
  return hash('sha256', bytes, 'hex')
}
