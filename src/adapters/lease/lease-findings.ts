import type { S3Place } from '../../base/s3-place.ts'
import type { Finding } from '../doctor/finding.ts'
import { requireLitestream } from '../replica/litestream.ts'
import { openS3Lease } from './s3-lease.ts'

type Settings = {
  leasing: { place: S3Place; replica: S3Place | undefined; litestream: string } | undefined
}

const askMs = 5_000
const behindMaxMs = 30_000

/** Whether another machine could take over now, and what it would begin without. */
export async function leaseFindings({ leasing }: Settings): Promise<Finding[]> {
  if (!leasing) return []
  const found: Finding[] = []
  const note = (finding: Omit<Finding, 'check'>) => found.push({ check: 'lease', ...finding })
  try {
    const lease = await openS3Lease(leasing.place).read({ ms: askMs })
    if (leasing.replica && lease) {
      const { behindMs, host, epoch } = lease.record
      const remedy = 'Look at Litestream in the log of the server; its bucket may be full or shut.'
      const seconds = Math.round((behindMs ?? 0) / 1_000)
      if (behindMs === null) {
        const message = `Nothing of epoch ${epoch} (${host}) is shipped.`
        note({ level: 'warning', message, remedy })
      } else if (behindMs > behindMaxMs) {
        note({
          level: 'error',
          message: `The replica of ${host} lacks the last ${seconds} s.`,
          remedy,
        })
      }
    }
  } catch (error) {
    const remedy =
      'Without the lease nobody may answer: see to it first (manual, A second machine).'
    note({ level: 'error', message: (error as Error).message, remedy })
  }
  if (!leasing.replica) return found
  await requireLitestream(leasing.litestream).catch((error: Error) => {
    const remedy = 'kontor standby cannot take over on this machine without it.'
    note({ level: 'error', message: error.message, remedy })
  })
  return found
}
