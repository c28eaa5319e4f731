/** The lease is another installation's, somebody else holds it, or this folder is behind it. */
export class LeaseRefused extends Error {
  override readonly name = 'LeaseRefused'
}

/** S3 cannot be asked, or did not answer in time. */
export class LeaseAway extends Error {
  override readonly name = 'LeaseAway'
}

/** What lies in the bucket: who serves an installation. */
export type LeaseRecord = {
  readonly installation: string
  /** The process. */
  readonly holder: string
  /** Its machine and folder: whoever has the lock of that folder knows that no other runs there. */
  readonly place: string
  /** For people: which machine that is. */
  readonly host: string
  /** Grows with each change of the place. */
  readonly epoch: number
  /** The last one in which anybody was answered: records that end before it lack something. */
  readonly served: number
  readonly seconds: number
  /** Grows with each renewal, so that no two of them are equal. */
  readonly beat: number
  /** How old the oldest write is that the replica of `served` lacks; null: all, or none is. */
  readonly behindMs: number | null
}

export type FoundLease = { readonly record: LeaseRecord; readonly etag: string }

/** Where the lease lies. Both throw LeaseAway: then it is not known what was written. */
export type LeaseObject = {
  read(within: { ms: number }): Promise<FoundLease | undefined>
  /**
   * Writes over the one with that ETag, or makes it where there is to be none. Gives the new ETag;
   * undefined when it is another one by now.
   */
  write(
    record: LeaseRecord,
    over: { etag: string | undefined; ms: number },
  ): Promise<string | undefined>
}

const kind = 'kontor lease 1'

export function leaseText(record: LeaseRecord): string {
  const { behindMs, ...rest } = record
  return `${JSON.stringify({ kind, ...rest, behind_ms: behindMs })}\n`
}

/** Throws LeaseRefused for what Kontor does not write. */
export function leaseIn(text: string): LeaseRecord {
  try {
    const { kind: found, behind_ms: behindMs, ...rest } = JSON.parse(text)
    const record = { ...rest, behindMs } as LeaseRecord
    const numbers = [record.epoch, record.served, record.seconds, record.beat]
    const texts = [record.installation, record.holder, record.place, record.host]
    const isWhole =
      numbers.every(Number.isSafeInteger) && texts.every((one) => typeof one === 'string')
    if (found === kind && isWhole) return record
  } catch {
    // Said below.
  }
  throw new LeaseRefused('What lies at KONTOR_LEASE is not what Kontor writes there.')
}
