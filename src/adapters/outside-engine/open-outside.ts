import type { S3Place } from '../../base/s3-place.ts'
import type { OutsideEngine } from '../../engine/index.ts'
import { openLanceDb } from './lancedb.ts'
import { openOpenSearch } from './opensearch.ts'

/** Where an engine of others is, and what it takes to speak with it. */
export type OutsidePlace =
  | {
      readonly kind: 'lancedb'
      readonly where: { readonly folder: string } | S3Place
      /** Where its package was installed. */
      readonly packages: string
    }
  | { readonly kind: 'opensearch'; readonly url: string; readonly login: string | undefined }

/** Rejects where it cannot be reached or what it needs is not there. */
export function openOutside(place: OutsidePlace): Promise<OutsideEngine> {
  if (place.kind === 'opensearch') return openOpenSearch(place)
  return openLanceDb(place.where, place)
}
