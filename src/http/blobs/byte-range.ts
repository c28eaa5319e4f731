/** The first and the last byte, both included. */
export type ByteRange = { start: number; end: number }

/**
 * One range of a Range header (RFC 9110, 14.2). `whole` for no header, several ranges or a form
 * that we do not know, which all may be ignored; `beyond` when no byte of it exists (416).
 */
export function byteRangeOf(header: string, sizeBytes: number): ByteRange | 'whole' | 'beyond' {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (from === undefined || to === undefined || from + to === '') return 'whole'
  if (from === '') {
    const length = Math.min(Number(to), sizeBytes)
    return length === 0 ? 'beyond' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(from)
  const end = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  if (to !== '' && Number(to) < start) return 'whole'
  return start >= sizeBytes ? 'beyond' : { start, end }
}
