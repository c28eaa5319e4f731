// The S3 server of `scripts/engines up s3`, where KONTOR_TEST_S3 names it.
import { randomBytes } from 'node:crypto'
import { openS3Requests, S3Refused } from '../../src/adapters/blobs/s3/s3-requests.ts'
import { type S3Place, s3AddressIn } from '../../src/base/s3-place.ts'

/** A place that nobody else uses; undefined where no server is named. */
export async function testS3Place(): Promise<S3Place | undefined> {
  const given = process.env.KONTOR_TEST_S3
  if (given === undefined) return undefined
  const [, accessKey = '', secretKey = '', rest = ''] =
    /^s3:\/\/(.*?):(.*?)@(.*)$/.exec(given) ?? []
  const address = s3AddressIn(`s3://${rest}`)
  if (address?.endpoint === undefined) throw new Error('KONTOR_TEST_S3 is no address of S3')
  const prefix = `${randomBytes(6).toString('hex')}/`
  const { endpoint } = address
  const place = { region: 'us-east-1', ...address, endpoint, prefix, accessKey, secretKey }
  await makeBucket(place)
  return place
}

async function makeBucket(place: S3Place): Promise<void> {
  try {
    ;(await openS3Requests(place).ask({ method: 'PUT' })).stop()
  } catch (error) {
    if (!(error instanceof S3Refused) || error.status !== 409) throw error
  }
}

/** For the title of what is not run. */
export const skipped = 'skipped: KONTOR_TEST_S3 names no server (scripts/engines up s3)'
