import type { AnyRoute } from '../route.ts'
import { getBlob } from './get-blob.ts'
import { putBlob } from './put-blob.ts'

/** Signed URLs (spec 4.2): no credential, the signature is the permission. */
export const blobRoutes: readonly AnyRoute[] = [putBlob, getBlob]
