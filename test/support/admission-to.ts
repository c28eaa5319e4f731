import { type Admission, admission } from '../../src/adapters/blobs/admission.ts'
import { markingIn } from '../../src/adapters/blobs/s3/s3-mark.ts'
import type { S3Requests } from '../../src/adapters/blobs/s3/s3-requests.ts'

/** To a bucket of which no records know anything. */
export function admissionTo(s3: S3Requests, installation = '00000000'): Admission {
  const known = { id: () => undefined, note: async () => {}, found: async () => 'all' as const }
  return admission(markingIn(s3), { installation, known })
}
