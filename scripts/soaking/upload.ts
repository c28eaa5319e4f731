// A large file in parts to a server that is killed in the middle: it goes on where it was.
import {
  largeSha256,
  type Part,
  sendHalf,
  sendPart,
  sha256At,
} from '../../test/support/large-upload.ts'
import { leanSettings } from '../../test/support/lean-settings.ts'
import type { Market } from '../../test/support/market.ts'
import { putMarketInto } from '../../test/support/market-folder.ts'
import type { Party } from '../../test/support/open-test-app.ts'
import { assertLedgerInOrder, runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'

export type UploadReport = {
  bytes: number
  parts: number
  /** Parts that were answered before the kill; all of them must be there after it. */
  kept: number
  seconds: number
  breaches: string[]
}

const mibBytes = 1024 * 1024

/** Uploads so many MiB; the server gets SIGKILL while the second half is on its way. */
export async function soakUpload({ mib }: { mib: number }): Promise<UploadReport> {
  const startedMs = performance.now()
  // Not a whole number of anything, so that the last part differs from the others.
  const sizeBytes = mib * mibBytes - 5
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  const settings = leanSettings
  await using first = await runServer({ dir: folder.path, settings })
  const { call, provider, datasetId } = at(first)
  const checksum_sha256 = largeSha256(sizeBytes)
  const initiated = await call('POST', `/v1/datasets/${datasetId}/objects/upload`, {
    as: provider.token,
    body: {
      filename: 'large.bin',
      content_type: 'application/octet-stream',
      size_bytes: sizeBytes,
      checksum_sha256,
    },
  })
  const { object_id, parts } = initiated.body.data as { object_id: string; parts: Part[] }
  const before = parts.filter((_, i) => i % 2 === 1)
  const etags = await sendAll(call, before)
  const rest = parts.filter((part) => !before.includes(part))
  await Promise.all(rest.slice(0, 3).map(sendHalf))
  await first.kill()

  await using _second = await runServer({ dir: folder.path, port: first.port, settings })
  const told = await call('GET', `/v1/objects/${object_id}/upload`, { as: provider.token })
  const listed = told.body.data.parts as Part[]
  const breaches = wrongAmong(listed, etags)
  const missing = listed.filter(({ received }) => !received)
  const later = await sendAll(call, missing.toReversed())
  const confirmed = await call('POST', `/v1/objects/${object_id}/confirm`, {
    as: provider.token,
    body: { parts: named(new Map([...etags, ...later])) },
  })
  breaches.push(...(await wrongWith({ confirmed, checksum: checksum_sha256, call, provider })))
  await assertLedgerInOrder(folder.path)
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10
  return { bytes: sizeBytes, parts: parts.length, kept: etags.size, seconds, breaches }
}

export function uploadLines({ bytes, parts, kept, seconds, breaches }: UploadReport): string[] {
  return [
    `${bytes} bytes in ${parts} parts, ${kept} of them before the kill, in ${seconds} s`,
    ...(breaches.length === 0 ? ['0 breaches'] : breaches),
  ]
}

type Call = Market['call']

/** Three at a time; the ETags by the number of the part. */
async function sendAll(call: Call, parts: readonly Part[]): Promise<Map<number, string>> {
  const etags = new Map<number, string>()
  const waiting = [...parts]
  const lane = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      etags.set(part.part_number, await sendPart(call, part))
    }
  }
  await Promise.all([lane(), lane(), lane()])
  return etags
}

function wrongAmong(listed: readonly Part[], etags: ReadonlyMap<number, string>): string[] {
  return listed.flatMap(({ part_number, received }) => {
    const etag = etags.get(part_number)
    if (etag === undefined) return received ? [`part ${part_number} came only in half`] : []
    return received?.etag === etag ? [] : [`part ${part_number} was answered and is not there`]
  })
}

function named(etags: ReadonlyMap<number, string>) {
  const parts = [...etags].sort(([one], [other]) => one - other)
  return parts.map(([part_number, etag]) => ({ part_number, etag }))
}

type Outcome = {
  confirmed: { status: number; body: { data: { object_id: string; checksum_sha256: string } } }
  checksum: string
  call: Call
  provider: Party
}

async function wrongWith({ confirmed, checksum, call, provider }: Outcome): Promise<string[]> {
  if (confirmed.status !== 200) return [`not confirmed: ${JSON.stringify(confirmed.body)}`]
  const { object_id, checksum_sha256 } = confirmed.body.data
  const { body } = await call('GET', `/v1/objects/${object_id}/download`, { as: provider.token })
  const wrong: [what: string, seen: string][] = [
    ['the record has another checksum', checksum_sha256],
    ['the bytes have another checksum', await sha256At(body.data.download_url)],
  ]
  return wrong.filter(([, seen]) => seen !== checksum).map(([what]) => what)
}
